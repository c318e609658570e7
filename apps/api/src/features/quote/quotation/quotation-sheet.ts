import { createPdf, lineHeightOf, type PdfStyle } from '#adapters/pdf/pdf.ts'
import { drawLine, drawTableHead } from './line-table.ts'
import type { QuotationContent } from './quotation-content.ts'
import type { Words } from './quotation-words.ts'
import { accent, ink, inkSoft, line as lineColour, margin, SheetPage } from './sheet-page.ts'

const body: PdfStyle = { size: 8.5, colour: ink }
const soft: PdfStyle = { size: 8, colour: inkSoft }
const label: PdfStyle = { size: 8, colour: inkSoft }
const strong: PdfStyle = { size: 9, weight: 'semibold', colour: ink }

/** JPEGs by thumbnail id. */
export type Pictures = ReadonlyMap<string, Buffer>

/** One text in a column of the first page; gives back where the next goes. */
function put(page: SheetPage, text: string, x: number, y: number, width: number, style: PdfStyle, most = 4): number {
  const lines = page.paper.lines(text, width, style, most)
  page.paper.leaf('P', () => page.paper.text(lines, x, y, width, style))
  return y + lines.length * lineHeightOf(style.size)
}

/** Who offers what to whom. */
function drawLetterhead(page: SheetPage, { brand, heading, customer, project }: QuotationContent, words: Words): void {
  const { paper } = page
  const column = page.width / 2 - 12
  const right = margin + page.width - column
  paper.artifact(() => paper.fill(margin, page.y, page.width, 2, accent))
  let left = page.y + 14
  left = put(page, brand.name, margin, left, column, { size: 16, weight: 'semibold', colour: ink }, 2) + 2
  for (const text of [brand.legalEntity, brand.address, brand.email, brand.phone])
    left = put(page, text, margin, left, column, soft)

  const title = { size: 16, weight: 'semibold', colour: accent } as const
  let at = page.y + 14
  paper.leaf('H1', () => paper.text([words.say('quotation.title')], right, at, column, title))
  at += lineHeightOf(title.size) + 2
  for (const [name, value] of heading) {
    const row = at
    put(page, name, right, row, 96, label)
    at = Math.max(put(page, value, right + 100, row, column - 100, strong), row + lineHeightOf(label.size))
  }

  const blocks = Math.max(left, at) + 16
  let to = put(page, words.say('quotation.customer'), margin, blocks, column, label)
  for (const [index, text] of customer.entries())
    to = put(page, text, margin, to, column, index === 0 ? strong : soft, 2)
  const named = put(page, words.say('quotation.project'), right, blocks, column, label)
  page.y = Math.max(to, put(page, project, right, named, column, strong, 3)) + 18
}

/** What every page but the first begins with. */
function drawContinuation(page: SheetPage, content: QuotationContent, words: Words, y: number): number {
  const { paper } = page
  const values = { number: content.number, project: content.project }
  const text = paper.lines(words.say('quotation.continued', values), page.width - 130, soft, 1)
  paper.text(paper.lines(content.brand.name, 120, strong, 1), margin, y, 120, strong)
  paper.text(text, margin + 130, y, page.width - 130, { ...soft, align: 'right' })
  paper.fill(margin, y + 16, page.width, 0.5, lineColour)
  return y + 26
}

async function drawTable(page: SheetPage, content: QuotationContent, pictures: Pictures, words: Words): Promise<void> {
  if (content.lines.length === 0) return page.paragraph('P', words.say('quotation.empty'), body)
  page.heading = (y) => drawTableHead(page, words, drawContinuation(page, content, words, y), false)
  await page.paper.group('Table', async () => {
    await page.paper.group('TR', () => {
      page.y = drawTableHead(page, words, page.y, true)
    })
    for (const line of content.lines)
      await drawLine(page, line, line.thumbnailId ? pictures.get(line.thumbnailId) : undefined, words)
  })
}

async function drawSubtotal(page: SheetPage, content: QuotationContent, words: Words): Promise<void> {
  page.heading = (y) => drawContinuation(page, content, words, y)
  const { paper } = page
  const width = 290
  const x = margin + page.width - width
  await page.need(60 + content.notes.length * 24)
  const y = page.y + 6
  const total = { size: 14, weight: 'semibold', colour: ink, align: 'right' } as const
  paper.artifact(() => paper.fill(x, y, width, 1.5, ink))
  let at = put(page, words.say('quotation.subtotal'), x, y + 8, width, { ...label, align: 'right' })
  at = put(page, content.subtotal, x, at + 2, width, total) + 2
  for (const note of content.notes) at = put(page, note, x, at, width, { ...soft, align: 'right' })
  page.y = at + 6
}

async function drawTerms(page: SheetPage, content: QuotationContent, words: Words): Promise<void> {
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

function drawFooters(page: SheetPage, { brand, number }: QuotationContent, words: Words): void {
  const { paper } = page
  const y = paper.height - margin - 12
  paper.onEveryPage((current, pages) => {
    paper.artifact(() => {
      paper.fill(margin, y - 7, page.width, 0.5, lineColour)
      const who = paper.lines([brand.legalEntity, brand.email, brand.phone].join(' · '), page.width - 170, soft, 1)
      paper.text(who, margin, y, page.width - 170, soft)
      const place = `${number} · ${words.say('quotation.page', { page: current, pages })}`
      paper.text([place], margin + page.width - 170, y, 170, { ...soft, align: 'right' })
    })
  })
}

interface SheetOptions {
  now: Date
  compress?: boolean
}

/** The quotation as a PDF; the same content at the same moment gives the same bytes. */
export async function quotationPdf(
  content: QuotationContent,
  pictures: Pictures,
  words: Words,
  { now, compress = true }: SheetOptions,
): Promise<Buffer> {
  const paper = await createPdf({
    title: words.say('quotation.documentTitle', { number: content.number, project: content.project }),
    author: content.brand.name,
    language: words.language,
    madeAt: now,
    compress,
  })
  const page = new SheetPage(paper)
  drawLetterhead(page, content, words)
  await drawTable(page, content, pictures, words)
  await drawSubtotal(page, content, words)
  await drawTerms(page, content, words)
  drawFooters(page, content, words)
  return paper.finish()
}
