import { type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import { soft, strong } from './sheet-frame.ts'
import { accent, ink, inkSoft, margin, ruleColour, type SheetPage } from './sheet-page.ts'

const gap = 6
const head: PdfStyle = { size: 7.5, weight: 'semibold', colour: inkSoft }
const figure: PdfStyle = { size: 9, colour: ink }
const remark: PdfStyle = { size: 8, weight: 'semibold', colour: accent }
const maxNameRows = 3

export interface SheetColumn {
  /** Empty for a column of pictures. */
  name: string
  /** Relative width. */
  share: number
  align: 'left' | 'right'
}

/** Figure, name with facts below, sum, small texts, picture, or a remark over the columns left. */
export type SheetCell =
  | string
  | { name: string; facts: readonly string[] }
  | { sum: string }
  | { small: readonly string[] }
  | { picture: Uint8Array | undefined; alt: string }
  | { remark: string }

export interface SheetTable {
  columns: readonly SheetColumn[]
  rows: readonly (readonly SheetCell[])[]
}

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
    const name = columns[index]?.name ?? ''
    if (name === '') continue

    const texts = page.paper.wrap(name, width, head)
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

function wrapCell({ paper }: SheetPage, cell: SheetCell, { width, align }: CellBox): CellText[] {
  const wrap = (text: string, style: PdfStyle, maxRows?: number): CellText => ({
    rows: paper.wrap(text, width, style, maxRows),
    style: { ...style, align },
  })
  const wrapSmall = (texts: readonly string[]): CellText => ({
    rows: texts.filter(Boolean).flatMap((text) => paper.wrap(text, width, soft)),
    style: { ...soft, align },
  })

  if (typeof cell === 'string') return [wrap(cell, figure)]
  if ('name' in cell) return [wrap(cell.name, strong, maxNameRows), wrapSmall(cell.facts)]
  if ('sum' in cell) return [wrap(cell.sum, strong)]
  if ('small' in cell) return [wrapSmall(cell.small)]
  return 'remark' in cell ? [wrap(cell.remark, remark)] : []
}

const heightOf = (texts: readonly CellText[]) =>
  texts.reduce((sum, { rows, style }) => sum + rows.length * rowHeightOf(style.size), 0)

/** A row stays on one page; only facts of a row taller than a page continue on the next. */
async function drawRow(page: SheetPage, cells: readonly SheetCell[], boxes: readonly CellBox[]): Promise<void> {
  const { paper } = page
  const wrapped = cells.map((cell, index) => {
    const box = boxOf(page, cell, boxes[index])
    const texts = wrapCell(page, cell, box)
    return { cell, box, texts, height: isPicture(cell) ? box.width : heightOf(texts) }
  })
  const height = Math.max(...wrapped.map((cell) => cell.height))
  await page.reserve(Math.min(page.maxBlockHeight, height) + 10)

  await paper.group('TR', async () => {
    const { y } = page
    page.y = Math.min(y + height, page.bottom)

    const rests = wrapped.map(({ cell, box, texts }) => {
      if (isPicture(cell)) drawPicture(page, cell, box, y)
      return { box, texts: isPicture(cell) ? [] : drawTexts(page, texts, box, y) }
    })
    for (const { box, texts } of rests) await drawRest(page, texts, box)
  })
  paper.artifact(() => paper.fill(margin, page.y + 4, page.width, 0.5, ruleColour))
  page.y += 10
}

type PictureCell = Extract<SheetCell, { alt: string }>

const isPicture = (cell: SheetCell): cell is PictureCell => typeof cell === 'object' && 'picture' in cell

function boxOf(page: SheetPage, cell: SheetCell, column: CellBox = { x: margin, width: page.width, align: 'left' }) {
  const isRemark = typeof cell === 'object' && 'remark' in cell
  return isRemark ? { x: column.x, width: margin + page.width - column.x, align: 'left' as const } : column
}

function drawPicture({ paper }: SheetPage, { picture, alt }: PictureCell, { x, width }: CellBox, y: number): void {
  if (picture) paper.leaf('Figure', () => paper.picture(picture, x, y, width), alt)
}
/** Draws what fits on the page and returns the rest. */
function drawTexts({ paper, bottom }: SheetPage, texts: readonly CellText[], { x, width }: CellBox, top: number) {
  let y = top
  const rest: CellText[] = []
  paper.leaf('TD', () => {
    for (const { rows, style } of texts) {
      const fitting = Math.max(0, Math.floor((bottom - y) / rowHeightOf(style.size)))
      paper.text(rows.slice(0, fitting), x, y, width, style)
      y += Math.min(fitting, rows.length) * rowHeightOf(style.size)
      rest.push({ rows: rows.slice(fitting), style })
    }
  })

  return rest
}

async function drawRest(page: SheetPage, texts: readonly CellText[], box: CellBox): Promise<void> {
  let rest = texts
  while (heightOf(rest) > 0) {
    await page.nextPage()
    const { y } = page
    page.y = Math.min(y + heightOf(rest), page.bottom)
    rest = drawTexts(page, rest, box, y)
  }
}

/** A table over any number of pages; each repeats `runningHead` and the column names. */
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
