import { createPdf, type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import type { Config } from '#core/config.ts'
import type { PaperInput } from '#core/paper-maker.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { body, drawContinuation, drawFooters, drawLetterhead, strong } from '#src/papers/sheet-frame.ts'
import { ink, margin, SheetPage } from '#src/papers/sheet-page.ts'
import { drawSheetTable } from '#src/papers/sheet-table.ts'
import type { OrderPaper, PaperSum } from './order-paper.ts'

const sumsWidth = 300
const amountWidth = 96

/** Draws the sums in one block at the right margin, never split over two pages. */
async function drawSums(page: SheetPage, sums: readonly PaperSum[]): Promise<void> {
  const { paper } = page
  const x = margin + page.width - sumsWidth
  const nameWidth = sumsWidth - amountWidth - 8
  const rows = sums.map(({ name, value, strong: isStrong = false }) => {
    const style: PdfStyle = isStrong ? strong : body
    return { style, value, textLines: paper.wrap(name, nameWidth, style) }
  })
  const rowHeight = ({ textLines, style }: (typeof rows)[number]) => textLines.length * rowHeightOf(style.size) + 2

  await page.reserve(24 + rows.reduce((sum, row) => sum + rowHeight(row), 0))
  page.y += 6
  paper.artifact(() => paper.fill(x, page.y, sumsWidth, 1.2, ink))
  page.y += 7
  await paper.group('Table', async () => {
    for (const row of rows) {
      const { textLines, value, style } = row
      await paper.group('TR', () => {
        paper.leaf('TH', () => paper.text(textLines, x, page.y, nameWidth, style))
        const right = { ...style, align: 'right' } as const
        paper.leaf('TD', () => paper.text([value], x + sumsWidth - amountWidth, page.y, amountWidth, right))
      })
      page.y += rowHeight(row)
    }
  })
  page.y += 4
}

/** A document of the seller. */
export interface BrandedPaper {
  paper: OrderPaper
  brand: Config['brand']
}

/** Draws a document as a PDF. Deterministic: the same content and time give the same bytes. */
export async function drawOrderPaper({ content, language, madeAt }: PaperInput<BrandedPaper>): Promise<Uint8Array> {
  const { paper: texts, brand } = content
  const words = await paperWords(language)
  const paper = await createPdf({ title: texts.documentTitle, author: brand.name, language, madeAt })
  const page = new SheetPage(paper)
  const runningHead = (y: number) => drawContinuation(page, brand.name, texts.documentTitle, y)

  drawLetterhead(page, texts.letterhead)
  page.heading = runningHead

  for (const { title, table } of texts.tables) {
    if (title !== null) await page.title(title)
    await drawSheetTable(page, table, runningHead)
  }

  await drawSums(page, texts.sums)

  for (const note of texts.notes) {
    await page.title(note.title)
    for (const text of note.texts) await page.paragraph('P', text, body)
  }

  drawFooters(page, [brand.legalEntity, brand.email, brand.phone].join(' · '), (current, pages) => {
    return `${texts.number} · ${words.say('quotation.page', { page: current, pages })}`
  })
  return paper.finish()
}
