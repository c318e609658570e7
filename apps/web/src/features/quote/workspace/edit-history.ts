import type { TechnologySlug } from '@cotation/domain'
import type { EditLabel, LineEdit } from './work-line.ts'

interface ChosenService {
  service: TechnologySlug
  /** True unless it is false. */
  serviceChosen?: boolean
}

/** A step that can be undone and redone. */
export interface DoneStep {
  label: EditLabel
  before: readonly LineEdit[]
  after: readonly LineEdit[]
  /** Set if the project's technology changed with the lines. */
  service?: { before: ChosenService; after: ChosenService }
}

const maxSteps = 100

/** Characters typed in quick succession are merged into one step. */
const typedLabels: ReadonlySet<EditLabel> = new Set(['quantity', 'name', 'comment'])
const mergeWithinMs = 1000

const lineIdsOf = (step: DoneStep) => step.after.map(({ lineId }) => lineId).join()

/** The undo and redo stacks of an open project. */
export class EditHistory {
  #done: DoneStep[] = []
  #undone: DoneStep[] = []
  #pushedAt = Number.NEGATIVE_INFINITY

  push(step: DoneStep, now: number): void {
    const last = this.#done.at(-1)
    const continuesLast =
      last?.label === step.label && typedLabels.has(step.label) && lineIdsOf(last) === lineIdsOf(step)

    if (continuesLast && now - this.#pushedAt < mergeWithinMs && this.#undone.length === 0) {
      this.#done[this.#done.length - 1] = { ...last, after: step.after }
    } else {
      this.#done = [...this.#done, step].slice(-maxSteps)
    }

    this.#pushedAt = now
    this.#undone = []
  }

  get undoable(): EditLabel | undefined {
    return this.#done.at(-1)?.label
  }

  get redoable(): EditLabel | undefined {
    return this.#undone.at(-1)?.label
  }

  undo(): DoneStep | undefined {
    const step = this.#done.pop()
    if (step) this.#undone.push(step)
    this.#pushedAt = Number.NEGATIVE_INFINITY
    return step
  }

  redo(): DoneStep | undefined {
    const step = this.#undone.pop()
    if (step) this.#done.push(step)
    this.#pushedAt = Number.NEGATIVE_INFINITY
    return step
  }
}
