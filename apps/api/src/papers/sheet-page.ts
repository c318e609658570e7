import { type PdfLeaf, type PdfPaper, type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'

export const ink = '#16202b'
export const inkSoft = '#4c5866'
export const ruleColour = '#c9d0d8'
export const accent = '#b23a08'

export const margin = 42
const top = 42
const footerHeight = 34

export const titleStyle: PdfStyle = { size: 11, weight: 'semibold', colour: ink }

/** A cursor over consecutive pages: `y` is where the next content goes. */
export class SheetPage {
  readonly paper: PdfPaper
  readonly width: number
  y = top
  /** Draws the top of every page but the first and returns the y below it. */
  heading: (y: number) => number = (y) => y

  constructor(paper: PdfPaper) {
    this.paper = paper
    this.width = paper.width - 2 * margin
  }

  get bottom(): number {
    return this.paper.height - margin - footerHeight
  }

  /** The height below the heading of an empty page; a taller block must be split. */
  get maxBlockHeight(): number {
    return this.bottom - top - 60
  }

  /** Starts a new page if `height` does not fit. */
  async reserve(height: number): Promise<void> {
    if (this.y + height > this.bottom) await this.nextPage()
  }

  async nextPage(): Promise<void> {
    await this.paper.addPage()
    this.y = top
    this.paper.artifact(() => {
      this.y = this.heading(top)
    })
  }

  /** A text over the whole width, or indented by `left`, that may continue on the next page. */
  async paragraph(tag: PdfLeaf, text: string, style: PdfStyle, { left = 0, after = 4 } = {}): Promise<void> {
    const rowHeight = rowHeightOf(style.size)
    const width = this.width - left
    const rows = this.paper.wrap(text, width, style)
    let from = 0

    while (from < rows.length) {
      await this.reserve(rowHeight)
      const fitting = Math.max(1, Math.floor((this.bottom - this.y) / rowHeight))
      const shown = rows.slice(from, from + fitting)
      this.paper.leaf(tag, () => this.paper.text(shown, margin + left, this.y, width, style))
      this.y += shown.length * rowHeight
      from += shown.length
    }

    this.y += after
  }

  /** A title, never alone at the bottom of a page. */
  async title(text: string, { before = 12, after = 4 } = {}): Promise<void> {
    await this.reserve(52)
    this.y += before
    await this.paragraph('H2', text, titleStyle, { after })
  }
}
