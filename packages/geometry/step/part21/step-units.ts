import type { Part21 } from './part21.ts'
import { entityAt, entityOf, type Part21Value, refOf, refsIn, textOf } from './part21-values.ts'

export interface LengthUnit {
  /** Name in the standard, in lower case: `millimetre`, `inch` … */
  name: string
  factorToMm: number
}

export interface DeclaredUnit extends LengthUnit {
  /** Some shapes use another unit; the kernel converts each of them. */
  mixed: boolean
  declared: boolean
}

const prefixes: Record<string, number> = {
  PICO: 1e-12,
  NANO: 1e-9,
  MICRO: 1e-6,
  MILLI: 1e-3,
  CENTI: 1e-2,
  DECI: 1e-1,
  DECA: 10,
  HECTO: 100,
  KILO: 1e3,
  MEGA: 1e6,
}

const wordOf = (value: Part21Value | undefined): string =>
  value !== null && typeof value === 'object' && 'word' in value ? value.word : ''

function numberIn(value: Part21Value | undefined): number | undefined {
  if (typeof value === 'number') return value
  return value !== null && typeof value === 'object' && 'type' in value ? numberIn(value.values[0]) : undefined
}

/** The length unit at `#number`, through at most eight conversions; undefined if not valid. */
function lengthUnitAt(file: Part21, number: number, depth = 0): LengthUnit | undefined {
  const unit = entityOf(file, number)
  if (!unit || depth > 8 || !unit.has('LENGTH_UNIT')) return undefined

  const si = unit.get('SI_UNIT')
  if (si) {
    const prefix = wordOf(si[0])
    if (wordOf(si[1]) !== 'METRE' || (prefix !== '' && !(prefix in prefixes))) return undefined
    return { name: `${prefix.toLowerCase()}metre`, factorToMm: 1000 * (prefixes[prefix] ?? 1) }
  }

  const conversion = unit.get('CONVERSION_BASED_UNIT')
  const measure = conversion && entityOf(file, refOf(conversion[1]) ?? 0)
  const values = measure?.get('LENGTH_MEASURE_WITH_UNIT') ?? measure?.get('MEASURE_WITH_UNIT')
  const base = values && lengthUnitAt(file, refOf(values[1]) ?? 0, depth + 1)
  const factor = values && numberIn(values[0])
  if (!conversion || !base || factor === undefined || !(factor > 0)) return undefined

  return { name: textOf(conversion[0]).toLowerCase(), factorToMm: factor * base.factorToMm }
}

/** Contexts of representations with shapes; those of drawings and placements do not matter. */
function shapeContexts(file: Part21): Set<number> {
  const contexts = new Set<number>()
  const carriers = [
    'ADVANCED_BREP_SHAPE_REPRESENTATION',
    'FACETED_BREP_SHAPE_REPRESENTATION',
    'MANIFOLD_SURFACE_SHAPE_REPRESENTATION',
    'GEOMETRICALLY_BOUNDED_SURFACE_SHAPE_REPRESENTATION',
    'TESSELLATED_SHAPE_REPRESENTATION',
    'ELEMENTARY_BREP_SHAPE_REPRESENTATION',
    'BREP_SHAPE_REPRESENTATION',
  ]
  for (const type of carriers) {
    for (const index of file.entities.ofType(type)) {
      const entity = entityAt(file, index)
      const context = refOf(entity.get(type)?.[2] ?? entity.get('REPRESENTATION')?.[2])
      if (context !== undefined) contexts.add(context)
    }
  }

  return contexts
}

/** Length units by representation context: `#context → unit`, in the sequence of the file. */
function contextUnits(file: Part21): Map<number, LengthUnit> {
  const units = new Map<number, LengthUnit>()
  for (const index of file.entities.ofType('GLOBAL_UNIT_ASSIGNED_CONTEXT')) {
    const assigned = entityAt(file, index).get('GLOBAL_UNIT_ASSIGNED_CONTEXT')
    if (!assigned) continue
    // The unit list is the last parameter, whether the entity is simple or complex.
    for (const ref of refsIn(assigned.at(-1))) {
      const unit = lengthUnitAt(file, ref)
      if (unit) units.set(file.entities.numberAt(index), unit)
    }
  }

  return units
}

/** The length unit that the file declares for its shapes; millimetres if it declares none. */
export function declaredUnit(file: Part21): DeclaredUnit {
  const units = contextUnits(file)
  const carriers = [...shapeContexts(file)].flatMap((context) => units.get(context) ?? [])
  const candidates = carriers.length > 0 ? carriers : [...units.values()]
  const first = candidates[0]
  if (!first) return { name: 'millimetre', factorToMm: 1, mixed: false, declared: false }

  const mixed = candidates.some((unit) => Math.abs(unit.factorToMm / first.factorToMm - 1) > 1e-6)
  return { ...first, mixed, declared: true }
}
