import { type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import { accent, ink, inkSoft, margin, ruleColour, type SheetPage } from './sheet-page.ts'

export const body: PdfStyle = { size: 8.5, colour: ink }
export const soft: PdfStyle = { size: 8, colour: inkSoft }
export const label: PdfStyle = { size: 8, colour: inkSoft }
export const strong: PdfStyle = { size: 9, weight: 'semibold', colour: ink }

export interface TextBox {
  x: number
  y: number
  width: number
  /** Default 4. */
  maxRows?: number
}

/** Draws a paragraph and returns the y below it. */
export function drawText(page: SheetPage, text: string, box: TextBox, style: PdfStyle): number {
  const { x, y, width, maxRows = 4 } = box
  const rows = page.paper.wrap(text, width, style, maxRows)
  page.paper.leaf('P', () => page.paper.text(rows, x, y, width, style))
  return y + rows.length * rowHeightOf(style.size)
}

/** Texts under a name; the first is bold. */
export interface LetterBlock {
  name: string
  texts: readonly string[]
  maxRowsPerText: number
}

export interface Letterhead {
  brand: string
  /** The seller, below the brand's name. */
  seller: readonly string[]
  title: string
  heading: readonly (readonly [name: string, value: string])[]
  left: LetterBlock
  right: LetterBlock
}

function drawBlock(page: SheetPage, block: LetterBlock, box: TextBox): number {
  let y = drawText(page, block.name, box, label)
  for (const [index, text] of block.texts.entries()) {
    const style = index === 0 ? strong : soft
    y = drawText(page, text, { ...box, y, maxRows: block.maxRowsPerText }, style)
  }
  return y
}

/** The top of the first page: seller, title, heading, and the two parties. */
export function drawLetterhead(page: SheetPage, letterhead: Letterhead): void {
  const { paper } = page
  const width = page.width / 2 - 12
  const right = margin + page.width - width
  paper.artifact(() => paper.fill(margin, page.y, page.width, 2, accent))

  const top = page.y + 14
  const columnsEnd = Math.max(
    drawSeller(page, letterhead, { x: margin, y: top, width }),
    drawTitle(page, letterhead, { x: right, y: top, width }),
  )

  const y = columnsEnd + 16
  const leftEnd = drawBlock(page, letterhead.left, { x: margin, y, width })
  const rightEnd = drawBlock(page, letterhead.right, { x: right, y, width })
  page.y = Math.max(leftEnd, rightEnd) + 18
}

function drawSeller(page: SheetPage, { brand, seller }: Letterhead, box: TextBox): number {
  let y = drawText(page, brand, { ...box, maxRows: 2 }, { size: 16, weight: 'semibold', colour: ink }) + 2
  for (const text of seller) y = drawText(page, text, { ...box, y }, soft)
  return y
}

function drawTitle(page: SheetPage, { title, heading }: Letterhead, { x, y, width }: TextBox): number {
  const style = { size: 16, weight: 'semibold', colour: accent } as const
  page.paper.leaf('H1', () => page.paper.text([title], x, y, width, style))

  let rowY = y + rowHeightOf(style.size) + 2
  for (const [name, value] of heading) {
    const nameEnd = rowY + rowHeightOf(label.size)
    drawText(page, name, { x, y: rowY, width: 96 }, label)
    rowY = Math.max(drawText(page, value, { x: x + 100, y: rowY, width: width - 100 }, strong), nameEnd)
  }

  return rowY
}

/** The top of every page but the first; returns the y below it. */
export function drawContinuation(page: SheetPage, brand: string, about: string, y: number): number {
  const { paper } = page
  const text = paper.wrap(about, page.width - 130, soft, 1)
  paper.text(paper.wrap(brand, 120, strong, 1), margin, y, 120, strong)
  paper.text(text, margin + 130, y, page.width - 130, { ...soft, align: 'right' })
  paper.fill(margin, y + 16, page.width, 0.5, ruleColour)
  return y + 26
}

/** The seller and the page number at the bottom of every page. */
export function drawFooters(page: SheetPage, seller: string, pageText: (page: number, pages: number) => string): void {
  const { paper } = page
  const y = paper.height - margin - 12
  paper.onEveryPage((current, pages) => {
    paper.artifact(() => {
      paper.fill(margin, y - 7, page.width, 0.5, ruleColour)
      paper.text(paper.wrap(seller, page.width - 170, soft, 1), margin, y, page.width - 170, soft)
      paper.text([pageText(current, pages)], margin + page.width - 170, y, 170, { ...soft, align: 'right' })
    })
  })
}
