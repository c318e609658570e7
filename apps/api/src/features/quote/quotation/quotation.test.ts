import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { anAddress } from '#test/orders/addresses.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

async function aProjectOf(browser: Browser, name = 'Banc d’essai'): Promise<string> {
  const { data } = await browser.call('POST /global/project', { body: { name, service: 'cnc' } })
  return data.id
}

const quotation = (browser: Browser, projectId: string) =>
  browser.fetch(`/gateway/global/project/${projectId}/quotation`)

describe('GET /global/project/{projectId}/quotation', () => {
  it('returns a PDF in the language of the request, named by its number', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const projectId = await aProjectOf(browser)
    const number = `20260302-${projectId.slice(0, 8).toUpperCase()}`

    for (const [language, title, file] of [
      ['fr', 'Devis', 'devis'],
      ['en', 'Quotation', 'quotation'],
    ] as const) {
      browser.language = language

      const answer = await quotation(browser, projectId)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="${file}-${number}-\\d+\\.pdf"`),
      )

      const text = pdfPages(new Uint8Array(await answer.arrayBuffer())).join('\n')
      for (const words of [title, number, 'Banc d’essai', customer.email, app.deps.config.brand.legalEntity])
        expect(text).toContain(words)
    }
  })

  it('answers BUSY with a time to wait while too many documents of the owner are waiting', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const projectId = await aProjectOf(browser)

    const held = Promise.withResolvers<never>()
    const unused = { module: '', name: '' }
    const waiting = Array.from({ length: 6 }, () => app.deps.papers.make(id, unused, () => held.promise))
    const refused = await quotation(browser, projectId)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')

    held.reject(new Error('enough'))
    await Promise.allSettled(waiting)
    expect((await quotation(browser, projectId)).status).toBe(200)
  })

  it('lets all visitors of a network wait in one turn (B2)', async () => {
    const visitor = await aVisitor(app)
    const projectId = await aProjectOf(visitor)
    const neighbour = Object.assign(await aVisitor(app), { address: visitor.address })
    const neighbourProjectId = await aProjectOf(neighbour)

    const held = Promise.withResolvers<never>()
    const unused = { module: '', name: '' }
    const turn = `network ${visitor.address}`
    const waiting = Array.from({ length: 6 }, () => app.deps.papers.make(turn, unused, () => held.promise))
    expect((await quotation(neighbour, neighbourProjectId)).status).toBe(503)

    held.reject(new Error('enough'))
    await Promise.allSettled(waiting)
    expect((await quotation(visitor, projectId)).status).toBe(200)
    expect((await quotation(neighbour, neighbourProjectId)).status).toBe(200)
  })

  it('limits the documents of all visitors of a network together, not those of customers (B2)', async () => {
    const { address } = app.browser()
    const answers: number[] = []
    for (let i = 0; i < 3; i++) {
      const visitor = Object.assign(await aVisitor(app), { address })
      const projectId = await aProjectOf(visitor)
      for (let k = 0; k < 45; k++) answers.push((await quotation(visitor, projectId)).status)
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(120)
    expect(answers.slice(120)).toEqual(Array(15).fill(429))

    const { id } = await aCustomer(app)
    const customer = Object.assign(await aBrowserOf(app, id), { address })
    expect((await quotation(customer, await aProjectOf(customer))).status).toBe(200)
  })

  it('is made out to the company at its usual billing address', async () => {
    const { id, email } = await aCustomer(app, { accountType: 'enterprise' })
    await updateRows(app, 'customer', { id }, { company: 'Atelier Martin SARL' })
    const browser = await aBrowserOf(app, id)
    const identity = { company: '', vatNumber: 'FR40303265045', isDefault: true }
    await anAddress(browser, 'billing', identity)

    const answer = await quotation(browser, await aProjectOf(browser))
    const [page = ''] = pdfPages(new Uint8Array(await answer.arrayBuffer()))
    for (const words of ['Atelier Martin SARL', 'Zoe Martin', '12 rue des Lilas', 'FR40303265045', email])
      expect(page).toContain(words)
  })

  it('returns a visitor’s quotation', async () => {
    const visitor = await aVisitor(app)
    const answer = await quotation(visitor, await aProjectOf(visitor))
    const [page] = pdfPages(new Uint8Array(await answer.arrayBuffer()))
    expect(page).toContain('Visiteur sans compte')
  })

  it('answers NOT_FOUND for another owner’s project (BOL-1)', async () => {
    const owner = await aVisitor(app)
    const projectId = await aProjectOf(owner)
    const stranger = await aVisitor(app)
    const others = await quotation(stranger, projectId)
    const unknown = await quotation(stranger, '00000000-0000-4000-8000-000000000000')

    expect([others.status, unknown.status]).toEqual([404, 404])

    const code = async (answer: Response) => ((await answer.json()) as { code: string }).code
    expect([await code(others), await code(unknown)]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect((await quotation(app.browser(), projectId)).status).toBe(401)
  })
})
