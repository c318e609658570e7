import type { ProcessId } from './catalogue/process.ts'
import type { LeadTier } from './catalogue/selling.ts'
import type { ServiceSelection } from './configuration/configuration.ts'
import type { ExportAnswer } from './export-control.ts'

/** Who changed a project: its owner before or after the login, our staff, or a job. */
export const activityActors = ['visitor', 'customer', 'staff', 'system'] as const
export type ActivityActor = (typeof activityActors)[number]

/** What a line has in the fields that its owner changes, as ids of the catalogue. */
export interface LineFieldValues {
  name: string
  material: string
  process: ProcessId
  colour: { materialId: string; colourId: string }
  tolerance: { process: ProcessId; toleranceId: string }
  /** In a change, only the services that were removed (before) or added (after). */
  services: readonly ServiceSelection[]
  quantity: number
  lead: LeadTier
  comment: string
}

/** In the sequence in which an entry lists them. */
export const lineFields = [
  'name',
  'material',
  'process',
  'colour',
  'tolerance',
  'services',
  'quantity',
  'lead',
  'comment',
] as const satisfies readonly (keyof LineFieldValues)[]
export type LineField = (typeof lineFields)[number]

/** Lines that one change concerns: how many, and the names of the first ones. */
export interface ChangedParts {
  count: number
  name: string
  /** The names that follow; missing for one line, and in entries written before they were recorded. */
  others?: readonly string[]
}

/** An entry names three parts at most, so that a change of 200 lines stays a sentence. */
const maxNames = 3

export function changedParts(names: readonly string[]): ChangedParts {
  const [name = '', ...others] = names.slice(0, maxNames)
  return { count: names.length, name, ...(others.length > 0 && { others }) }
}

/** An edit of one or more lines. A value in which the lines differ is missing. */
export interface LinesChangedEvent extends ChangedParts {
  kind: 'lines-changed'
  /** Version that names the materials, colours and services. */
  catalogueVersion: string
  fields: LineField[]
  /** The lines in which a field changed, if not in all; missing in entries written before. */
  partial?: Partial<Record<LineField, ChangedParts>>
  before: Partial<LineFieldValues>
  after: Partial<LineFieldValues>
}

/** Drawings and other files of lines: how many, the name of the first, and of which lines. */
interface DrawingsEvent extends ChangedParts {
  kind: 'drawings-added' | 'drawings-removed'
  files: number
  fileName: string
}

/** What happened to a project. Names and numbers are as they were at that time. */
export type ProjectEvent =
  | { kind: 'created' | 'removed' | 'restored' | 'shared' | 'unshared' | 'requoted' | 'claimed' }
  | { kind: 'duplicated'; from: string }
  | { kind: 'reordered'; orderNumber: string }
  | { kind: 'renamed' | 'service-changed'; before: string; after: string }
  | { kind: 'country-changed'; before: string | null; after: string }
  | ({ kind: 'lines-added' | 'lines-removed' | 'lines-restored' | 'lines-copied' } & ChangedParts)
  | ({ kind: 'lines-copied-in' | 'lines-moved-in' | 'lines-moved-out'; project: string } & ChangedParts)
  /** A file with several bodies became several lines. */
  | { kind: 'file-split'; count: number; fileName: string }
  | LinesChangedEvent
  | DrawingsEvent
  | { kind: 'file-replaced'; name: string; before: string; after: string }
  /** The unit is empty if nobody has chosen one. */
  | { kind: 'unit-changed'; fileName: string; before: string; after: string }
  | { kind: 'risks-accepted' | 'risks-withdrawn'; count: number; name: string }
  | { kind: 'expert-asked' | 'expert-recalled' | 'expert-declined'; name: string }
  | { kind: 'expert-answered'; name: string; unitMinor: number | null }
  | { kind: 'ordered'; orderNumber: string; count: number }
  | { kind: 'order-cancelled'; orderNumber: string }
  | { kind: 'export-answered'; answer: ExportAnswer }
  | { kind: 'export-cleared' }
  | { kind: 'forwarded'; orderNumber: string; recipients: number }
