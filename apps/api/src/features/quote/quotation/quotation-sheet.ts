import { createPdf } from '#adapters/pdf.ts'
import type { PaperInput, Pictures } from '#core/paper-maker.ts'
import { paperWords, type Words } from '#src/papers/paper-words.ts'
import {
  body,
  drawContinuation,
  drawFooters,
  drawLetterhead,
  drawText,
  label,
  soft,
  strong,
} from '#src/papers/sheet-frame.ts'
import { ink, margin, SheetPage } from '#src/papers/sheet-page.ts'
import { drawSheetTable, type SheetCell, type SheetTable } from '#src/papers/sheet-table.ts'
import type { QuotationContent, QuotedLine } from './quotation-content.ts'

function drawHead(
  page: SheetPage,
  { brand, seller, heading, customer, project }: QuotationContent,
  words: Words,
): void {
  drawLetterhead(page, {
    brand: brand.name,
    seller,
    title: words.say('quotation.title'),
    heading,
    left: { name: words.say('quotation.customer'), texts: customer, maxRowsPerText: 2 },
    right: { name: words.say('quotation.project'), texts: [project], maxRowsPerText: 3 },
  })
}

/** Widths in points. A picture below 44 is too small to distinguish two parts on paper. */
const columns = [
  { id: 'line', share: 22, align: 'left' },
  { id: 'picture', share: 50, align: 'left' },
  { id: 'part', share: 181, align: 'left' },
  { id: 'quantity', share: 44, align: 'right' },
  { id: 'unitPrice', share: 62, align: 'right' },
  { id: 'linePrice', share: 66, align: 'right' },
  { id: 'lead', share: 86.28, align: 'right' },
] as const

function lineTable({ lines }: QuotationContent, pictures: Pictures, words: Words): SheetTable {
  return {
    columns: columns.map(({ id, share, align }) => ({
      name: id === 'picture' ? '' : words.say(`quotation.column.${id}`),
      share,
      align,
    })),
    rows: lines.map((line) => [
      words.number(line.number),
      { picture: pictures.get(line.thumbnailId ?? ''), alt: words.say('quotation.picture', { name: line.name }) },
      { name: line.name, facts: line.facts },
      line.quantity,
      ...priceCells(line),
    ]),
  }
}

function priceCells({ offer, unpriced }: QuotedLine): SheetCell[] {
  if (!offer) return [{ remark: unpriced }]
  return [offer.unit, { sum: offer.line }, { small: [offer.lead, offer.date] }]
}

async function drawSubtotal(page: SheetPage, content: QuotationContent, words: Words): Promise<void> {
  const { paper } = page
  const width = 290
  const x = margin + page.width - width

  await page.reserve(60 + content.notes.length * 24)

  const y = page.y + 6
  const total = { size: 14, weight: 'semibold', colour: ink, align: 'right' } as const
  paper.artifact(() => paper.fill(x, y, width, 1.5, ink))

  let at = drawText(page, words.say('quotation.subtotal'), { x, y: y + 8, width }, { ...label, align: 'right' })
  at = drawText(page, content.subtotal, { x, y: at + 2, width }, total) + 2
  for (const note of content.notes) at = drawText(page, note, { x, y: at, width }, { ...soft, align: 'right' })
  page.y = at + 6
}

async function drawTerms(page: SheetPage, content: QuotationContent, words: Words): Promise<void> {
  if (content.landed) {
    await page.title(content.landed.title)
    for (const text of content.landed.texts) await page.paragraph('P', text, body)
  }

  await page.title(words.say('quotation.excluded.title'))
  for (const text of content.excluded) await page.paragraph('P', text, body)

  if (content.risks.length > 0) {
    await page.title(words.say('quotation.risks.title'))
    for (const { line, accepted } of content.risks) {
      await page.paragraph('P', line, strong, { after: 1 })
      for (const text of accepted) await page.paragraph('P', text, body, { left: 10 })
    }
  }

  await page.title(words.say('quotation.terms.title'))
  for (const text of content.terms) await page.paragraph('P', text, body)
}

/** The quotation as a PDF. Deterministic: the same input gives the same bytes. */
export async function drawQuotation(input: PaperInput<QuotationContent>): Promise<Uint8Array> {
  const { content, language, madeAt, pictures } = input
  const words = await paperWords(language)
  const paper = await createPdf({
    title: words.say('quotation.documentTitle', { number: content.number, project: content.project }),
    author: content.brand.name,
    language,
    madeAt,
  })
  const page = new SheetPage(paper)
  const continued = words.say('quotation.continued', { number: content.number, project: content.project })
  const runningHead = (y: number) => drawContinuation(page, content.brand.name, continued, y)

  drawHead(page, content, words)
  page.heading = runningHead
  if (content.lines.length === 0) await page.paragraph('P', words.say('quotation.empty'), body)
  else await drawSheetTable(page, lineTable(content, pictures, words), runningHead)

  await drawSubtotal(page, content, words)
  await drawTerms(page, content, words)

  const { legalEntity, email, phone } = content.brand
  drawFooters(page, [legalEntity, email, phone].join(' · '), (current, pages) => {
    return `${content.number} · ${words.say('quotation.page', { page: current, pages })}`
  })

  return paper.finish()
}
