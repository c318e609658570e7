import type { RunView, StepView } from '@cotation/contracts'
import { isClosedStep, stateAfter } from '@cotation/domain'
import type { QueuedReport } from './report-queue.ts'

/** Pieces of a step that are neither good nor scrap yet. */
export const openPieces = ({ quantity, good, scrap }: StepView): number => quantity - good - scrap

/** Whether the work waits: what runs may only be paused. */
export const isHeld = ({ hold, isStopped }: Pick<RunView, 'hold' | 'isStopped'>): boolean => hold !== null || isStopped

/** The step that is worked on next; undefined once the run is finished. */
export const currentStep = ({ steps }: Pick<RunView, 'steps'>): StepView | undefined =>
  steps.find(({ state }) => !isClosedStep(state))

/** A run as it will be once the reports that still wait have arrived. */
export function withReports<Run extends RunView>(run: Run, reports: readonly QueuedReport[]): Run {
  const waiting = reports.filter(({ code, refusal }) => code === run.code && refusal === null)
  return { ...run, steps: waiting.reduce(stepsAfter, run.steps) }
}

function stepsAfter(steps: StepView[], report: QueuedReport): StepView[] {
  const index = steps.findIndex(({ id }) => id === report.stepId)
  const step = steps[index]
  const state = step && stateAfter(step.state, report.report, report.rework)
  if (!step || !state) return steps

  const changed: StepView = {
    ...step,
    state,
    good: step.good + report.good,
    rework: step.rework + report.rework,
    scrap: step.scrap + report.scrap,
    runningSince: state === 'running' ? new Date(report.at).toISOString() : null,
  }
  return steps.map((one, i) => {
    if (i === index) return changed
    return i > index && state === 'done' ? nextStep(one, i === index + 1, changed.good) : one
  })
}

/** The good pieces go to the next step; without any, the rest is skipped. */
function nextStep(step: StepView, isNext: boolean, good: number): StepView {
  if (good === 0) return { ...step, state: 'skipped', quantity: 0 }
  return isNext ? { ...step, state: 'ready', quantity: good } : step
}
