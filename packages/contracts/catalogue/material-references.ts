import {
  type Catalogue,
  findOption,
  findService,
  type Material,
  type MaterialCost,
  type ProcessId,
} from '@cotation/domain'
import { type PlacedProblem, repeated } from './fault.ts'

/** The kind of material cost that the cost model of each process reads. */
const costKinds: Readonly<Record<ProcessId, MaterialCost['kind']>> = {
  sla: 'resin',
  mjf: 'powder',
  sls: 'powder',
  slm: 'metal-powder',
  milling: 'stock',
  turning: 'stock',
  casting: 'cast',
}

function* processFaults(material: Material, { processes }: Catalogue): Generator<PlacedProblem> {
  yield* repeated(material.processIds, ['processIds'])

  for (const [index, id] of material.processIds.entries()) {
    const process = processes[id]
    if (process.technologyId !== material.technologyId)
      yield { path: ['processIds', index], problem: 'NOT_FOR_PROCESS' }
    if (material.envelopes[id] === undefined) yield { path: ['envelopes', id], problem: 'MISSING' }
    if (costKinds[id] !== material.cost.kind) yield { path: ['cost', 'kind'], problem: 'NOT_FOR_PROCESS' }

    for (const [toleranceIndex, tolerance] of material.tolerances.entries())
      if (!process.tolerances.some((known) => known.id === tolerance))
        yield { path: ['tolerances', toleranceIndex], problem: 'UNKNOWN_REFERENCE' }
  }

  for (const id of Object.keys(material.envelopes))
    if (!material.processIds.some((one) => one === id)) yield { path: ['envelopes', id], problem: 'NOT_FOR_PROCESS' }
  if (!material.tolerances.includes(material.defaultTolerance))
    yield { path: ['defaultTolerance'], problem: 'UNKNOWN_REFERENCE' }
}

/** A referenced service option must exist and be allowed for the material. */
function optionProblem(
  material: Material,
  catalogue: Catalogue,
  id: string,
  option: string,
): PlacedProblem['problem'] | undefined {
  const allowed = material.services.allowed.find((one) => one === id)
  const service = allowed && findService(catalogue, allowed)
  if (!service) return 'NOT_ALLOWED'

  const found = findOption(service, option)
  if (!found) return 'UNKNOWN_REFERENCE'
  return found.families && !found.families.includes(material.family) ? 'NOT_FOR_FAMILY' : undefined
}

function* colourFaults(material: Material, catalogue: Catalogue): Generator<PlacedProblem> {
  const ids = material.colours.map(({ id }) => id)
  yield* repeated(ids, ['colours'], 'id')
  if (!ids.includes(material.defaultColour)) yield { path: ['defaultColour'], problem: 'UNKNOWN_REFERENCE' }

  for (const [index, { via }] of material.colours.entries()) {
    const [service = '', option] = via.split(':')
    const problem = option === undefined ? undefined : optionProblem(material, catalogue, service, option)
    if (problem) yield { path: ['colours', index, 'via'], problem }
  }
}

function* serviceFaults(material: Material, catalogue: Catalogue): Generator<PlacedProblem> {
  const { allowed, mandatory, defaultOn } = material.services
  yield* repeated(allowed, ['services', 'allowed'])

  for (const [index, id] of allowed.entries()) {
    const service = findService(catalogue, id)
    const isFor = service?.families.some((family) => family === '*' || family === material.family)
    if (!service) yield { path: ['services', 'allowed', index], problem: 'UNKNOWN_REFERENCE' }
    else if (!isFor || service.excludedMaterials?.includes(material.id))
      yield { path: ['services', 'allowed', index], problem: 'NOT_FOR_FAMILY' }
  }

  for (const [kind, presets] of Object.entries({ mandatory, defaultOn }))
    for (const [index, { id, option }] of presets.entries()) {
      const problem = optionProblem(material, catalogue, id, option)
      if (problem) yield { path: ['services', kind, index, problem === 'NOT_ALLOWED' ? 'id' : 'option'], problem }
    }
}

function* hardnessFaults({ hardness }: Material): Generator<PlacedProblem> {
  if (!hardness) return
  if (hardness.max < hardness.min) yield { path: ['hardness', 'max'], problem: 'OUT_OF_ORDER' }
  if (hardness.default < hardness.min || hardness.default > hardness.max)
    yield { path: ['hardness', 'default'], problem: 'OUT_OF_RANGE' }
}

/** Faults of references in materials. */
export function* materialFaults(catalogue: Catalogue): Generator<PlacedProblem> {
  const { materials } = catalogue
  yield* repeated(
    materials.map(({ id }) => id),
    ['materials'],
    'id',
  )

  for (const [index, material] of materials.entries()) {
    const faults = [processFaults, colourFaults, serviceFaults, hardnessFaults]
    for (const faultsOf of faults)
      for (const { path, problem } of faultsOf(material, catalogue))
        yield { path: ['materials', index, ...path], problem }
  }
}
