import type { LengthUnit, PartAnalysis, Stage } from '@cotation/geometry'
import { analyseFile } from '#lib/files/analyse-file.ts'
import type { LocalFigures } from './line-figures.ts'

export interface ReadingState {
  stage: Stage | undefined
  /** Progress within the stage, 0 to 1. */
  done: number
  isOver: boolean
  /** A new object only when a figure changes. */
  figures: LocalFigures
}

const noFigures: LocalFigures = { summary: undefined, analysis: undefined, refusal: undefined }
const initialState: ReadingState = { stage: undefined, done: 0, isOver: false, figures: noFigures }

/**
 * The analysis of a file in this browser. It starts as soon as the file is dropped, so the first
 * price needs no server.
 */
export class Reading {
  readonly file: File
  #state: ReadingState = initialState
  #controller = new AbortController()
  #listener: () => void = () => {}

  constructor(file: File, unit?: LengthUnit) {
    this.file = file
    void this.#read(unit)
  }

  get state(): ReadingState {
    return this.#state
  }

  /** Replaces the listener: a file belongs to one project. */
  subscribe(listener: () => void): void {
    this.#listener = listener
  }

  /** Restarts the analysis in another unit. */
  readIn(unit: LengthUnit): void {
    this.stop()
    this.#controller = new AbortController()
    this.#state = initialState
    void this.#read(unit)
    this.#listener()
  }

  stop(): void {
    this.#controller.abort()
  }

  /**
   * Frees the display meshes once the server has them: those of two hundred parts would not fit in
   * memory.
   */
  freeMeshes(): void {
    const { analysis } = this.#state.figures
    if (!analysis?.bodies.some(({ display }) => display)) return

    const bodies = analysis.bodies.map(({ display: _, ...body }) => body)
    this.#update({ analysis: { ...analysis, bodies } satisfies PartAnalysis })
  }

  async #read(unit: LengthUnit | undefined): Promise<void> {
    const { signal } = this.#controller
    const events = {
      progress: (stage: Stage, done: number) => {
        if (signal.aborted) return
        this.#state = { ...this.#state, stage, done }
        this.#listener()
      },
      measured: (summary: LocalFigures['summary']) => {
        if (!signal.aborted) this.#update({ summary })
      },
    }

    const verdict = await analyseFile(this.file, unit, events, signal)
    if (signal.aborted) return

    this.#state = { ...this.#state, isOver: true }
    this.#update(verdict.ok ? { analysis: verdict.value, summary: verdict.value } : { refusal: verdict.refusal })
  }

  #update(figures: Partial<LocalFigures>): void {
    this.#state = { ...this.#state, figures: { ...this.#state.figures, ...figures } }
    this.#listener()
  }
}
