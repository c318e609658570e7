import { refuse } from './verdict.ts'

export const stages = ['reading', 'measuring', 'topology', 'faces', 'features', 'walls', 'display'] as const
export type Stage = (typeof stages)[number]

/**
 * Receives progress and can stop the work. The package has no clock: the caller implements
 * `mustStop` with its own deadline or abort signal. Loops call `step` every few thousand rounds.
 */
export interface Watch {
  mustStop(): 'deadline' | 'cancelled' | undefined
  progress(stage: Stage, done: number): void
  /** Processor time used so far (ms). Without it nothing has a budget. */
  usedMs?(): number
}

export const unwatched: Watch = { mustStop: () => undefined, progress: () => undefined }

/** Reports progress (0 to 1); throws a refusal if the deadline has passed or work was cancelled. */
export function step(watch: Watch, stage: Stage, done: number): void {
  const stop = watch.mustStop()
  if (stop) refuse(stop)
  watch.progress(stage, done)
}

/** A watch that also stops work that uses more than this processor time (ms) from now on. */
export function withBudget(watch: Watch, budgetMs: number): Watch {
  const { usedMs } = watch
  if (!usedMs) return watch

  const endMs = usedMs() + budgetMs
  return {
    usedMs,
    mustStop: () => watch.mustStop() ?? (usedMs() > endMs ? 'deadline' : undefined),
    progress: (stage, done) => watch.progress(stage, done),
  }
}
