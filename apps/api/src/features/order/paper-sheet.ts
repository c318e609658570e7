import { createPdf, type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import type { Config } from '#core/config.ts'
import type { PaperInput } from '#core/paper-maker.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { body, drawContinuation, drawFooters, drawLetterhead, strong } from '#src/papers/sheet-frame.ts'
import { ink, margin, SheetPage, titleStyle } from '#src/papers/sheet-page.ts'
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

type Note = OrderPaper['notes'][number]

/** Points above a title, and below it and each paragraph. */
interface NoteSpacing {
  before: number
  after: number
}

const roomy: NoteSpacing = { before: 12, after: 4 }
const tight: NoteSpacing = { before: 7, after: 1.5 }

function noteHeight({ paper, width }: SheetPage, { title, texts }: Note, { before, after }: NoteSpacing): number {
  const heightOf = (text: string, style: PdfStyle) =>
    paper.wrap(text, width, style).length * rowHeightOf(style.size) + after

  return texts.reduce((height, text) => height + heightOf(text, body), before + heightOf(title, titleStyle))
}

/**
 * Draws the notes below the sums: closer together if that saves a page, which would hold a sentence
 * or two. A note that still does not fit goes to the next page as a whole.
 */
async function drawNotes(page: SheetPage, notes: readonly Note[]): Promise<void> {
  const heightWith = (spacing: NoteSpacing) =>
    notes.reduce((height, note) => height + noteHeight(page, note, spacing), 0)
  const room = page.bottom - page.y
  const isSavingPage = heightWith(roomy) > room && heightWith(tight) <= room
  const spacing = isSavingPage ? tight : roomy

  for (const note of notes) {
    const height = noteHeight(page, note, spacing)
    // The last gap may be cut off; a note longer than a page is split anyway.
    if (height <= page.maxBlockHeight) await page.reserve(height - spacing.after)
    await page.title(note.title, spacing)
    for (const text of note.texts) await page.paragraph('P', text, body, { after: spacing.after })
  }
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

  await drawNotes(page, texts.notes)

  drawFooters(page, [brand.legalEntity, brand.email, brand.phone].join(' · '), (current, pages) => {
    return `${texts.number} · ${words.say('quotation.page', { page: current, pages })}`
  })
  return paper.finish()
}
