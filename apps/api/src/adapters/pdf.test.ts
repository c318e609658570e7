import { expect, it } from 'vitest'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { createPdf } from './pdf.ts'

async function pdfOf(text: string): Promise<Buffer> {
  const madeAt = new Date('2026-03-02T09:00:00Z')
  const paper = await createPdf({ title: 'Title', author: 'Author', language: 'en', madeAt })
  paper.leaf('P', () => paper.text([text], 40, 40, 200, { size: 10 }))
  return paper.finish()
}

it('keeps the characters of a text for copying, whatever earlier documents drew with the same glyphs', async () => {
  const greekDelta = '\u0394 1'
  const increment = '\u2206 1'
  expect(pdfPages(await pdfOf(greekDelta))).toEqual([greekDelta])
  expect(pdfPages(await pdfOf(increment))).toEqual([increment])
  expect(pdfPages(await pdfOf(greekDelta))).toEqual([greekDelta])
})

it('draws the same bytes again after other documents', async () => {
  const first = await pdfOf('Invoice 12 → paid')
  await pdfOf('paid → 12 Quotation')

  expect(await pdfOf('Invoice 12 → paid')).toEqual(first)
})

it('draws words that are also names of object members', async () => {
  expect(pdfPages(await pdfOf('constructor __proto__ toString'))).toEqual(['constructor __proto__ toString'])
})

it('escapes markup in the metadata, and shows the title as it is', async () => {
  const title = 'Pompe <b> & "Fils" </rdf:li>'
  const madeAt = new Date('2026-03-02T09:00:00Z')
  const paper = await createPdf({ title, author: 'Martin & Fils', language: 'en', madeAt, compress: false })
  const bytes = (await paper.finish()).toString('utf8')
  const metadata = bytes.slice(bytes.indexOf('<?xpacket begin'), bytes.indexOf('<?xpacket end'))

  expect(metadata).toContain('Pompe &lt;b&gt; &amp; &quot;Fils&quot; &lt;/rdf:li&gt;')
  expect(metadata).toContain('<rdf:li>Martin &amp; Fils</rdf:li>')
  expect(metadata).not.toContain('<b>')
  expect(bytes).toContain('(Martin & Fils)')
})
