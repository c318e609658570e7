import { type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import type { Words } from '#src/papers/paper-words.ts'
import { accent, ink, inkSoft, margin, ruleColour, type SheetPage } from '#src/papers/sheet-page.ts'
import type { QuotedLine } from './quoted-line.ts'

/** The smallest size at which two parts can be told apart on paper. */
const pictureSide = 44
const gap = 6

const columns = [
  { id: 'line', width: 22, align: 'left' },
  { id: 'picture', width: pictureSide + gap, align: 'left' },
  { id: 'part', width: 181, align: 'left' },
  { id: 'quantity', width: 44, align: 'right' },
  { id: 'unitPrice', width: 62, align: 'right' },
  { id: 'linePrice', width: 66, align: 'right' },
  { id: 'lead', width: 86.28, align: 'right' },
] as const

type ColumnId = (typeof columns)[number]['id']

const head: PdfStyle = { size: 7.5, weight: 'semibold', colour: inkSoft }
const name: PdfStyle = { size: 9, weight: 'semibold', colour: ink }
const fact: PdfStyle = { size: 8, colour: inkSoft }
const figure: PdfStyle = { size: 9, colour: ink }
const amount: PdfStyle = { size: 9, weight: 'semibold', colour: ink }
const reason: PdfStyle = { size: 8, weight: 'semibold', colour: accent }

interface Slot {
  x: number
  width: number
  align: 'left' | 'right'
}

/** The horizontal position of a column, without the gap to the next one. */
function slotOf(id: ColumnId): Slot {
  let x = margin
  for (const column of columns) {
    if (column.id === id) return { x, width: column.width - (id === 'lead' ? 0 : gap), align: column.align }
    x += column.width
  }
  throw new Error(`no column ${id}`)
}

/** Draws the column names; returns the y of the first row. Only the first head is tagged for screen readers. */
export function drawTableHead(page: SheetPage, words: Words, y: number, isTagged: boolean): number {
  let height = 0
  for (const { id, align } of columns) {
    if (id === 'picture') continue
    const { x, width } = slotOf(id)
    const lines = page.paper.wrap(words.say(`quotation.column.${id}`), width, head)
    const draw = () => page.paper.text(lines, x, y, width, { ...head, align })
    if (isTagged) page.paper.leaf('TH', draw)
    else draw()
    height = Math.max(height, lines.length * rowHeightOf(head.size))
  }

  const rule = () => page.paper.fill(margin, y + height + 3, page.width, 0.8, ink)
  if (isTagged) page.paper.artifact(rule)
  else rule()

  return y + height + 9
}

interface Cell {
  lines: string[]
  style: PdfStyle
}

/** The right-hand cells of a line; a line without a price has only its quantity. */
function figureCells(page: SheetPage, quoted: QuotedLine): [ColumnId, Cell[]][] {
  const { paper } = page
  const cell = (id: ColumnId, text: string, style: PdfStyle): Cell => ({
    lines: paper.wrap(text, slotOf(id).width, style),
    style: { ...style, align: 'right' },
  })
  const quantity: [ColumnId, Cell[]] = ['quantity', [cell('quantity', quoted.quantity, figure)]]
  if (!quoted.offer) return [quantity]

  const { unit, line, lead, ships } = quoted.offer

  return [
    quantity,
    ['unitPrice', [cell('unitPrice', unit, figure)]],
    ['linePrice', [cell('linePrice', line, amount)]],
    ['lead', [cell('lead', lead, fact), cell('lead', ships, fact)]],
  ]
}

const heightOf = (cells: readonly Cell[]) =>
  cells.reduce((total, { lines, style }) => total + lines.length * rowHeightOf(style.size), 0)

function drawCells(page: SheetPage, { x, width }: Slot, y: number, cells: readonly Cell[]): void {
  let at = y
  for (const { lines, style } of cells) {
    page.paper.text(lines, x, at, width, style)
    at += lines.length * rowHeightOf(style.size)
  }
}

/** The reason for a missing price, across the price columns. */
function unpricedCell(page: SheetPage, quoted: QuotedLine): { slot: Slot; cell: Cell } {
  const from = slotOf('unitPrice')
  const width = margin + page.width - from.x
  return {
    slot: { x: from.x, width, align: 'left' },
    cell: { lines: page.paper.wrap(quoted.unpriced, width, reason), style: reason },
  }
}

/** Number, picture, name and amounts stay on one page; facts that do not fit continue on the next. */
export async function drawLine(page: SheetPage, quoted: QuotedLine, picture: Buffer | undefined, words: Words) {
  const { paper } = page
  const part = slotOf('part')
  const names = paper.wrap(quoted.name, part.width, name, 3)
  const facts = quoted.facts.flatMap((text) => paper.wrap(text, part.width, fact))
  const figures = figureCells(page, quoted)
  const unpriced = quoted.offer ? undefined : unpricedCell(page, quoted)
  const nameHeight = names.length * rowHeightOf(name.size)
  const factHeight = rowHeightOf(fact.size)
  const otherHeight = Math.max(
    pictureSide,
    ...figures.map(([, cells]) => heightOf(cells)),
    unpriced ? heightOf([unpriced.cell]) : 0,
  )

  await page.reserve(Math.min(page.maxBlockHeight, Math.max(otherHeight, nameHeight + facts.length * factHeight)) + 10)
  await paper.group('TR', async () => {
    const y = page.y
    const number = slotOf('line')
    paper.leaf('TD', () => paper.text([words.number(quoted.number)], number.x, y, number.width, figure))
    drawPicture(page, quoted, picture, y, words)

    const fitting = Math.max(0, Math.floor((page.bottom - y - nameHeight) / factHeight))
    paper.leaf('TD', () => {
      paper.text(names, part.x, y, part.width, name)
      paper.text(facts.slice(0, fitting), part.x, y + nameHeight, part.width, fact)
    })
    for (const [id, cells] of figures) paper.leaf('TD', () => drawCells(page, slotOf(id), y, cells))
    if (unpriced) paper.leaf('TD', () => drawCells(page, unpriced.slot, y, [unpriced.cell]))
    page.y = y + Math.max(otherHeight, nameHeight + Math.min(fitting, facts.length) * factHeight)
    await drawRest(page, facts.slice(fitting), part)
  })
  paper.artifact(() => paper.fill(margin, page.y + 4, page.width, 0.5, ruleColour))
  page.y += 10
}

function drawPicture(page: SheetPage, quoted: QuotedLine, picture: Buffer | undefined, y: number, words: Words): void {
  if (!picture) return
  const { x } = slotOf('picture')
  const alt = words.say('quotation.picture', { name: quoted.name })
  page.paper.leaf('Figure', () => page.paper.picture(picture, x, y, pictureSide), alt)
}

async function drawRest(page: SheetPage, facts: readonly string[], { x, width }: Slot): Promise<void> {
  const height = rowHeightOf(fact.size)
  let from = 0
  while (from < facts.length) {
    await page.nextPage()
    const shown = facts.slice(from, from + Math.floor((page.bottom - page.y) / height))
    page.paper.leaf('TD', () => page.paper.text(shown, x, page.y, width, fact))
    page.y += shown.length * height
    from += shown.length
  }
}
