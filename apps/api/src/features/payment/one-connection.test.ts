import { randomUUID } from 'node:crypto'
import type { PaymentChoice } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { createCatalogueCache } from '#features/catalogue/catalogue-cache.ts'
import { submitCheckout } from '#features/checkout/submit.service.ts'
import { manyCheckouts } from '#test/orders/concurrent-checkouts.ts'
import { aPayer } from '#test/orders/payments.ts'
import { useApp } from '#test/use-app.ts'
import { getOrderPayment } from './bill-payment-view.service.ts'
import { cancelOrder } from './cancel-order.service.ts'
import { beginPayment } from './pay-bill.service.ts'
import { beginByLink, createLink } from './payment-link.service.ts'
import { reconcile } from './reconcile.service.ts'
import { createReload } from './reload.service.ts'

const app = useApp()
let one: Db

beforeAll(async () => {
  one = openDatabase(app.deps.config.databaseUrl ?? '', { maxConnections: 1 })
})

afterAll(() => one.destroy())

/** Dependencies with a pool of one connection and an empty catalogue cache. */
function lonely(): Deps {
  const clock = () => app.clock.now
  return { ...app.deps, db: one, clock, catalogues: createCatalogueCache(one, clock, packagedCatalogue) }
}

const traits = { balanceMinor: 1_000_000, creditMinor: 1_000_000 }
const ways = ['card', 'balance', 'credit', 'agency'] as const satisfies PaymentChoice[]

describe('payments with one pooled connection', () => {
  it.each(ways)('needs no second connection to pay by %s', async (method) => {
    const { customerId, orderId } = await aPayer(app, traits)
    const caller = { customerId, language: 'fr' } as const
    await beginPayment(lonely(), caller, { kind: 'order', id: orderId }, { method, useBalance: false })
    const view = await getOrderPayment(lonely(), customerId, orderId)
    expect(view.payments.length).toBe(method === 'agency' ? 0 : 1)
    await reconcile(lonely())
    expect((await cancelOrder(lonely(), caller, orderId, 'Essai')).status).toMatch(/cancelled|refunded/)
  })

  it('needs no second connection to pay by transfer in another currency and partly from the balance', async () => {
    const { customerId, orderId } = await aPayer(app, { balanceMinor: 100 })
    const choice = { method: 'bank_transfer', useBalance: true, bankCurrency: 'EUR' } as const
    await beginPayment(lonely(), { customerId, language: 'fr' }, { kind: 'order', id: orderId }, choice)
    const view = await getOrderPayment(lonely(), customerId, orderId)
    expect(view.open).toMatchObject({ method: 'bank_transfer', currency: 'EUR' })
  })

  it('needs no second connection to pay by link in another currency', async () => {
    const { customerId, orderId } = await aPayer(app)
    const { key } = await createLink(lonely(), customerId, { kind: 'order', id: orderId })
    const choice = { method: 'bank_transfer', bankCurrency: 'GBP' } as const
    expect((await beginByLink(lonely(), key, choice, 'fr')).open).toMatchObject({ currency: 'GBP' })
  })

  it('needs no second connection to reload by transfer in another currency', async () => {
    const { customerId } = await aPayer(app)
    await one.updateTable('customer').set({ is_recharge: true }).where('id', '=', customerId).execute()

    const request = {
      amountUsd: 100,
      method: 'bank_transfer',
      bankCurrency: 'HKD',
      submissionKey: randomUUID(),
    } as const
    const { payment } = await createReload(lonely(), { customerId, language: 'fr' }, request)

    expect(payment).toMatchObject({ currency: 'HKD' })
  })

  it('needs no second connection to check out with a transfer in another currency', async () => {
    const { customerId, submissions } = await manyCheckouts(app, 1)
    const [submission] = submissions
    if (!submission) throw new Error('there is nothing to submit')
    const payment = { method: 'bank_transfer', useBalance: false, bankCurrency: 'EUR' } as const
    const { orderId } = await submitCheckout(lonely(), { customerId, language: 'fr' }, { ...submission, payment })
    const [intent] = await one.selectFrom('payment_intent').selectAll().where('order_id', '=', orderId).execute()
    expect(intent).toMatchObject({ currency: 'EUR', state: 'awaiting_funds' })
  })
})
