import type { TechnologySlug } from '@cotation/domain'
import type { EditLabel, LineEdit } from './work-line.ts'

/** A step that can be taken back, and done again. */
export interface DoneStep {
  label: EditLabel
  before: readonly LineEdit[]
  after: readonly LineEdit[]
  /** Where the project's technology changed with the lines. */
  service?: { before: TechnologySlug; after: TechnologySlug }
}

const mostSteps = 100

/** Digits and letters typed one after the other are one step. */
const typed: ReadonlySet<EditLabel> = new Set(['quantity', 'name', 'comment'])
const togetherMs = 1000

const linesOf = (step: DoneStep) => step.after.map(({ lineId }) => lineId).join()

/** The steps of a customer in this project, as long as it is open. */
export class EditHistory {
  #done: DoneStep[] = []
  #undone: DoneStep[] = []
  #pushedAt = Number.NEGATIVE_INFINITY

  push(step: DoneStep, now: number): void {
    const last = this.#done.at(-1)
    const isSame = last && last.label === step.label && typed.has(step.label) && linesOf(last) === linesOf(step)
    if (isSame && now - this.#pushedAt < togetherMs && this.#undone.length === 0) {
      this.#done[this.#done.length - 1] = { ...last, after: step.after }
    } else {
      this.#done = [...this.#done, step].slice(-mostSteps)
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
