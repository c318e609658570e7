import type { Material, PropertyValue } from '@cotation/domain'

/** Shown for each material in the list, as far as its data sheet has them. */
export const keyProperties = ['tensileMpa', 'elongationPct', 'hdtC', 'hardness', 'densityGCm3'] as const

/** Shown in a comparison. */
export const comparedProperties = [
  'tensileMpa',
  'yieldMpa',
  'tensileModulusMpa',
  'elongationPct',
  'flexuralModulusMpa',
  'hdtC',
  'maxServiceC',
  'hardness',
  'densityGCm3',
  'waterAbsorptionPct',
  'ul94',
  'uvStable',
  'minWallMm',
] as const

export type ShownProperty = (typeof comparedProperties)[number]

/** Hardness has a scale of its own by kind of material; the first that the data sheet gives. */
const hardnessScales = [
  ['shore', 'Shore'],
  ['hardnessHrc', 'HRC'],
  ['hardnessHb', 'HB'],
  ['hardnessHv', 'HV'],
] as const

function hardnessOf({ properties, hardness }: Material): { value: PropertyValue; scale: string } | undefined {
  if (hardness) return { value: [hardness.min, hardness.max], scale: 'Shore A' }
  for (const [key, scale] of hardnessScales) {
    const value = properties[key]
    if (value !== undefined) return { value, scale }
  }
  return undefined
}

/** Rubbers give their strength at the usual hardness. */
const alsoNamed: Partial<Record<ShownProperty, string>> = {
  tensileMpa: 'tensileMpaAt70A',
  elongationPct: 'elongationPctAt70A',
}

export interface MaterialProperty {
  id: ShownProperty
  value: PropertyValue
  /** Of a hardness. */
  scale?: string
}

/** Those of the asked properties that the catalogue has for a material. */
export function propertiesOf(material: Material, ids: readonly ShownProperty[]): MaterialProperty[] {
  return ids.flatMap((id): MaterialProperty | [] => {
    if (id === 'hardness') {
      const hardness = hardnessOf(material)
      return hardness ? { id, ...hardness } : []
    }
    if (id === 'densityGCm3' || id === 'minWallMm') return { id, value: material[id] }
    const value = material.properties[id] ?? material.properties[alsoNamed[id] ?? '']
    return value === undefined ? [] : { id, value }
  })
}
