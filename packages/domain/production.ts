import { machines } from './catalogue/selling.ts'

/** Where work is done: the machines that prices name, and the places without one. */
export const stations = [...machines, 'store', 'office', 'bench', 'finishing', 'metrology', 'dispatch'] as const
export type Station = (typeof stations)[number]

/** What is done in a step. `making` is the work of a part that an expert priced without our figures. */
export const operations = [
  'material',
  'preparation',
  'programming',
  'printing',
  'stress-relief',
  'cutting-off',
  'post-processing',
  'milling',
  'turning',
  'deburring',
  'master',
  'mould',
  'casting',
  'making',
  'service',
  'inspection',
  'packing',
] as const
export type Operation = (typeof operations)[number]

/**
 * `waiting`: a step before it is not done yet. `skipped`: all its pieces became scrap before it.
 * Pieces to rework make a step `ready` again.
 */
export const stepStates = ['waiting', 'ready', 'running', 'paused', 'done', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

/** Something is still to be done. */
export const openStepStates = ['waiting', 'ready', 'running', 'paused'] as const satisfies readonly StepState[]

export const isClosedStep = (state: StepState): boolean => state === 'done' || state === 'skipped'

/** Why parts of a line are made: for the order, or again after a loss. */
export const runCauses = ['order', 'scrap', 'inspection', 'tray'] as const
export type RunCause = (typeof runCauses)[number]

/** Limit for one step. */
export const maxStepPhotos = 20

export const stepReports = ['start', 'pause', 'done'] as const
export type StepReport = (typeof stepReports)[number]

/** Why pieces were scrapped or must be reworked. */
export const lossReasons = ['size', 'surface', 'shape', 'damage', 'material', 'machine', 'mistake', 'other'] as const
export type LossReason = (typeof lossReasons)[number]

/** What a report does to a step in a state; null if it does not fit. */
export function stateAfter(state: StepState, report: StepReport, rework: number): StepState | null {
  if (report === 'start') return state === 'ready' || state === 'paused' ? 'running' : null
  if (report === 'pause') return state === 'running' ? 'paused' : null
  if (state === 'waiting' || isClosedStep(state)) return null
  return rework > 0 ? 'ready' : 'done'
}

/** How far the parts of a line are, in the words of customers. */
export const partStages = ['planned', 'making', 'finishing', 'inspection', 'packing', 'ready'] as const
export type PartStage = (typeof partStages)[number]

const stageByOperation: { readonly [O in Operation]?: PartStage } = {
  service: 'finishing',
  inspection: 'inspection',
  packing: 'packing',
}

/** Whether no piece of a run is left: each became scrap. */
export function isLost(steps: readonly { state: StepState; good: number }[]): boolean {
  const isFinished = steps.every(({ state }) => isClosedStep(state))
  return isFinished && steps.at(-1)?.good === 0
}

/** Pieces of a run that are good in every step before packing, from its steps. */
export function finishedPieces(
  steps: readonly { operation: Operation; state: StepState; quantity: number; scrap: number }[],
): number {
  const packing = steps.find(({ operation }) => operation === 'packing')
  if (!packing || packing.state === 'waiting' || packing.state === 'skipped') return 0
  return packing.quantity - packing.scrap
}

/** Pieces of a run that have come to the inspection, from its steps. */
export function madePieces(
  steps: readonly { operation: Operation; state: StepState; quantity: number; good: number; scrap: number }[],
): number {
  const next = steps.find(({ operation }) => operation === 'inspection' || operation === 'packing')
  if (!next) return 0
  // It waits again for the pieces that it sent back; the others are good.
  return next.state === 'waiting' ? next.good : next.quantity - next.scrap
}

/** The stage of the pieces of one run, from its steps in their sequence. */
export function stageOf(steps: readonly { operation: Operation; state: StepState }[]): PartStage {
  const current = steps.find(({ state }) => !isClosedStep(state))
  if (!current) return 'ready'

  const hasBegun = steps.some(({ state }) => state !== 'waiting' && state !== 'ready')
  return hasBegun ? (stageByOperation[current.operation] ?? 'making') : 'planned'
}
