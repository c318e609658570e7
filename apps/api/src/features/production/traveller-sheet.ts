import { createPdf, type PdfStyle } from '#adapters/pdf.ts'
import type { PaperInput } from '#core/paper-maker.ts'
import { dataMatrix } from '#src/papers/data-matrix.ts'
import { body, drawContinuation, drawFooters, drawText, label, strong } from '#src/papers/sheet-frame.ts'
import { ink, margin, SheetPage } from '#src/papers/sheet-page.ts'
import { drawSheetTable, type SheetTable } from '#src/papers/sheet-table.ts'

/** The content of a traveller, as texts. */
export interface Traveller {
  title: string
  code: string
  brand: string
  codeAlt: string
  facts: readonly (readonly [name: string, value: string])[]
  stepsTitle: string
  steps: SheetTable
  notes: { title: string; texts: string[] }[]
}

/** 30 mm: scanners read it at arm's length. */
const matrixSide = 85
const codeStyle: PdfStyle = { size: 26, weight: 'semibold', colour: ink }

/** The DataMatrix of the code, with the quiet zone of one module that the standard asks for. */
function drawMatrix({ paper }: SheetPage, code: string, x: number, y: number): void {
  const rows = dataMatrix(code)
  const module = matrixSide / (rows.length + 2)
  for (const [row, cells] of rows.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // A little larger, so that no white lines appear between modules.
      const side = module + 0.05
      if (isDark) paper.fill(x + (column + 1) * module, y + (row + 1) * module, side, side, '#000000')
    }
  }
}

/** Draws a traveller. Deterministic: the same content and time give the same bytes. */
export async function drawTraveller({ content, language, madeAt }: PaperInput<Traveller>): Promise<Uint8Array> {
  const { brand, code, title } = content
  const paper = await createPdf({ title, author: brand, language, madeAt })
  const page = new SheetPage(paper)
  const textWidth = page.width - matrixSide - 16
  const runningHead = (y: number) => drawContinuation(page, brand, title, y)
  const top = page.y

  paper.leaf('Figure', () => drawMatrix(page, code, margin + page.width - matrixSide, top), content.codeAlt)
  paper.leaf('H1', () => paper.text([code], margin, top, textWidth, codeStyle))

  let y = top + 38
  for (const [name, value] of content.facts) {
    drawText(page, name, { x: margin, y, width: 96 }, label)
    y = drawText(page, value, { x: margin + 100, y, width: textWidth - 100 }, strong) + 2
  }
  page.y = Math.max(y, top + matrixSide) + 10
  page.heading = runningHead

  await page.title(content.stepsTitle)
  await drawSheetTable(page, content.steps, runningHead)

  for (const note of content.notes) {
    await page.title(note.title)
    for (const text of note.texts) await page.paragraph('P', text, body)
  }

  drawFooters(page, brand, (current, pages) => `${code} · ${current}/${pages}`)
  return paper.finish()
}
