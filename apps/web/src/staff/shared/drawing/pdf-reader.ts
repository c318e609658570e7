import {
  getDocument,
  PasswordException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DrawingFault, PageView, SheetSize } from './drawing-messages.ts'
import type { OwnFiles } from './own-files.ts'

/** A scan of A0 at 300 dpi. Larger pictures in a PDF are left out. */
const maxImagePixels = 150_000_000

/** Warnings of the library that mean that it has left out a part of the page. */
const omission =
  /exceeded maximum allowed size|Unable to decode image|is not available|ignoring (XObject|errors)|loadFont/

/** Canvases for the library, which by default creates elements of a page. */
class Canvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d') }
  }

  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false })
  }

  reset(entry: { canvas: OffscreenCanvas }, width: number, height: number) {
    entry.canvas.width = width
    entry.canvas.height = height
  }

  destroy(entry: { canvas: OffscreenCanvas }) {
    this.reset(entry, 0, 0)
  }
}

/** Omits the filters of a PDF: the library makes them of page elements, and a worker has none. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addKnockoutFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  createSelectionStyle = () => null
  destroy = () => undefined
}

/**
 * Reads a PDF of a customer in a worker. It only draws pages: links, forms, scripts and embedded
 * files of the PDF do nothing. It reads nothing from the network but the library's own files.
 */
export class PdfReader {
  readonly #ownFiles: OwnFiles
  #task: PDFDocumentLoadingTask | undefined
  #document: PDFDocumentProxy | undefined
  #omissions = 0

  constructor(ownFiles: OwnFiles) {
    this.#ownFiles = ownFiles
  }

  async open(bytes: ArrayBuffer): Promise<{ pages: number }> {
    const fetchOwn = (name: string) => this.#fetchOwn(name)
    this.#task = getDocument({
      data: bytes,
      verbosity: VerbosityLevel.WARNINGS,
      // There is no page here, and fonts belong to this worker.
      ownerDocument: globalThis as unknown as HTMLDocument,
      CanvasFactory: Canvases,
      FilterFactory: NoFilters,
      BinaryDataFactory: class {
        fetch = ({ filename }: { filename: string }) => fetchOwn(filename)
      },
      useWorkerFetch: false,
      disableWorkerRendering: true,
      maxImageSize: maxImagePixels,
    })

    this.#document = await this.#task.promise
    return { pages: this.#document.numPages }
  }

  async size(page: number): Promise<SheetSize> {
    const { width, height } = (await this.#page(page)).getViewport({ scale: 1 })
    return { width, height }
  }

  async draw(page: number, { scale, x, y, width, height }: PageView) {
    const omitted = this.#omissions
    const canvas = new OffscreenCanvas(width, height)
    const read = await this.#page(page)
    await read.render({
      // The library can draw on it; its types only know elements of a page.
      canvas: canvas as unknown as HTMLCanvasElement,
      viewport: read.getViewport({ scale, offsetX: -x, offsetY: -y }),
    }).promise

    return { bitmap: canvas.transferToImageBitmap(), isComplete: this.#omissions === omitted }
  }

  /** Notes what the library says that it leaves out. */
  hear(warning: string): void {
    if (omission.test(warning)) this.#omissions++
  }

  async #page(page: number) {
    if (!this.#document) throw new Error('No PDF is open')
    return this.#document.getPage(page)
  }

  async #fetchOwn(name: string): Promise<Uint8Array> {
    const address = this.#ownFiles[name]
    const answer = address === undefined ? undefined : await fetch(address)
    if (!answer?.ok) {
      this.#omissions++
      throw new Error(`There is no ${name}`)
    }

    return new Uint8Array(await answer.arrayBuffer())
  }
}

export const faultOf = (error: unknown): DrawingFault =>
  error instanceof PasswordException ? 'encrypted' : 'unreadable'
