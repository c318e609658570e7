import workerUrl from './drawing.worker.ts?worker&url'
import type {
  DrawingFault,
  PageView,
  PdfAnswer,
  PdfQuestion,
  PdfRequest,
  PdfResults,
  SheetSize,
} from './drawing-messages.ts'
import { ownFiles } from './own-files.ts'

/** A hostile file may need hours. A scan of A0 takes some seconds on a slow tablet. */
const deadlineMs = 30_000

const canDraw = () => typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined'

/** Why a drawing, or a page of it, is not shown. */
export class DrawingError extends Error {
  readonly fault: DrawingFault

  constructor(fault: DrawingFault) {
    super(`The drawing is not shown: ${fault}`)
    this.fault = fault
  }
}

interface Waiting {
  resolve: (result: never) => void
  reject: (error: DrawingError) => void
  timer: ReturnType<typeof setTimeout>
}

/** A PDF in a worker of its own, which ends with it: nothing in the file can block the page. */
export class PdfDrawing {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #questions = 0
  #fault: DrawingFault | undefined
  #pages = 0

  private constructor() {
    this.#worker = new Worker(workerUrl, { type: 'module', name: 'drawing' })
    this.#worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => this.#settle(data)
    this.#worker.onerror = () => this.#end('unreadable')
  }

  static async open(file: Blob, closed: AbortSignal): Promise<PdfDrawing> {
    if (!canDraw()) throw new DrawingError('unsupported')

    const bytes = await file.arrayBuffer()
    closed.throwIfAborted()
    const drawing = new PdfDrawing()
    closed.addEventListener('abort', () => drawing.#end('unreadable'))

    drawing.#pages = (await drawing.#ask({ kind: 'open', bytes }, [bytes])).pages
    return drawing
  }

  get pages(): number {
    return this.#pages
  }

  size(page: number): Promise<SheetSize> {
    return this.#ask({ kind: 'size', page })
  }

  draw(page: number, view: PageView): Promise<PdfResults['draw']> {
    return this.#ask({ kind: 'draw', page, view })
  }

  #ask<Q extends PdfQuestion>(question: Q, transfer: Transferable[] = []): Promise<PdfResults[Q['kind']]> {
    if (this.#fault) return Promise.reject(new DrawingError(this.#fault))

    const id = this.#questions++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end('too-slow'), deadlineMs)
      this.#waiting.set(id, { resolve, reject, timer })
      const request: PdfRequest = { id, question }
      this.#worker.postMessage(request, transfer)
    })
  }

  #settle(answer: PdfAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return

    this.#waiting.delete(answer.id)
    clearTimeout(waiting.timer)
    if ('fault' in answer) waiting.reject(new DrawingError(answer.fault))
    else waiting.resolve(answer.result as never)
  }

  #end(fault: DrawingFault): void {
    this.#fault ??= fault
    this.#worker.terminate()
    for (const id of [...this.#waiting.keys()]) this.#settle({ id, fault: this.#fault })
  }
}

/** Loads the code that draws a PDF into the cache of the browser, for the time without a network. */
export async function loadPdfCode(): Promise<void> {
  await Promise.all([workerUrl, ...Object.values(ownFiles)].map((address) => fetch(address)))
}
