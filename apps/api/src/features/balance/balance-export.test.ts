import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { anOrderOf, aPaymentOf, aReloadOf, funded, posted } from '#test/orders/ledger.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let browser: Browser
let customerId: string

beforeAll(async () => {
  customerId = (await aCustomer(app)).id
  browser = await aBrowserOf(app, customerId)

  const { db } = app.deps
  await funded(db, customerId, 9_950)

  const orderId = await anOrderOf(db, customerId, 2_500)
  await db.updateTable('customer_order').set({ po_number: '=HYPERLINK("http://x","y")' }).execute()
  await posted(db, {
    kind: 'payment',
    orderId,
    customerId,
    lines: [
      { account: { kind: 'wallet', customerId }, amountMinor: 2_505 },
      { account: { kind: 'sales' }, amountMinor: -2_505 },
    ],
  })

  const intent = await aPaymentOf(db, customerId, {
    reloadId: await aReloadOf(db, customerId),
    state: 'awaiting_funds',
  })
  await db
    .updateTable('payment_intent')
    .set({ currency: 'CNY', amount_minor: 72_345 })
    .where('id', '=', intent)
    .execute()
})

async function exported(list: string, language = 'fr') {
  browser.language = language
  const answer = await browser.fetch(`/gateway/global/account/balance/export/${list}`)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  return { answer, lines: text.split('\r\n') }
}

describe('exported lists', () => {
  it('are in the caller’s language, with the day in the file name', async () => {
    const { answer, lines } = await exported('transaction')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('filename="mouvements-2026-03-02.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(lines[0]).toMatch(/^\uFEFF"Date \(UTC\)";"Identifiant du mouvement";"Type de mouvement";"Montant \(USD\)"/)

    const english = await exported('transaction', 'en')
    expect(english.lines[0]).toContain('"Transaction type","Amount (USD)","Balance (USD)","Payment method"')
    expect(english.lines[1]).toContain('"Payment",-25.05,74.45,"Balance","Done"')
  })

  it('escape customer texts so that no spreadsheet runs them (INJ-8)', async () => {
    const { lines } = await exported('transaction')
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
    expect(lines).toHaveLength(4)
  })

  it('call the yuan RMB and give each amount in its currency', async () => {
    const { lines } = await exported('payment')
    expect(lines[1]).toMatch(/"Rechargement";"R-\d+";"Carte";"En attente du virement";723,45;"RMB";50,00;0,00$/)
  })

  it.each(['recharge', 'points'])('have a header and rows for %s', async (list) => {
    const { answer, lines } = await exported(list)
    expect(answer.status).toBe(200)
    expect(lines.at(-1)).toBe('')
    expect(lines).toHaveLength(list === 'recharge' ? 3 : 2)
    expect(lines.join()).not.toContain('undefined')
  })

  it('wait in turn with the customer’s documents, and are refused as "busy" if too many wait', async () => {
    const held = Promise.withResolvers<void>()
    const document = app.deps.papers.inTurn(customerId, () => held.promise)
    const answers = Array.from({ length: 6 }, () => exported('recharge'))
    const { answer: refused } = await Promise.race(answers)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

    held.resolve()
    await document
    const statuses = (await Promise.all(answers)).map(({ answer }) => answer.status)
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 503])
    expect((await exported('points')).answer.status).toBe(200)
  })

  it('require a signed-in customer', async () => {
    expect((await app.browser().fetch('/gateway/global/account/balance/export/payment')).status).toBe(401)
  })
})
