import { setImmediate as nextTurn } from 'node:timers/promises'
import { html } from '@cotation/html'
import PdfDocument from 'pdfkit'
import { canDraw, type PdfWeight, registerFonts } from './pdf-fonts.ts'
import { printable, wrapText } from './pdf-text.ts'

export interface PdfFacts {
  title: string
  author: string
  language: string
  /** Part of the file: the same content created at the same time gives the same bytes. */
  madeAt: Date
  /** A4 if it is absent. */
  size?: PageSize
  /** Off in tests, which read the text. */
  compress?: boolean
}

export interface PdfStyle {
  size: number
  weight?: PdfWeight
  colour?: string
  align?: 'left' | 'right'
}

/** PDF structure tags for screen readers. */
export type PdfLeaf = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure'
export type PdfGroup = 'Sect' | 'Table' | 'TR' | 'L'

interface PageSize {
  width: number
  height: number
}

const pointsPerMm = 72 / 25.4
const a4: PageSize = { width: 595.28, height: 841.89 }

/** What label printers of carriers use: 100 × 150 mm. */
export const labelSize: PageSize = { width: 100 * pointsPerMm, height: 150 * pointsPerMm }

export const rowHeightOf = (size: number): number => Math.round(size * 1.35 * 100) / 100

/** Shown for characters our font lacks; a font for all languages would be too large to ship. */
const missingGlyph = '□'

/** A document of equal pages. Lengths in points, y from the top. */
export class PdfPaper {
  readonly width: number
  readonly height: number
  readonly #document: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #root: PDFKit.PDFStructureElement
  #parents: PDFKit.PDFStructureElement[] = []

  constructor(document: PDFKit.PDFDocument, { width, height }: PageSize) {
    this.width = width
    this.height = height
    this.#document = document
    document.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
  }

  /** Wraps a text to rows of a width; `maxRows` cuts it. */
  wrap(text: string, width: number, style: PdfStyle, maxRows?: number): string[] {
    this.#selectFont(style)
    return wrapText(text, width, (piece) => this.#document.widthOfString(this.#drawable(piece)), maxRows)
  }

  text(rows: readonly string[], x: number, y: number, width: number, style: PdfStyle): void {
    for (const [index, row] of rows.entries())
      if (row !== '') this.#drawRow(row, x, y + index * rowHeightOf(style.size), width, style)
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.#document.rect(x, y, width, height).fill(colour)
  }

  /** A JPEG, scaled to fit into the square. */
  picture(jpeg: Uint8Array, x: number, y: number, side: number): void {
    this.#document.image(Buffer.from(jpeg), x, y, { fit: [side, side], align: 'center', valign: 'center' })
  }

  /** Yields to the event loop, because a long document takes its time. */
  async addPage(): Promise<void> {
    await nextTurn()
    this.#document.addPage()
  }

  /** Draws on all existing pages; the last one stays current. */
  onEveryPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.#document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(page)
      draw(page + 1, count)
    }
  }

  /** A structure element with children, for screen readers. */
  async group<T>(tag: PdfGroup, draw: () => T | Promise<T>): Promise<T> {
    const element = this.#document.struct(tag)
    this.#parent().add(element)
    this.#parents.push(element)

    try {
      return await draw()
    } finally {
      this.#parents.pop()
      element.end()
    }
  }

  /** A structure element with content, for screen readers; it must not cross a page. */
  leaf(tag: PdfLeaf, draw: () => void, alt?: string): void {
    const element = this.#document.struct(tag, alt === undefined ? {} : { alt: printable(alt) })
    this.#parent().add(element)
    element.add(this.#document.markStructureContent(tag))
    draw()
    this.#document.endMarkedContent()
    element.end()
  }

  /** Content that screen readers skip: rules, repeated headings, page numbers. */
  artifact(draw: () => void): void {
    this.#document.markContent('Artifact')
    draw()
    this.#document.endMarkedContent()
  }

  finish(): Promise<Buffer> {
    this.#root.end()
    return new Promise((resolve, reject) => {
      this.#document.on('end', () => resolve(Buffer.concat(this.#chunks)))
      this.#document.on('error', reject)
      this.#document.end()
    })
  }

  #parent() {
    return this.#parents.at(-1) ?? this.#root
  }

  #selectFont({ size, weight = 'regular' }: PdfStyle) {
    return this.#document.font(weight).fontSize(size)
  }

  #drawable(text: string): string {
    return text.replaceAll(/[^\x20-\x7e]/gu, (character) =>
      canDraw(this.#document, character) ? character : missingGlyph,
    )
  }

  #drawRow(row: string, x: number, y: number, width: number, style: PdfStyle): void {
    const drawn = this.#drawable(row)
    this.#selectFont(style).fillColor(style.colour ?? '#000000')
    const left = style.align === 'right' ? x + width - this.#document.widthOfString(drawn) : x

    // Copying, searching and reading aloud use the original text.
    if (drawn !== row) this.#document.markContent('Span', { actual: row })
    this.#document.text(drawn, left, y, { lineBreak: false })
    if (drawn !== row) this.#document.endMarkedContent()
  }
}

/** Markup in a title, such as a customer's project name, must not become part of the metadata. */
const escaped = (text: string | undefined): string => html`${text ?? ''}`.markup

/**
 * pdfkit writes title and author into the XMP metadata as they are. They are escaped there only: the
 * other copy, in the information dictionary, is no XML.
 */
function escapeMetadata(document: PDFKit.PDFDocument & { endMetadata?: () => void }): void {
  const endMetadata = document.endMetadata?.bind(document)
  if (!endMetadata) throw new Error('pdfkit writes its metadata in another way')

  document.endMetadata = () => {
    const { info } = document
    const { Title, Author, Producer, Creator } = info
    document.info = {
      ...info,
      Title: escaped(Title),
      Author: escaped(Author),
      Producer: escaped(Producer),
      Creator: escaped(Creator),
    }

    endMetadata()
    document.info = info
  }
}

export async function createPdf(facts: PdfFacts): Promise<PdfPaper> {
  const author = printable(facts.author)
  const size = facts.size ?? a4
  const document = new PdfDocument({
    size: [size.width, size.height],
    margin: 0,
    bufferPages: true,
    compress: facts.compress ?? true,
    pdfVersion: '1.7',
    lang: facts.language,
    tagged: true,
    displayTitle: true,
    info: {
      Title: printable(facts.title),
      Author: author,
      Producer: author,
      Creator: author,
      CreationDate: facts.madeAt,
    },
  })
  escapeMetadata(document)
  await registerFonts(document)

  return new PdfPaper(document, size)
}
