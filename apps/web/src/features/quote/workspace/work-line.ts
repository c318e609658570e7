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
import type { AnalysedBody, Finding, PartAnalysis, Refusal } from '@cotation/geometry'
import type { LinePrice } from '@cotation/pricing'

/**
 * The progress of a file: read in the browser while it is uploaded, then analysed by the server.
 */
export interface LineProgress {
  step: 'waiting' | 'parsing' | 'uploading' | 'paused' | 'interrupted' | 'storageFull' | 'storing' | 'analysing'
  /** Progress within the step, 0 to 1; undefined if unknown. */
  done: number | undefined
  /** The server's analysis takes longer than a customer should wait (spec 4). */
  isLong: boolean
}

/**
 * The browser's and the server's price, if they differ by more than the tolerance of product.md.
 */
export interface PriceDifference {
  browserMinor: number
  serverMinor: number
  /** The figure of the part that differs most, and by how much (0.02 = 2 %). */
  figure: 'volume' | 'size' | 'area' | 'bodies' | 'features'
  share: number
}

export interface WorkFinding {
  finding: Finding
  accepted: { at: string; by: string } | undefined
}

/**
 * A line as the screens show it: the server's view with the customer's unsaved edits, and with the
 * browser's figures until the server has its own.
 */
export interface WorkLine {
  id: string
  name: string
  comment: string
  configuration: Configuration | undefined
  part: PartMeasures | undefined
  /** Bounding box in the coordinates of the file: x, y, z. */
  sizeMm: readonly number[] | undefined
  status: LineStatus
  price: LinePrice | undefined
  /** While only colours are missing: the price with any colours. */
  fromPrice?: LinePrice | undefined
  faults: readonly Fault[]
  findings: readonly WorkFinding[]
  /** Who measured the part that `price` is based on. */
  source: 'browser' | 'server'
  difference: PriceDifference | undefined
  /** Why the file cannot be used, found by the browser or the server. */
  refusal: Refusal | undefined
  progress: LineProgress | undefined
  /** The analysis in this browser, while it has the file. */
  local: { analysis: PartAnalysis; body: AnalysedBody } | undefined
  /**
   * A body of an assembly that the server has not split yet: shown and counted, but not editable.
   */
  provisional: boolean
  view: LineView
}

/** Ordered lines stay as they were ordered; bodies that the server has not split yet wait for it. */
export const isLocked = ({ provisional, status }: WorkLine): boolean => provisional || status === 'ordered'

/** A line that can be configured: its part is measured, and the line is not locked. */
export type EditableLine = WorkLine & { part: PartMeasures }

export const isEditable = (line: WorkLine): line is EditableLine => line.part !== undefined && !isLocked(line)

/** The process a line is made with as configured. */
export function processOf({ part, configuration }: WorkLine, catalogue: Catalogue): ProcessId | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  return part && material && chosenProcess(part, material, configuration?.process)
}

/** Cache key of the server's facts about a line: upload, unit, body index. */
export const factsKey = ({ upload, body }: LineView): string =>
  `${upload.id} ${upload.summary?.unit.name ?? ''} ${body?.index ?? 0}`

/** A change of a line; absent fields stay as they are. */
export interface LineEdit {
  lineId: string
  name?: string
  comment?: string
  configuration?: Configuration
}

/** Edits that are undone together. The label is a key of `line.edit`, shown on the undo button. */
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
  'bom',
  'remove',
] as const

export type EditLabel = (typeof editLabels)[number]
