import { type PdfStyle, rowHeightOf } from '#adapters/pdf/pdf.ts'
import { soft, strong } from './sheet-frame.ts'
import { ink, inkSoft, line as lineColour, margin, type SheetPage } from './sheet-page.ts'

const gap = 6
const head: PdfStyle = { size: 7.5, weight: 'semibold', colour: inkSoft }
const figure: PdfStyle = { size: 9, colour: ink }

export interface SheetColumn {
  name: string
  /** Share of the paper's width. */
  share: number
  align: 'left' | 'right'
}

/** What stands in one cell: a figure, or a name with facts below it. */
export type SheetCell = string | { name: string; facts: readonly string[] }

export interface SheetTable {
  columns: readonly SheetColumn[]
  rows: readonly (readonly SheetCell[])[]
}

/** Of a name and of one fact; a cell never outgrows a page. */
const most = { name: 3, fact: 8, facts: 40 }

interface Place {
  x: number
  width: number
  align: 'left' | 'right'
}

function placesOf(page: SheetPage, columns: readonly SheetColumn[]): Place[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin

  return columns.map(({ share, align }, index) => {
    const width = (page.width * share) / whole
    const place = { x, width: width - (index === columns.length - 1 ? 0 : gap), align }
    x += width
    return place
  })
}

function drawHead(page: SheetPage, { columns }: SheetTable, y: number, tell: boolean): number {
  let height = 0
  for (const [index, { x, width, align }] of placesOf(page, columns).entries()) {
    const lines = page.paper.wrap(columns[index]?.name ?? '', width, head)
    const draw = () => page.paper.text(lines, x, y, width, { ...head, align })
    if (tell) page.paper.leaf('TH', draw)
    else draw()
    height = Math.max(height, lines.length * rowHeightOf(head.size))
  }

  const rule = () => page.paper.fill(margin, y + height + 3, page.width, 0.8, ink)
  if (tell) page.paper.artifact(rule)
  else rule()

  return y + height + 9
}

/** The texts of a cell, broken into lines of its width. */
function linesOf(page: SheetPage, cell: SheetCell, { width, align }: Place): { lines: string[]; style: PdfStyle }[] {
  const { paper } = page
  if (typeof cell === 'string')
    return [{ lines: paper.wrap(cell, width, figure, most.fact), style: { ...figure, align } }]

  const facts = cell.facts.filter(Boolean).flatMap((fact) => paper.wrap(fact, width, soft, most.fact))
  return [
    { lines: paper.wrap(cell.name, width, strong, most.name), style: { ...strong, align } },
    { lines: facts.slice(0, most.facts), style: { ...soft, align } },
  ]
}

async function drawRow(page: SheetPage, cells: readonly SheetCell[], places: readonly Place[]): Promise<void> {
  const { paper } = page
  const drawn = places.map((place, index) => ({ place, texts: linesOf(page, cells[index] ?? '', place) }))
  const heights = drawn.map(({ texts }) =>
    texts.reduce((sum, { lines, style }) => sum + lines.length * rowHeightOf(style.size), 0),
  )
  const height = Math.max(...heights)
  await page.need(height + 10)
  await paper.group('TR', () => {
    for (const { place, texts } of drawn) {
      paper.leaf('TD', () => {
        let y = page.y
        for (const { lines, style } of texts) {
          paper.text(lines, place.x, y, place.width, style)
          y += lines.length * rowHeightOf(style.size)
        }
      })
    }
  })
  paper.artifact(() => paper.fill(margin, page.y + height + 4, page.width, 0.5, lineColour))
  page.y += height + 10
}

/** A table over as many pages as it needs; `runningHead` and the names of the columns stand on each of them. */
export async function drawSheetTable(
  page: SheetPage,
  table: SheetTable,
  runningHead: (y: number) => number,
): Promise<void> {
  const places = placesOf(page, table.columns)
  page.heading = runningHead
  await page.need(70)
  page.heading = (y) => drawHead(page, table, runningHead(y), false)
  await page.paper.group('Table', async () => {
    await page.paper.group('TR', () => {
      page.y = drawHead(page, table, page.y, true)
    })
    for (const row of table.rows) await drawRow(page, row, places)
  })
  page.heading = runningHead
}
