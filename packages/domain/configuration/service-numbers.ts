import { findOption, findService, findThread } from '../catalogue/lookups.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { type Fault, fault, shown } from './fault.ts'
import { maxParts } from './quantity-and-lead.ts'
import { asSelected, isWholeBetween, type Scope, type Selected } from './scope.ts'

/** More threads, holes or ground faces than any part has. */
export const maxLocations = 1000
const maxZones = 20

/** One working day per part; longer assembly is a separate project. */
const maxMinutes = 480

const twoDecimals = (value: number): number => Math.floor(value * 100) / 100

/** The choices of a service that the catalogue lists: gloss, finish, faces, tolerance. */
function choicesOf(selection: ServiceSelection): readonly (readonly [name: string, value: string])[] {
  switch (selection.id) {
    case 'anodizing':
      return [['gloss', selection.gloss]]
    case 'painting':
      return [['finish', selection.finish]]
    case 'surface-finish':
      return [['faces', selection.faces]]
    case 'grinding':
      return selection.tolerance === undefined ? [] : [['tolerance', selection.tolerance]]
    default:
      return []
  }
}

function* choiceFaults({ selection, service }: Selected): Generator<Fault> {
  for (const [name, value] of choicesOf(selection)) {
    const offered = service.choices?.[name]
    if (!offered || offered.includes(value)) continue
    yield fault('CHOICE_NOT_OFFERED', `services.${service.id}.${name}`, { service: service.id, choice: shown(value) })
  }
}

/** Shore A 30 to 90 (spec 9) within the material's range and steps; HRC within the option's. */
function hardnessFault({ selection, option }: Selected<'hardness'>, { material }: Scope): Fault | undefined {
  const field = 'services.hardness.value'
  const own = option.id === 'shore-a' ? material.hardness : undefined
  const min = Math.max(option.value?.min ?? 0, own?.min ?? 0)
  const max = Math.min(option.value?.max ?? 100, own?.max ?? 100)
  if (!(selection.value >= min && selection.value <= max)) return fault('HARDNESS_OUT_OF_RANGE', field, { min, max })

  const step = own?.step ?? option.value?.step ?? 1
  return (selection.value - min) % step === 0 ? undefined : fault('HARDNESS_STEP', field, { min, step })
}

/** The target hardness must be within the treatment's range, or the general HRC range. */
function targetHardnessFault(selected: Selected<'heat-treatment'>, { catalogue }: Scope): Fault | undefined {
  const target = selected.selection.targetHardness
  if (target === undefined) return undefined

  const hardness = findService(catalogue, 'hardness')
  const general = hardness && findOption(hardness, 'hrc')?.value
  const reached = selected.option.facts?.hardnessHrc
  const [min, max] = Array.isArray(reached) ? (reached as readonly number[]) : [general?.min, general?.max]
  if (min === undefined || max === undefined || (target >= min && target <= max)) return undefined

  return fault('HARDNESS_OUT_OF_RANGE', 'services.heat-treatment.targetHardness', { min, max })
}

function* grindingFaults({ selection }: Selected<'grinding'>, { part }: Scope): Generator<Fault> {
  const { faces, areaCm2 } = selection
  const service = 'grinding'
  if (faces === 0 || areaCm2 === 0) return yield fault('NOTHING_TO_DO', 'services.grinding', { service })

  if (!isWholeBetween(faces, 1, maxLocations)) {
    yield fault('NUMBER_OUT_OF_RANGE', 'services.grinding.faces', { service, min: 1, max: maxLocations })
  }

  const partCm2 = part.areaMm2 / 100
  if (!(areaCm2 > 0 && areaCm2 <= partCm2)) {
    yield fault('NUMBER_OUT_OF_RANGE', 'services.grinding.areaCm2', { service, min: 0, max: twoDecimals(partCm2) })
  }
}

function* threadingFaults({ selection }: Selected<'threading'>, { part, catalogue }: Scope): Generator<Fault> {
  const service = 'threading'
  const [longestMm] = part.sizeMm
  if (selection.threads.length === 0) yield fault('NOTHING_TO_DO', 'services.threading.threads', { service })

  for (const [index, { size, lengthMm, count }] of selection.threads.entries()) {
    const field = `services.threading.threads.${index}`
    if (!findThread(catalogue, size)) yield fault('UNKNOWN_THREAD', `${field}.size`, { thread: shown(size) })

    if (!(lengthMm > 0 && lengthMm <= longestMm)) {
      yield fault('NUMBER_OUT_OF_RANGE', `${field}.lengthMm`, { service, min: 0, max: twoDecimals(longestMm) })
    }

    if (!isWholeBetween(count, 1, maxLocations)) {
      yield fault('NUMBER_OUT_OF_RANGE', `${field}.count`, { service, min: 1, max: maxLocations })
    }
  }
}

/** The anodizing quantity must equal the line's quantity (spec 5). */
function anodizingFault({ selection }: Selected<'anodizing'>, { quantity }: Configuration): Fault | undefined {
  // An invalid quantity is reported once, under `quantity`.
  if (selection.quantity === quantity || !isWholeBetween(quantity, 1, maxParts)) return undefined
  return fault('ANODIZING_QUANTITY', 'services.anodizing.quantity', { quantity })
}

function countFault({ selection }: Selected): Fault | undefined {
  if (selection.id === 'silkscreen' && !isWholeBetween(selection.zones, 1, maxZones)) {
    const detail = { service: selection.id, min: 1, max: maxZones }
    return fault('NUMBER_OUT_OF_RANGE', 'services.silkscreen.zones', detail)
  }

  if (selection.id !== 'assembling' || selection.minutesPerUnit === undefined) return undefined
  if (selection.minutesPerUnit >= 0 && selection.minutesPerUnit <= maxMinutes) return undefined

  const detail = { service: selection.id, min: 0, max: maxMinutes }
  return fault('NUMBER_OUT_OF_RANGE', 'services.assembling.minutesPerUnit', detail)
}

/** Faults of a service's numbers and choices. */
export function* serviceNumberFaults(selected: Selected, scope: Scope, configuration: Configuration): Generator<Fault> {
  yield* choiceFaults(selected)

  const hardness = asSelected('hardness', selected)
  const treatment = asSelected('heat-treatment', selected)
  const anodizing = asSelected('anodizing', selected)
  const grinding = asSelected('grinding', selected)
  const threading = asSelected('threading', selected)
  const single =
    (hardness && hardnessFault(hardness, scope)) ??
    (treatment && targetHardnessFault(treatment, scope)) ??
    (anodizing && anodizingFault(anodizing, configuration)) ??
    countFault(selected)

  if (single) yield single
  if (grinding) yield* grindingFaults(grinding, scope)
  if (threading) yield* threadingFaults(threading, scope)
}
