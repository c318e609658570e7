import { createPdf } from '#adapters/pdf.ts'
import type { PaperInput } from '#core/paper-maker.ts'
import { body, drawContinuation, drawFooters, drawText, label, strong } from '#src/papers/sheet-frame.ts'
import { ink, margin, SheetPage } from '#src/papers/sheet-page.ts'
import { drawSheetTable, type SheetTable } from '#src/papers/sheet-table.ts'

/** The content of an inspection report, as texts. */
export interface InspectionReport {
  title: string
  /** With the code of the run, in the footer. */
  name: string
  brand: string
  facts: readonly (readonly [name: string, value: string])[]
  verdict: string
  checksTitle: string
  checks: SheetTable
  photosTitle: string
  photos: readonly { id: string; alt: string }[]
}

const photosPerRow = 2
const photoGap = 14

/** Draws a report. Deterministic: the same content and time give the same bytes. */
export async function drawInspectionReport(input: PaperInput<InspectionReport>): Promise<Uint8Array> {
  const { content, language, madeAt, pictures } = input
  const { brand, title } = content
  const paper = await createPdf({ title, author: brand, language, madeAt })
  const page = new SheetPage(paper)
  const runningHead = (y: number) => drawContinuation(page, brand, title, y)

  paper.leaf('H1', () => paper.text([title], margin, page.y, page.width, { size: 18, weight: 'semibold', colour: ink }))
  let y = page.y + 30
  for (const [name, value] of content.facts) {
    drawText(page, name, { x: margin, y, width: 126 }, label)
    y = drawText(page, value, { x: margin + 130, y, width: page.width - 130 }, strong) + 2
  }
  page.y = y + 8
  page.heading = runningHead
  await page.paragraph('P', content.verdict, { ...body, size: 10, weight: 'semibold' })

  await page.title(content.checksTitle)
  await drawSheetTable(page, content.checks, runningHead)

  if (content.photos.length > 0) await page.title(content.photosTitle)
  await drawPhotos(page, content.photos, pictures)

  drawFooters(page, brand, (current, pages) => `${content.name} · ${current}/${pages}`)
  return paper.finish()
}

async function drawPhotos(
  page: SheetPage,
  photos: InspectionReport['photos'],
  pictures: PaperInput<unknown>['pictures'],
): Promise<void> {
  const side = (page.width - photoGap * (photosPerRow - 1)) / photosPerRow
  for (let first = 0; first < photos.length; first += photosPerRow) {
    await page.reserve(side + photoGap)
    for (const [column, { id, alt }] of photos.slice(first, first + photosPerRow).entries()) {
      const picture = pictures.get(id)
      const x = margin + column * (side + photoGap)
      if (picture) page.paper.leaf('Figure', () => page.paper.picture(picture, x, page.y, side), alt)
    }
    page.y += side + photoGap
  }
}
