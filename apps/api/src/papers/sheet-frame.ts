import { type PdfStyle, rowHeightOf } from '#adapters/pdf/pdf.ts'
import { accent, ink, inkSoft, line as lineColour, margin, type SheetPage } from './sheet-page.ts'

export const body: PdfStyle = { size: 8.5, colour: ink }
export const soft: PdfStyle = { size: 8, colour: inkSoft }
export const label: PdfStyle = { size: 8, colour: inkSoft }
export const strong: PdfStyle = { size: 9, weight: 'semibold', colour: ink }

/** One text in a column; gives back where the next goes. */
export function put(
  page: SheetPage,
  text: string,
  x: number,
  y: number,
  width: number,
  style: PdfStyle,
  most = 4,
): number {
  const lines = page.paper.wrap(text, width, style, most)
  page.paper.leaf('P', () => page.paper.text(lines, x, y, width, style))
  return y + lines.length * rowHeightOf(style.size)
}

/** Texts under a name, the first of them strong. */
export interface LetterBlock {
  name: string
  texts: readonly string[]
  /** Lines that one text may take. */
  most: number
}

export interface Letterhead {
  brand: string
  /** Under the brand's name: who sells. */
  seller: readonly string[]
  title: string
  /** Name and value, in their order. */
  heading: readonly (readonly [name: string, value: string])[]
  left: LetterBlock
  right: LetterBlock
}

function drawBlock(page: SheetPage, { name, texts, most }: LetterBlock, x: number, y: number, width: number): number {
  let at = put(page, name, x, y, width, label)
  for (const [index, text] of texts.entries()) at = put(page, text, x, at, width, index === 0 ? strong : soft, most)
  return at
}

/** What a paper is, from whom and for whom. */
export function drawLetterhead(page: SheetPage, { brand, seller, title, heading, left, right }: Letterhead): void {
  const { paper } = page
  const column = page.width / 2 - 12
  const x = margin + page.width - column
  paper.artifact(() => paper.fill(margin, page.y, page.width, 2, accent))
  let from = page.y + 14
  from = put(page, brand, margin, from, column, { size: 16, weight: 'semibold', colour: ink }, 2) + 2
  for (const text of seller) from = put(page, text, margin, from, column, soft)

  const titled = { size: 16, weight: 'semibold', colour: accent } as const
  let at = page.y + 14
  paper.leaf('H1', () => paper.text([title], x, at, column, titled))
  at += rowHeightOf(titled.size) + 2
  for (const [name, value] of heading) {
    const row = at
    put(page, name, x, row, 96, label)
    at = Math.max(put(page, value, x + 100, row, column - 100, strong), row + rowHeightOf(label.size))
  }

  const blocks = Math.max(from, at) + 16
  const to = drawBlock(page, left, margin, blocks, column)
  page.y = Math.max(to, drawBlock(page, right, x, blocks, column)) + 18
}

/** What every page but the first begins with. */
export function drawContinuation(page: SheetPage, brand: string, about: string, y: number): number {
  const { paper } = page
  const text = paper.wrap(about, page.width - 130, soft, 1)
  paper.text(paper.wrap(brand, 120, strong, 1), margin, y, 120, strong)
  paper.text(text, margin + 130, y, page.width - 130, { ...soft, align: 'right' })
  paper.fill(margin, y + 16, page.width, 0.5, lineColour)
  return y + 26
}

/** Who sells, the paper's number and the page's, at the foot of every page. */
export function drawFooters(page: SheetPage, who: string, placed: (page: number, pages: number) => string): void {
  const { paper } = page
  const y = paper.height - margin - 12
  paper.onEveryPage((current, pages) => {
    paper.artifact(() => {
      paper.fill(margin, y - 7, page.width, 0.5, lineColour)
      paper.text(paper.wrap(who, page.width - 170, soft, 1), margin, y, page.width - 170, soft)
      paper.text([placed(current, pages)], margin + page.width - 170, y, 170, { ...soft, align: 'right' })
    })
  })
}
