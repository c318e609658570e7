import { describe, expect, it } from 'vitest'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { useSharedApp } from '#test/use-app.ts'
import type { OrderPaper } from './order-paper.ts'
import { drawOrderPaper } from './paper-sheet.ts'

const app = useSharedApp()

const notes = [
  { title: 'Payment', texts: ['Pay one.', 'Pay two.', 'Pay three.', 'Pay four.', 'Pay five.'] },
  { title: 'Delivery', texts: ['Deliver one.', 'Deliver two.', 'Deliver three.'] },
  { title: 'Terms', texts: ['Term one.', 'Term two.', 'Term three.', 'Term four.'] },
]

/** A document with so many parts, and the text of its pages. */
async function pagesWith(parts: number): Promise<string[]> {
  const block = { name: 'To', texts: ['Zoe Martin', '75011 Paris'], maxRowsPerText: 2 }
  const paper: OrderPaper = {
    number: 'PF-1',
    fileName: 'pro-forma.pdf',
    documentTitle: 'Pro-forma PF-1',
    letterhead: { brand: 'Brand', seller: ['Seller'], title: 'Pro-forma', heading: [], left: block, right: block },
    tables: [
      {
        title: null,
        table: {
          columns: [{ name: 'Part', share: 1, align: 'left' }],
          rows: Array.from({ length: parts }, (_, at) => [{ name: `part-${at}`, facts: ['Resin'] }]),
        },
      },
    ],
    sums: [{ name: 'Total', value: '$10.00', strong: true }],
    notes,
  }
  const { brand } = app.deps.config
  const madeAt = new Date('2026-03-02T09:00:00Z')
  const pdf = await drawOrderPaper({ content: { paper, brand }, language: 'en', madeAt, pictures: new Map() })

  return pdfPages(pdf)
}

describe('the notes of a document', () => {
  it('are never split, however many parts are above them', async () => {
    for (let parts = 1; parts <= 24; parts++) {
      const pages = await pagesWith(parts)
      for (const { title, texts } of notes) {
        const page = pages.find((text) => text.includes(texts[0] ?? ''))
        for (const text of [title, ...texts]) expect(page, `${parts} parts: ${text}`).toContain(text)
      }
    }
  })

  it('move closer together rather than send a sentence to a page of its own', async () => {
    expect(await pagesWith(8)).toHaveLength(1)
    expect(await pagesWith(9)).toHaveLength(1)
    expect(await pagesWith(12)).toHaveLength(2)
  })
})
