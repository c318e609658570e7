import type { Catalogue } from './catalogue.ts'
import type { Colour, Material } from './material.ts'
import type { Process, ProcessId, ToleranceClass } from './process.ts'
import type { LeadTier, LeadTierTerms, RateCard } from './selling.ts'
import type { Service, ServiceId, ServiceOption, Thread } from './service.ts'

/** Lookups by id, cached per catalogue: pricing reads the same entries thousands of times. */
interface Index {
  materials: ReadonlyMap<string, Material>
  services: ReadonlyMap<ServiceId, Service>
  threads: ReadonlyMap<string, Thread>
}

const indices = new WeakMap<Catalogue, Index>()

function indexOf(catalogue: Catalogue): Index {
  const known = indices.get(catalogue)
  if (known) return known

  const index: Index = {
    materials: new Map(catalogue.materials.map((material) => [material.id, material])),
    services: new Map(catalogue.services.map((service) => [service.id, service])),
    threads: new Map(catalogue.threads.map((thread) => [thread.size, thread])),
  }
  indices.set(catalogue, index)

  return index
}

export const findMaterial = (catalogue: Catalogue, id: string): Material | undefined =>
  indexOf(catalogue).materials.get(id)

export const findService = (catalogue: Catalogue, id: ServiceId): Service | undefined =>
  indexOf(catalogue).services.get(id)

export const findThread = (catalogue: Catalogue, size: string): Thread | undefined =>
  indexOf(catalogue).threads.get(size)

export const findOption = (service: Service, id: string): ServiceOption | undefined =>
  service.options.find((option) => option.id === id)

export const findColour = (material: Material, id: string): Colour | undefined =>
  material.colours.find((colour) => colour.id === id)

export const findTolerance = (process: Process, id: string): ToleranceClass | undefined =>
  process.tolerances.find((tolerance) => tolerance.id === id)

/** The terms of a lead-time tier for a process. */
export const tierTerms = ({ leadTimes }: Catalogue, process: ProcessId, tier: LeadTier): LeadTierTerms =>
  leadTimes.tiersByProcess[process]?.[tier] ?? leadTimes.tiers[tier]

/** The rate card in use. */
export const rateCardOf = ({ selling }: Catalogue): RateCard => selling.rateCards[selling.rateCard]
