import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aCheckout, anAddress } from '#test/orders/orders.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { aQuotedProject, configure } from '#test/quote/quotes.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

/** The text with no-break spaces and line ends as plain spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\n]/g, ' ')

/** A ready line, painted black, tapped and measured. */
async function aPaintedLine() {
  const { id: customerId } = await aCustomer(app)
  await funded(app.deps.db, customerId, 100_000_00, app.clock.now)
  const browser = await aBrowserOf(app, customerId)
  const { projectId, line } = await aQuotedProject(app, browser)

  const painted = await configure(browser, projectId, line, {
    services: [
      { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' },
      { id: 'tapping', option: '6H', items: [{ size: 'M6', count: 4, depthMm: 9 }] },
      { id: 'inspection', option: 'report-first' },
    ],
  })
  return { browser, customerId, projectId, line: painted }
}

describe('the description of a painted, tapped and measured line', () => {
  it('is the same in checkout, on the order and in the documents', async () => {
    const { browser, customerId, projectId, line } = await aPaintedLine()
    expect(line).toMatchObject({ status: 'ready', faults: [] })

    const shippingAddressId = await anAddress(app, customerId)
    const basket = { projectId, lineIds: [line.id], shippingAddressId, carrier: 'dhl' as const }
    const { view, body } = await aCheckout(browser, basket)
    const { colour, tolerance, services } = view.lines[0] ?? {}

    expect(colour).toBe('')
    expect(tolerance).toMatch(/^Tolérance\u00a0: Standard/)
    expect(services).toHaveLength(3)
    const [painted = '', tapped = '', measured] = services?.map(plain) ?? []
    expect(painted).toContain('RAL 9005')
    expect(painted).toContain('mat')
    expect(tapped).toContain('4 × M6')
    expect(measured).toBe('Contrôle : Rapport dimensionnel, première pièce')

    const { data: placed } = await browser.call('POST /global/checkout/submit', { body })
    const { data: order } = await browser.call('GET /global/order/{orderId}', { params: { orderId: placed.orderId } })
    expect(order.lines[0]).toMatchObject({ colour, tolerance, services })

    const documents = [`project/${projectId}/quotation`, `order/${placed.orderId}/document/invoice`]
    for (const path of documents) {
      const answer = await browser.fetch(`/gateway/global/${path}`)
      const text = pdfPages(new Uint8Array(await answer.arrayBuffer())).join(' ')

      for (const fact of ['Tolérance : Standard', 'RAL 9005', '4 × M6', 'Rapport dimensionnel'])
        expect(plain(text)).toContain(fact)
    }
  })
})
