import type { LineView } from '@cotation/contracts'
import type { Stage } from '@cotation/geometry'
import type { TransferState } from '#lib/files/transfer.ts'
import { type FigureSources, type LineFigures, lineFigures } from './line-figures.ts'
import type { ReadingState } from './reading.ts'
import type { LineProgress, WorkLine } from './work-line.ts'

interface LineSources extends Omit<FigureSources, 'local'> {
  reading: ReadingState | undefined
  transfer: TransferState | undefined
  isLong: boolean
}

interface Cached {
  sources: FigureSources
  figures: LineFigures
  line: WorkLine
}

const isSame = <T extends object>(one: T, other: T): boolean =>
  (Object.keys(one) as (keyof T)[]).every((key) => Object.is(one[key], other[key]))

const isSameProgress = (one: LineProgress | undefined, other: LineProgress | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSame(one, other))

/**
 * Builds the lines and caches them: after an edit of one line, all other lines are the same objects
 * as before.
 */
export class LineCache {
  readonly #cached = new Map<string, Cached>()
  readonly #bodies = new WeakMap<LineView, Map<number, LineView>>()

  /**
   * The line, followed by provisional lines for further bodies until the server has split the file.
   */
  linesOf(sources: LineSources): WorkLine[] {
    const { view, reading } = sources
    const bodies = reading?.figures.analysis?.bodies ?? []
    const line = this.#lineOf(view.id, sources, false)
    if (view.body || bodies.length < 2) return [line]

    const further = bodies.slice(1).map(({ name, count }, at) => {
      const body = { index: at + 1, name, perFile: count, bodies: bodies.length, failure: null }
      const bodyView = this.#bodyView(view, body)
      return this.#lineOf(`${view.id}/${body.index}`, { ...sources, view: bodyView, edit: undefined }, true)
    })

    return [line, ...further]
  }

  /** Evicts all other lines. */
  retain(ids: ReadonlySet<string>): void {
    for (const id of this.#cached.keys()) if (!ids.has(id)) this.#cached.delete(id)
  }

  #bodyView(view: LineView, body: NonNullable<LineView['body']>): LineView {
    const known = this.#bodies.get(view) ?? new Map<number, LineView>()
    this.#bodies.set(view, known)

    const bodyView = known.get(body.index) ?? { ...view, name: body.name || view.name, body }
    known.set(body.index, bodyView)

    return bodyView
  }

  #lineOf(id: string, all: LineSources, provisional: boolean): WorkLine {
    const { reading, transfer, isLong, ...given } = all
    const { view } = given
    const sources: FigureSources = { ...given, local: reading?.figures }

    const before = this.#cached.get(id)
    const figures = before && isSame(before.sources, sources) ? before.figures : lineFigures(sources)
    const running = reading && !reading.isOver ? reading : undefined
    const progress = lineProgress({
      view,
      reading: running,
      transfer,
      isLong,
      isRefused: figures.refusal !== undefined,
    })

    if (before && before.figures === figures && isSameProgress(before.line.progress, progress)) return before.line

    const line: WorkLine = { id, ...figures, progress, provisional, view }
    this.#cached.set(id, { sources, figures, line })

    return line
  }
}

interface ProgressSources {
  view: LineView
  /** The analysis in this browser; undefined if there is none or it is over. */
  reading: { stage: Stage | undefined; done: number } | undefined
  transfer: TransferState | undefined
  isLong: boolean
  isRefused: boolean
}

const stepOf = {
  looking: 'waiting',
  waiting: 'waiting',
  sending: 'uploading',
  elsewhere: 'uploading',
  paused: 'paused',
  broken: 'interrupted',
  full: 'storageFull',
  lost: 'interrupted',
  reporting: 'storing',
} as const satisfies Record<TransferState['state'], LineProgress['step']>

/** The upload and analysis progress of a line's file; undefined once it is analysed. */
function lineProgress(sources: ProgressSources): LineProgress | undefined {
  const { view, reading, transfer, isLong, isRefused } = sources
  const { state, bytes } = view.upload

  // The file is analysed, but the line is not judged yet.
  const isUnjudged = state === 'done' && view.status === 'analysing'
  if (isRefused || (state === 'done' && !isUnjudged) || state === 'failed' || state === 'expired') return undefined

  if (state === 'received') return { step: 'storing', done: undefined, isLong: false }
  if (state === 'analysing' || isUnjudged) return { step: 'analysing', done: undefined, isLong }

  const step = stepOf[transfer?.state ?? 'looking']
  // Spec 4: parsing, then uploading. Both run in parallel; parsing is shown first because it gives
  // the price.
  if (reading && (step === 'waiting' || step === 'uploading')) {
    return { isLong: false, step: reading.stage ? 'parsing' : 'waiting', done: reading.stage ? reading.done : 0 }
  }

  const isMoving = step === 'uploading' && transfer?.state === 'sending'
  return { isLong: false, step, done: isMoving || step === 'paused' ? (transfer?.sentBytes ?? 0) / bytes : undefined }
}
