import { type Catalogue, findThread, type Service, type ServiceOption } from '@cotation/domain'
import { type PlacedProblem, repeated } from './fault.ts'

/** Only these services have prices in the thread table. */
const ofThreads: readonly string[] = ['tapping', 'brass-insert', 'helicoil']

function* unknown(
  names: readonly string[],
  isKnown: (name: string) => boolean,
  path: (string | number)[],
  problem: PlacedProblem['problem'] = 'UNKNOWN_REFERENCE',
): Generator<PlacedProblem> {
  for (const [index, name] of names.entries()) if (!isKnown(name)) yield { path: [...path, index], problem }
}

function* optionFaults(service: Service, option: ServiceOption): Generator<PlacedProblem> {
  const isFamily = (family: string) => service.families.includes(family) || service.families.includes('*')
  yield* unknown(option.families ?? [], isFamily, ['families'], 'NOT_FOR_FAMILY')
  yield* unknown(option.includedForFamilies ?? [], isFamily, ['includedForFamilies'], 'NOT_FOR_FAMILY')
  yield* repeated(option.colours?.map(({ id }) => id) ?? [], ['colours'], 'id')

  const isOther = (id: string) => id !== service.id
  yield* unknown(option.requires ?? [], isOther, ['requires'])
  yield* unknown(option.exclusiveWith ?? [], isOther, ['exclusiveWith'])
  if (service.leadDays.rule === 'byOption' && option.leadDays === undefined)
    yield { path: ['leadDays'], problem: 'MISSING' }
  if (option.price?.perHole === 'thread-table' && !ofThreads.includes(service.id))
    yield { path: ['price', 'perHole'], problem: 'UNKNOWN_REFERENCE' }

  const { value, minColours = 1, maxColours = minColours } = option
  if (maxColours < minColours) yield { path: ['maxColours'], problem: 'OUT_OF_ORDER' }
  if (value && value.max < value.min) yield { path: ['value', 'max'], problem: 'OUT_OF_ORDER' }
  if (value?.default !== undefined && (value.default < value.min || value.default > value.max))
    yield { path: ['value', 'default'], problem: 'OUT_OF_RANGE' }
}

function* restrictionFaults(service: Service, catalogue: Catalogue): Generator<PlacedProblem> {
  const options = new Set(service.options.map(({ id }) => id))
  const colours = new Set([service, ...service.options].flatMap((one) => one.colours?.map(({ id }) => id) ?? []))
  for (const [index, restriction] of (service.restrictions ?? []).entries()) {
    const path = ['restrictions', index]
    yield* unknown(restriction.families, (family) => service.families.includes(family), [...path, 'families'])
    yield* unknown(restriction.options ?? [], (id) => options.has(id), [...path, 'options'])
    yield* unknown(restriction.colours ?? [], (id) => colours.has(id), [...path, 'colours'])
    if (restriction.minThread !== undefined && !findThread(catalogue, restriction.minThread))
      yield { path: [...path, 'minThread'], problem: 'UNKNOWN_REFERENCE' }
  }
}

/** Exclusions must be mutual; otherwise the result depends on which service is chosen first. */
function* exclusionFaults(service: Service, { services, serviceRules }: Catalogue): Generator<PlacedProblem> {
  const isPaired = (other: string) =>
    serviceRules.exclusivePairs.some(
      (pair) => pair.some((one) => one === service.id) && pair.some((one) => one === other),
    )
  yield* unknown(service.exclusiveWith, (other) => other !== service.id && isPaired(other), ['exclusiveWith'])
  if (service.exclusivePerHole.length > 0 && !serviceRules.perHoleExclusive.includes(service.id))
    yield { path: ['exclusivePerHole'], problem: 'UNKNOWN_REFERENCE' }

  for (const [index, other] of service.exclusivePerHole.entries()) {
    const back = services.find(({ id }) => id === other)?.exclusivePerHole.includes(service.id)
    if (!back) yield { path: ['exclusivePerHole', index], problem: 'UNKNOWN_REFERENCE' }
  }
}

function* pairFaults({ services, serviceRules }: Catalogue): Generator<PlacedProblem> {
  for (const [index, [one, other]] of serviceRules.exclusivePairs.entries()) {
    const knows = (id: string, excluded: string) =>
      services.find((service) => service.id === id)?.exclusiveWith.some((known) => known === excluded)
    if (one === other || !knows(one, other) || !knows(other, one))
      yield { path: ['serviceRules', 'exclusivePairs', index], problem: 'UNKNOWN_REFERENCE' }
  }
  yield* repeated(serviceRules.order, ['serviceRules', 'order'])
}

function* oneService(service: Service, catalogue: Catalogue, families: ReadonlySet<string>): Generator<PlacedProblem> {
  yield* unknown(service.families, (family) => family === '*' || families.has(family), ['families'])

  const materials = new Set(catalogue.materials.map(({ id }) => id))
  yield* unknown(service.excludedMaterials ?? [], (id) => materials.has(id), ['excludedMaterials'])
  yield* repeated(
    service.options.map(({ id }) => id),
    ['options'],
    'id',
  )
  yield* repeated(service.colours?.map(({ id }) => id) ?? [], ['colours'], 'id')
  for (const [index, option] of service.options.entries())
    for (const { path, problem } of optionFaults(service, option)) yield { path: ['options', index, ...path], problem }
  yield* restrictionFaults(service, catalogue)
  yield* exclusionFaults(service, catalogue)
}

/** Faults of references in services and threads. */
export function* serviceFaults(catalogue: Catalogue): Generator<PlacedProblem> {
  const { services, threads } = catalogue
  const families = new Set(catalogue.materials.map(({ family }) => family))
  yield* repeated(
    services.map(({ id }) => id),
    ['services'],
    'id',
  )

  for (const [index, service] of services.entries())
    for (const { path, problem } of oneService(service, catalogue, families))
      yield { path: ['services', index, ...path], problem }

  yield* pairFaults(catalogue)
  yield* repeated(
    threads.map(({ size }) => size),
    ['threads'],
    'size',
  )

  for (const [index, thread] of threads.entries()) {
    if (thread.threadDepthMm.max < thread.threadDepthMm.min)
      yield { path: ['threads', index, 'threadDepthMm', 'max'], problem: 'OUT_OF_ORDER' }
    for (const kind of ['brassInsert', 'helicoil'] as const)
      if (thread[kind] && !thread.usd[kind]) yield { path: ['threads', index, 'usd', kind], problem: 'MISSING' }
  }
}
