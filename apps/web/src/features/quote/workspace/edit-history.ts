import type { TechnologySlug } from '@cotation/domain'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { type EditLabel, editLabels, type LineEdit } from './work-line.ts'

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
  /** The lines that the step removed; undoing it restores them on the server. */
  removed?: readonly string[]
  /** Nobody knows whether the removal reached the server. */
  isUnanswered?: boolean
}

const maxSteps = 100

/** Characters typed in quick succession are merged into one step. */
const typedLabels: ReadonlySet<EditLabel> = new Set(['quantity', 'name', 'comment'])
const mergeWithinMs = 1000

const lineIdsOf = (step: DoneStep) => step.after.map(({ lineId }) => lineId).join()

/** Browsers store about five million characters for a site. Older steps are left out. */
const maxStoredCharacters = 500_000

const isStep = (value: unknown): value is DoneStep =>
  typeof value === 'object' &&
  value !== null &&
  'label' in value &&
  editLabels.some((label) => label === value.label) &&
  'before' in value &&
  Array.isArray(value.before) &&
  'after' in value &&
  Array.isArray(value.after)

const stepsOf = (value: unknown): DoneStep[] => (Array.isArray(value) ? value.filter(isStep) : [])

/** The undo and redo stacks of an open project; a reload of the page keeps them. */
export class EditHistory {
  readonly #storage: KeyValueStorage
  readonly #storageKey: string
  #done: DoneStep[] = []
  #undone: DoneStep[] = []
  #pushedAt = Number.NEGATIVE_INFINITY

  constructor(storage: KeyValueStorage, storageKey: string) {
    this.#storage = storage
    this.#storageKey = storageKey
    this.#read()
  }

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

  /** Forgets a step that failed, or that was undone outside of the sequence. */
  drop(step: DoneStep): void {
    this.#done = this.#done.filter((other) => other !== step)
    this.#undone = this.#undone.filter((other) => other !== step)
  }

  /** Puts a step back on a stack after it could not be undone or repeated. */
  moveTo(stack: 'done' | 'undone', step: DoneStep): void {
    this.drop(step)
    if (stack === 'done') this.#done.push(step)
    else this.#undone.push(step)
  }

  /** The step that removed these lines, if it can be undone. */
  findRemoval(lineIds: readonly string[]): DoneStep | undefined {
    return this.#done.findLast(({ removed }) => removed?.join() === lineIds.join())
  }

  /** Stores the steps for the next page of this tab. */
  save(): void {
    let done = this.#done
    let text = JSON.stringify({ done, undone: this.#undone })
    while (text.length > maxStoredCharacters && done.length > 0) {
      done = done.slice(Math.ceil(done.length / 2))
      text = JSON.stringify({ done, undone: [] })
    }

    if (done.length + this.#undone.length === 0) this.#storage.remove(this.#storageKey)
    else this.#storage.set(this.#storageKey, text)
  }

  #read(): void {
    try {
      const stored: unknown = JSON.parse(this.#storage.get(this.#storageKey) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return
      if ('done' in stored) this.#done = stepsOf(stored.done)
      if ('undone' in stored) this.#undone = stepsOf(stored.undone)
    } catch {
      // Not ours, or cut off: the history starts empty.
    }
  }
}
