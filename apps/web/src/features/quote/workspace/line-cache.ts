import type { LineView } from '@cotation/contracts'
import type { TransferState } from '#lib/uploads/transfer.ts'
import { type FigureSources, type LineFigures, lineFigures } from './line-figures.ts'
import { lineProgress } from './line-progress.ts'
import type { ReadingState } from './reading.ts'
import type { WorkLine } from './work-line.ts'

export interface LineSources extends Omit<FigureSources, 'local'> {
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

/** A body that the server has yet to give a line of its own. */
function bodyView(view: LineView, index: number, { name, count }: { name: string; count: number }, bodies: number) {
  return { ...view, name: name || view.name, body: { index, name, perFile: count, bodies } }
}

/** Lines made from what is known. Editing one of two hundred makes one anew: the others come out as the same objects. */
export class LineCache {
  readonly #cached = new Map<string, Cached>()
  readonly #bodies = new WeakMap<LineView, Map<number, LineView>>()

  /** The line, followed by one for every further body while the server has not split the file. */
  linesOf(sources: LineSources): WorkLine[] {
    const { view, reading } = sources
    const bodies = reading?.figures.analysis?.bodies ?? []
    const line = this.#lineOf(view.id, sources, false)
    if (view.body || bodies.length < 2) return [line]

    const further = bodies.slice(1).map((body, at) => {
      const index = at + 1
      const own = this.#bodyView(view, index, () => bodyView(view, index, body, bodies.length))
      return this.#lineOf(`${view.id}/${index}`, { ...sources, view: own, edit: undefined }, true)
    })

    return [line, ...further]
  }

  /** Forgets lines that are gone. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.#cached.keys()) if (!ids.has(id)) this.#cached.delete(id)
  }

  #bodyView(view: LineView, index: number, make: () => LineView): LineView {
    const known = this.#bodies.get(view) ?? new Map<number, LineView>()
    this.#bodies.set(view, known)
    const own = known.get(index) ?? make()
    known.set(index, own)
    return own
  }

  #lineOf(id: string, all: LineSources, provisional: boolean): WorkLine {
    const { view, edit, facts, catalogue, service, expired, reading, transfer, isLong } = all
    const sources: FigureSources = { view, edit, facts, catalogue, service, expired, local: reading?.figures }
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
    const isUnmoved =
      before?.line.progress === progress ||
      (before?.line.progress && progress ? isSame(before.line.progress, progress) : false)
    if (before && before.figures === figures && isUnmoved) return before.line

    const line: WorkLine = { id, ...figures, progress, provisional, view }
    this.#cached.set(id, { sources, figures, line })

    return line
  }
}
