import {
  type Catalogue,
  findMaterial,
  type LeadTierTerms,
  leadTiers,
  type ProcessId,
  processIds,
  tierTerms,
} from '@cotation/domain'
import { customsFaults } from './customs-schema.ts'
import { type PlacedProblem, repeated } from './fault.ts'
import { materialFaults } from './material-references.ts'
import { serviceFaults } from './service-references.ts'

function* technologyFaults({ technologies, processes }: Catalogue): Generator<PlacedProblem> {
  yield* repeated(
    technologies.map(({ id }) => id),
    ['technologies'],
    'id',
  )

  for (const id of processIds) {
    const owner = technologies.find((technology) => technology.processIds.includes(id))
    if (owner?.id !== processes[id].technologyId)
      yield { path: ['processes', id, 'technologyId'], problem: 'UNKNOWN_REFERENCE' }

    const known = processes[id].tolerances.map((tolerance) => tolerance.id)
    yield* repeated(known, ['processes', id, 'tolerances'], 'id')
    if (!known.includes(processes[id].defaultTolerance))
      yield { path: ['processes', id, 'defaultTolerance'], problem: 'UNKNOWN_REFERENCE' }
  }
}

function* masterFaults(catalogue: Catalogue): Generator<PlacedProblem> {
  const master = findMaterial(catalogue, catalogue.processes.casting.cost.masterMaterialId)
  if (master?.cost.kind !== 'resin')
    yield { path: ['processes', 'casting', 'cost', 'masterMaterialId'], problem: 'UNKNOWN_REFERENCE' }
}

const daysOf = ({ daysFactor, atLeastDays, daysAdded }: LeadTierTerms, baseDays: number): number =>
  Math.max(atLeastDays, Math.ceil(baseDays * daysFactor)) + daysAdded

/** An express tier must be faster than the material's standard lead time. */
function* leadFaults(catalogue: Catalogue): Generator<PlacedProblem> {
  const { materials, leadTimes } = catalogue
  const minBaseDays = (process: ProcessId) =>
    Math.min(...materials.filter((one) => one.processIds.includes(process)).map((one) => one.baseLeadDays))

  for (const process of processIds) {
    const baseDays = minBaseDays(process)
    // No material is made by this process.
    if (!Number.isFinite(baseDays)) continue

    const [economy = 0, standard = 0, express = 0] = leadTiers.map((tier) =>
      daysOf(tierTerms(catalogue, process, tier), baseDays),
    )

    const own = leadTimes.tiersByProcess[process]
    const pathOf = (tier: 'standard' | 'express') =>
      own?.[tier] ? ['leadTimes', 'tiersByProcess', process, tier] : ['leadTimes', 'tiers', tier]
    if (standard > economy) yield { path: [...pathOf('standard'), 'atLeastDays'], problem: 'OUT_OF_ORDER' }
    if (express > standard) yield { path: [...pathOf('express'), 'atLeastDays'], problem: 'OUT_OF_ORDER' }
  }
}

function* shippingFaults({ shipping, materials }: Catalogue): Generator<PlacedProblem> {
  const { carriers, zones, packing } = shipping
  yield* repeated(
    carriers.map(({ id }) => id),
    ['shipping', 'carriers'],
    'id',
  )
  yield* repeated(
    zones.map(({ id }) => id),
    ['shipping', 'zones'],
    'id',
  )

  for (const [index, { rates }] of carriers.entries())
    for (const zone of Object.keys(rates))
      if (!zones.some(({ id }) => String(id) === zone))
        yield { path: ['shipping', 'carriers', index, 'rates', zone], problem: 'UNKNOWN_REFERENCE' }

  const seen = new Set<string>()
  for (const [index, { id, countries }] of zones.entries()) {
    if (!carriers.some(({ rates }) => rates[id])) yield { path: ['shipping', 'zones', index], problem: 'NOT_SERVED' }

    for (const [countryIndex, country] of countries.entries()) {
      if (seen.has(country))
        yield { path: ['shipping', 'zones', index, 'countries', countryIndex], problem: 'NOT_UNIQUE' }
      seen.add(country)
    }
  }

  // "*" is the zone of all other countries: without it some would not be served.
  if (!seen.has('*')) yield { path: ['shipping', 'zones'], problem: 'NOT_SERVED' }

  for (const [index, family] of packing.fragileFamilies.entries())
    if (!materials.some((material) => material.family === family))
      yield { path: ['shipping', 'packing', 'fragileFamilies', index], problem: 'UNKNOWN_REFERENCE' }
}

function* loyaltyFaults({ loyalty }: Catalogue): Generator<PlacedProblem> {
  const { levels, tasks, exchange } = loyalty
  for (const [name, entries] of Object.entries({ levels, tasks }))
    yield* repeated(
      entries.map(({ id }) => id),
      ['loyalty', name],
      'id',
    )

  yield* repeated(
    exchange.offers.map(({ id }) => id),
    ['loyalty', 'exchange', 'offers'],
    'id',
  )

  if (levels[0]?.minSpendUsd !== 0 || levels[0].minOrders !== 0)
    yield { path: ['loyalty', 'levels', 0, 'minSpendUsd'], problem: 'NOT_SERVED' }
}

/** Faults of references in a catalogue. */
export function* referenceFaults(catalogue: Catalogue): Generator<PlacedProblem> {
  yield* technologyFaults(catalogue)
  yield* materialFaults(catalogue)
  yield* serviceFaults(catalogue)
  yield* masterFaults(catalogue)
  yield* leadFaults(catalogue)
  yield* shippingFaults(catalogue)
  yield* customsFaults(catalogue)
  yield* loyaltyFaults(catalogue)
}
