import { type PdfLeaf, type PdfPaper, type PdfStyle, rowHeightOf } from '#adapters/pdf/pdf.ts'

export const ink = '#16202b'
export const inkSoft = '#4c5866'
export const line = '#c9d0d8'
export const accent = '#b23a08'

export const margin = 42
const top = 42
const footerHeight = 34

/** Where the next thing goes, on pages that follow each other. */
export class SheetPage {
  readonly paper: PdfPaper
  readonly width: number
  y = top
  /** Drawn at the top of every page but the first; gives back where the content begins. */
  heading: (y: number) => number = (y) => y

  constructor(paper: PdfPaper) {
    this.paper = paper
    this.width = paper.width - 2 * margin
  }

  get bottom(): number {
    return this.paper.height - margin - footerHeight
  }

  /** Of a page that has nothing but its heading: a block that is higher must be broken. */
  get mostHeight(): number {
    return this.bottom - top - 60
  }

  /** Begins a new page where `height` does not fit any more. */
  async need(height: number): Promise<void> {
    if (this.y + height > this.bottom) await this.turn()
  }

  async turn(): Promise<void> {
    await this.paper.addPage()
    this.y = top
    this.paper.artifact(() => {
      this.y = this.heading(top)
    })
  }

  /** A text over the whole width, or from `left` on, breaking over pages line by line. */
  async paragraph(tag: PdfLeaf, text: string, style: PdfStyle, { left = 0, after = 4 } = {}): Promise<void> {
    const height = rowHeightOf(style.size)
    const width = this.width - left
    const lines = this.paper.wrap(text, width, style)
    let from = 0

    while (from < lines.length) {
      await this.need(height)
      const fitting = Math.max(1, Math.floor((this.bottom - this.y) / height))
      const shown = lines.slice(from, from + fitting)
      this.paper.leaf(tag, () => this.paper.text(shown, margin + left, this.y, width, style))
      this.y += shown.length * height
      from += shown.length
    }

    this.y += after
  }

  /** A title that does not stay behind alone at the foot of a page. */
  async title(text: string): Promise<void> {
    await this.need(52)
    this.y += 12
    await this.paragraph('H2', text, { size: 11, weight: 'semibold', colour: ink })
  }
}
