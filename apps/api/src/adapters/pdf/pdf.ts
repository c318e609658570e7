import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import { printable, wrappedLines } from './pdf-text.ts'

export interface PdfFacts {
  title: string
  author: string
  language: string
  /** Part of the bytes: the same content made at the same moment is the same file. */
  madeAt: Date
  /** Tests read the text of a document that is not packed. */
  compress?: boolean
}

export interface PdfStyle {
  size: number
  weight?: 'regular' | 'semibold'
  colour?: string
  align?: 'left' | 'right'
}

/** Roles of PDF structure that a screen reader knows. */
export type PdfLeaf = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure'
export type PdfGroup = 'Sect' | 'Table' | 'TR' | 'L'

const a4 = { width: 595.28, height: 841.89 }
export const lineHeightOf = (size: number): number => Math.round(size * 1.35 * 100) / 100

/** No font for the characters of every language is small enough to carry: a box stands for what ours lacks. */
const missing = '□'

/** Whole fonts, of which a document embeds the characters it uses; those of web pages cannot be cut. */
const fontFile = (path: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${path}.ttf`)))
let fonts: Promise<[regular: Buffer, semibold: Buffer]> | undefined

interface Coverage {
  hasGlyphForCodePoint(code: number): boolean
}

/** One document of A4 pages in the making. Lengths in points, y from the top. */
export class PdfPaper {
  readonly width = a4.width
  readonly height = a4.height
  readonly #document: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  readonly #coverage: Coverage
  readonly #root: PDFKit.PDFStructureElement
  #parents: PDFKit.PDFStructureElement[] = []

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    document.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    document.font('regular')
    // The library keeps the opened font to itself, and would draw an empty glyph without a word.
    this.#coverage = (document as unknown as { _font: { font: Coverage } })._font.font
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
  }

  /** How a text breaks into lines of a width; `most` cuts it. */
  lines(text: string, width: number, style: PdfStyle, most?: number): string[] {
    this.#choose(style)
    return wrappedLines(text, width, (part) => this.#document.widthOfString(this.#shown(part)), most)
  }

  text(lines: readonly string[], x: number, y: number, width: number, style: PdfStyle): void {
    for (const [index, line] of lines.entries())
      if (line !== '') this.#drawLine(line, x, y + index * lineHeightOf(style.size), width, style)
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.#document.rect(x, y, width, height).fill(colour)
  }

  /** A JPEG, whole within the square. */
  picture(jpeg: Buffer, x: number, y: number, side: number): void {
    this.#document.image(jpeg, x, y, { fit: [side, side], align: 'center', valign: 'center' })
  }

  /** Lets others be served in between: a long document takes its time. */
  async addPage(): Promise<void> {
    await nextTurn()
    this.#document.addPage()
  }

  /** Draws on every page that there is; the last one stays open. */
  onEveryPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.#document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(page)
      draw(page + 1, count)
    }
  }

  /** What belongs together for a screen reader. */
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

  /** One thing that a screen reader tells; it must not cross a page. */
  leaf(tag: PdfLeaf, draw: () => void, alt?: string): void {
    const element = this.#document.struct(tag, alt === undefined ? {} : { alt: printable(alt) })
    this.#parent().add(element)
    element.add(this.#document.markStructureContent(tag))
    draw()
    this.#document.endMarkedContent()
    element.end()
  }

  /** Seen and not told: rules, repeated headings, page numbers. */
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

  #choose({ size, weight = 'regular' }: PdfStyle) {
    return this.#document.font(weight).fontSize(size)
  }

  #shown(line: string): string {
    return line.replaceAll(/[^\x20-\x7e]/gu, (mark) =>
      this.#coverage.hasGlyphForCodePoint(mark.codePointAt(0) ?? 0) ? mark : missing,
    )
  }

  #drawLine(line: string, x: number, y: number, width: number, style: PdfStyle): void {
    const drawn = this.#shown(line)
    this.#choose(style).fillColor(style.colour ?? '#000000')
    const left = style.align === 'right' ? x + width - this.#document.widthOfString(drawn) : x
    // Copied, searched for or read aloud, the text is whole.
    if (drawn !== line) this.#document.markContent('Span', { actual: line })
    this.#document.text(drawn, left, y, { lineBreak: false })
    if (drawn !== line) this.#document.endMarkedContent()
  }
}

export async function createPdf(facts: PdfFacts): Promise<PdfPaper> {
  fonts ??= Promise.all([fontFile('400Regular/Inter_400Regular'), fontFile('600SemiBold/Inter_600SemiBold')])

  const [regular, semibold] = await fonts
  const author = printable(facts.author)
  const document = new PdfDocument({
    size: 'A4',
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
  document.registerFont('regular', regular)
  document.registerFont('semibold', semibold)

  return new PdfPaper(document)
}
