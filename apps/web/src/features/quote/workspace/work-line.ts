import type { LineView } from '@cotation/contracts'
import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  type Fault,
  findMaterial,
  type LineStatus,
  type PartMeasures,
  type ProcessId,
} from '@cotation/domain'
import type { AnalysedBody, Finding, PartAnalysis, Refusal, Stage } from '@cotation/geometry'
import type { LinePrice } from '@cotation/pricing'

/** How far a file is on its way: read here while its bytes go, then looked at by the server. */
export interface LineProgress {
  step: 'waiting' | 'parsing' | 'uploading' | 'paused' | 'interrupted' | 'storing' | 'analysing'
  /** Of the step, 0 to 1; undefined where nobody knows. */
  done: number | undefined
  /** Of the browser's own reading, for the words. */
  stage: Stage | undefined
  /** Sent so far, and in all. */
  sentBytes: number
  bytes: number
  /** The server has looked for longer than a customer likes to wait. */
  isLong: boolean
}

/** The browser's price against the server's, where they differ by more than product.md allows in silence. */
export interface PriceDifference {
  browserMinor: number
  serverMinor: number
  /** Which figure of the part differs most, and by how much (0.02 = 2 %). */
  figure: 'volume' | 'size' | 'area' | 'bodies' | 'features'
  share: number
}

export interface WorkFinding {
  finding: Finding
  accepted: { at: string; by: string } | undefined
}

/**
 * A line as a screen shows it: what the server said, with the customer's changes that are still on their way to it, and with the
 * browser's own figures where the server has none yet.
 */
export interface WorkLine {
  id: string
  name: string
  comment: string
  configuration: Configuration | undefined
  part: PartMeasures | undefined
  /** As drawn: x, y, z. */
  sizeMm: readonly number[] | undefined
  status: LineStatus
  price: LinePrice | undefined
  faults: readonly Fault[]
  findings: readonly WorkFinding[]
  /** Whose figures `part` and `price` rest on. */
  source: 'browser' | 'server'
  difference: PriceDifference | undefined
  /** Why the file cannot be used, whoever found out. */
  refusal: Refusal | undefined
  progress: LineProgress | undefined
  /** The browser's own reading, while the file is here. */
  local: { analysis: PartAnalysis; body: AnalysedBody } | undefined
  /** One body of an assembly that the server has yet to split: shown and counted, not to be edited. */
  provisional: boolean
  view: LineView
}

/** A line that can be configured: its part is measured, and the server has its own line for it. */
export type EditableLine = WorkLine & { part: PartMeasures }

export const isEditable = (line: WorkLine): line is EditableLine => line.part !== undefined && !line.provisional

/** The process a line is made with as configured. */
export function processOf({ part, configuration }: WorkLine, catalogue: Catalogue): ProcessId | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  return part && material && chosenProcess(part, material, configuration?.process)
}

/** Cache key of the server's facts about a line: upload, unit, body index. */
export const factsKey = ({ upload, body }: LineView): string =>
  `${upload.id} ${upload.summary?.unit.name ?? ''} ${body?.index ?? 0}`

/** What a customer may change of a line; what is absent stays. */
export interface LineEdit {
  lineId: string
  name?: string
  comment?: string
  configuration?: Configuration
}

/** Changes that are undone together; the label says in the undo button what it is (a key of `lines.edit`). */
export interface EditStep {
  label: EditLabel
  edits: readonly LineEdit[]
}

export const editLabels = [
  'quantity',
  'material',
  'colour',
  'tolerance',
  'lead',
  'service',
  'threads',
  'name',
  'comment',
  'paste',
  'technology',
  'bulk',
  'resolve',
] as const

export type EditLabel = (typeof editLabels)[number]
