import type { Material, PropertyValue } from '@cotation/domain'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Shown in the list of materials. */
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

/** Shown on the page of a material. */
export const allProperties = [
  ...comparedProperties,
  'flexuralMpa',
  'izodNotchedJm',
  'izodNotchedKjm2',
  'izodKjm2',
  'hdtLoadMpa',
  'hdt182C',
  'tgC',
  'tearKnm',
  'tensileZMpa',
  'elongationZPct',
  'conductivityIacsPct',
  'hardenableHrc',
  'raUm',
] as const

export type ShownProperty = (typeof allProperties)[number]

/** Hardness scales, by priority: the first that the data sheet has is shown. */
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

/** Rubbers specify strength at the usual hardness. */
const fallbackKeys: Partial<Record<ShownProperty, string>> = {
  tensileMpa: 'tensileMpaAt70A',
  elongationPct: 'elongationPctAt70A',
  tearKnm: 'tearKnmAt70A',
}

export interface MaterialProperty {
  id: ShownProperty
  value: PropertyValue
  /** Only for hardness. */
  scale?: string
}

/** The properties that the catalogue has for a material. */
export function propertiesOf(material: Material, ids: readonly ShownProperty[]): MaterialProperty[] {
  return ids.flatMap((id): MaterialProperty | [] => {
    if (id === 'hardness') {
      const hardness = hardnessOf(material)
      return hardness ? { id, ...hardness } : []
    }
    if (id === 'densityGCm3' || id === 'minWallMm') return { id, value: material[id] }
    const value = material.properties[id] ?? material.properties[fallbackKeys[id] ?? '']
    return value === undefined ? [] : { id, value }
  })
}

/** Whether the value was read from a cited source. Limits are the workshop's own. */
export function isVerified({ propertiesVerified }: Material, { id }: MaterialProperty): boolean {
  return typeof propertiesVerified === 'boolean' ? propertiesVerified : propertiesVerified.includes(id)
}

/** A property as a data sheet writes it: `48 MPa`, `41–61 MPa`, `Shore 83D`, `Yes`. */
export function usePropertyText() {
  const t = useTranslations('material.property')
  const format = useFormatter()
  const shown = (value: PropertyValue): string => {
    if (typeof value === 'string') return value
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    return t('range', { from: format.number(value[0]), to: format.number(value[1]) })
  }

  return {
    /** `Tensile strength (MPa)`, for figures without a unit. */
    nameWithUnit: (id: ShownProperty) => `${t(`name.${id}`)} (${t(`value.${id}`, { value: '' }).trim()})`,
    name: ({ id }: Pick<MaterialProperty, 'id'>) => t(`name.${id}`),
    value: ({ id, value, scale }: MaterialProperty) =>
      id === 'hardness' ? `${scale} ${shown(value)}` : t(`value.${id}`, { value: shown(value) }),
  }
}
