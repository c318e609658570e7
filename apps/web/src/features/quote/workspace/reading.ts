import type { LengthUnit, PartAnalysis, Stage } from '@cotation/geometry'
import { analyseFile } from '#lib/parts/analyse-file.ts'
import type { LocalFigures } from './line-figures.ts'

export interface ReadingState {
  stage: Stage | undefined
  /** Of the stage, 0 to 1. */
  done: number
  isOver: boolean
  /** A new object when a figure came, and only then. */
  figures: LocalFigures
}

const nothing: LocalFigures = { summary: undefined, analysis: undefined, refusal: undefined }
const untouched: ReadingState = { stage: undefined, done: 0, isOver: false, figures: nothing }

/** A file that this browser reads itself, from the moment it is dropped: its price waits for nobody. */
export class Reading {
  readonly file: File
  #state: ReadingState = untouched
  #controller = new AbortController()
  #listener: () => void = () => {}

  constructor(file: File, unit?: LengthUnit) {
    this.file = file
    void this.#read(unit)
  }

  get state(): ReadingState {
    return this.#state
  }

  /** Who is told of news: the project that the file went to. */
  follow(listener: () => void): void {
    this.#listener = listener
  }

  /** Measures anew in another unit. */
  readIn(unit: LengthUnit): void {
    this.stop()
    this.#controller = new AbortController()
    this.#state = untouched
    void this.#read(unit)
    this.#listener()
  }

  stop(): void {
    this.#controller.abort()
  }

  /** Lets the meshes to look at go, once the server has them too: two hundred of them would fill the memory. */
  shed(): void {
    const { analysis } = this.#state.figures
    if (!analysis?.bodies.some(({ display }) => display)) return
    const bodies = analysis.bodies.map(({ display: _, ...body }) => body)
    this.#figures({ analysis: { ...analysis, bodies } satisfies PartAnalysis })
  }

  async #read(unit: LengthUnit | undefined): Promise<void> {
    const { signal } = this.#controller
    const verdict = await analyseFile(
      this.file,
      unit,
      {
        progress: (stage, done) => {
          if (signal.aborted) return
          this.#state = { ...this.#state, stage, done }
          this.#listener()
        },
        measured: (summary) => {
          if (!signal.aborted) this.#figures({ summary })
        },
      },
      signal,
    )
    if (signal.aborted) return

    this.#state = { ...this.#state, isOver: true }
    this.#figures(verdict.ok ? { analysis: verdict.value, summary: verdict.value } : { refusal: verdict.refusal })
  }

  #figures(news: Partial<LocalFigures>): void {
    this.#state = { ...this.#state, figures: { ...this.#state.figures, ...news } }
    this.#listener()
  }
}
