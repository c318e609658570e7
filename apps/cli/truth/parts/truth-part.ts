import type { ProcessId, ServiceSelection } from '@cotation/domain'
import type { Finding, RuleId } from '@cotation/geometry'
import type { Facets, Modeller, Solid } from './modeller.ts'

export type Severity = Finding['severity']

export const formats = ['step', 'stl'] as const
export type Format = (typeof formats)[number]

/** The rules that must report a planted fault, with the severities that are right for it. */
export type Faults = { readonly [R in RuleId]?: Severity | readonly Severity[] }

/** What is true of a part when it is made in one way. */
export interface Truth {
  process: ProcessId
  material: string
  quantity?: number
  services?: readonly ServiceSelection[]
  toleranceId?: string
  /** Any finding beyond these is a false alarm. */
  faults?: Faults
  /** Rules about which the table claims nothing for this part. */
  unclaimed?: readonly RuleId[]
  /** `makeable`: the table claims only that nothing blocks the part, and that its faults are found. */
  claim?: 'complete' | 'makeable'
}

/** A generated part with planted faults or planted innocence. */
export interface TruthPart {
  name: string
  /** One solid for both formats, or the files themselves. */
  build: (make: Modeller) => Solid | Partial<Record<Format, Uint8Array>>
  /** How coarse the STL file is, where the usual fine one is not meant. */
  facets?: Facets
  /** Lines of the quote: distinct bodies that a customer would order. One unless given. */
  lines?: number
  /** The thinnest wall as drawn; the STEP file must measure it within 0.5 %. */
  wallMm?: number
  truths: readonly Truth[]
}

/** Materials whose limits the parts are drawn for. */
export const usualMaterials: Record<ProcessId, string> = {
  sla: 'sla-9600-white',
  mjf: 'mjf-pa12',
  sls: 'sls-pa12-3201',
  slm: 'slm-316l',
  milling: 'al-6061-t6',
  turning: 'al-6061-t6',
  casting: 'vc-pu-abs',
}

/** Vacuum casting is offered in series; a single part would say so on every row. */
const castQuantity = 20

/** The truth for a process in its usual material. */
export const inProcess = (
  process: ProcessId,
  faults: Faults = {},
  more: Partial<Omit<Truth, 'process' | 'faults'>> = {},
): Truth => ({
  process,
  material: usualMaterials[process],
  ...(process === 'casting' && { quantity: castQuantity }),
  ...more,
  faults,
})

/** The truth for a machined plastic, whose walls must be thicker than those of metal. */
export const inPlastic = (process: 'milling' | 'turning', faults: Faults = {}, more: Partial<Truth> = {}): Truth =>
  inProcess(process, faults, { material: 'pom-c', ...more })
