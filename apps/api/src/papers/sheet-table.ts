import { type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import { soft, strong } from './sheet-frame.ts'
import { ink, inkSoft, margin, ruleColour, type SheetPage } from './sheet-page.ts'

const gap = 6
const head: PdfStyle = { size: 7.5, weight: 'semibold', colour: inkSoft }
const figure: PdfStyle = { size: 9, colour: ink }

export interface SheetColumn {
  name: string
  /** Relative width. */
  share: number
  align: 'left' | 'right'
}

/** A figure, or a name with facts below it. */
export type SheetCell = string | { name: string; facts: readonly string[] }

export interface SheetTable {
  columns: readonly SheetColumn[]
  rows: readonly (readonly SheetCell[])[]
}

/** Limits in rows of text, so that a cell always fits on a page. */
const maxRows = { name: 3, fact: 8, facts: 40 }

interface CellBox {
  x: number
  width: number
  align: 'left' | 'right'
}

function cellBoxes(page: SheetPage, columns: readonly SheetColumn[]): CellBox[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin

  return columns.map(({ share, align }, index) => {
    const width = (page.width * share) / shares
    const box = { x, width: width - (index === columns.length - 1 ? 0 : gap), align }
    x += width
    return box
  })
}

/** Tagged for screen readers on the first page only; repeated heads are artifacts already. */
function drawHead(page: SheetPage, { columns }: SheetTable, y: number, isTagged: boolean): number {
  let height = 0
  for (const [index, { x, width, align }] of cellBoxes(page, columns).entries()) {
    const texts = page.paper.wrap(columns[index]?.name ?? '', width, head)
    const draw = () => page.paper.text(texts, x, y, width, { ...head, align })
    if (isTagged) page.paper.leaf('TH', draw)
    else draw()
    height = Math.max(height, texts.length * rowHeightOf(head.size))
  }

  const drawRule = () => page.paper.fill(margin, y + height + 3, page.width, 0.8, ink)
  if (isTagged) page.paper.artifact(drawRule)
  else drawRule()

  return y + height + 9
}

interface CellText {
  rows: string[]
  style: PdfStyle
}

function wrapCell(page: SheetPage, cell: SheetCell, { width, align }: CellBox): CellText[] {
  const { paper } = page
  if (typeof cell === 'string') {
    return [{ rows: paper.wrap(cell, width, figure, maxRows.fact), style: { ...figure, align } }]
  }

  const facts = cell.facts.filter(Boolean).flatMap((fact) => paper.wrap(fact, width, soft, maxRows.fact))
  return [
    { rows: paper.wrap(cell.name, width, strong, maxRows.name), style: { ...strong, align } },
    { rows: facts.slice(0, maxRows.facts), style: { ...soft, align } },
  ]
}

const heightOf = ({ rows, style }: CellText) => rows.length * rowHeightOf(style.size)

async function drawRow(page: SheetPage, cells: readonly SheetCell[], boxes: readonly CellBox[]): Promise<void> {
  const { paper } = page
  const wrapped = boxes.map((box, index) => ({ box, texts: wrapCell(page, cells[index] ?? '', box) }))
  const height = Math.max(...wrapped.map(({ texts }) => texts.reduce((sum, text) => sum + heightOf(text), 0)))
  await page.reserve(height + 10)

  await paper.group('TR', () => {
    for (const { box, texts } of wrapped) {
      paper.leaf('TD', () => {
        let y = page.y
        for (const text of texts) {
          paper.text(text.rows, box.x, y, box.width, text.style)
          y += heightOf(text)
        }
      })
    }
  })
  paper.artifact(() => paper.fill(margin, page.y + height + 4, page.width, 0.5, ruleColour))
  page.y += height + 10
}

/** A table over as many pages as it needs; `runningHead` and the column names are repeated on each. */
export async function drawSheetTable(
  page: SheetPage,
  table: SheetTable,
  runningHead: (y: number) => number,
): Promise<void> {
  const boxes = cellBoxes(page, table.columns)
  page.heading = runningHead
  await page.reserve(70)

  page.heading = (y) => drawHead(page, table, runningHead(y), false)
  await page.paper.group('Table', async () => {
    await page.paper.group('TR', () => {
      page.y = drawHead(page, table, page.y, true)
    })
    for (const row of table.rows) await drawRow(page, row, boxes)
  })
  page.heading = runningHead
}
