import { randomUUID } from 'node:crypto'
import type { AddressView } from '@cotation/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { anAddress, anAddressForm } from '#test/orders/addresses.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let owner: Browser
let stranger: Browser
let theirs: Record<'shipping' | 'billing', AddressView>

beforeAll(async () => {
  owner = await aBrowserOf(app, (await aCustomer(app)).id)
  stranger = await aBrowserOf(app, (await aCustomer(app)).id)
  theirs = { shipping: await anAddress(owner), billing: await anAddress(owner, 'billing') }
})

const allRows = () => app.deps.db.selectFrom('address').selectAll().orderBy('id').execute()

async function answerOf(browser: Browser, key: string, input: unknown) {
  const { status, error } = await browser.send(key, input)
  return { status, code: error.code, message: error.message }
}

describe('another customer’s address (BOL-1)', () => {
  it.each([
    ['GET /global/account/address/{id}', 'shipping', {}],
    ['PATCH /global/account/address/{id}', 'shipping', { body: anAddressForm() }],
    ['PATCH /global/account/address/{id}', 'shipping', { body: anAddressForm({ isDefault: true }) }],
    ['DELETE /global/account/address/{id}', 'shipping', {}],
    ['PATCH /global/account/address/setDefault/{id}', 'shipping', {}],
    ['GET /global/account/billingAddress/{id}', 'billing', {}],
    ['PATCH /global/account/billingAddress/{id}', 'billing', { body: anAddressForm({ isDefault: true }) }],
    ['DELETE /global/account/billingAddress/{id}', 'billing', { body: { ids: [] } }],
  ] as const)('is not found by %s', async (key, book, rest) => {
    const own = await anAddress(stranger, book)
    const before = await allRows()
    const unknown = await answerOf(stranger, key, { params: { id: randomUUID() }, ...rest })

    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await answerOf(stranger, key, { params: { id: theirs[book].id }, ...rest })).toEqual(unknown)

    // The right customer in the wrong book is no better.
    const other = theirs[book === 'shipping' ? 'billing' : 'shipping']
    expect(await answerOf(owner, key, { params: { id: other.id }, ...rest })).toEqual(unknown)
    expect(await allRows()).toEqual(before)
    expect((await answerOf(stranger, key, { params: { id: own.id }, ...rest })).status).toBe(200)
  })
})

describe('removing several addresses (BOL-2)', () => {
  const removals: Record<'shipping' | 'billing', (ids: string[]) => [key: string, input: unknown]> = {
    shipping: (ids: string[]) => ['DELETE /global/account/address/batch', { body: { addressIds: ids } }],
    billing: ([id, ...ids]: string[]) => [
      'DELETE /global/account/billingAddress/{id}',
      { params: { id }, body: { ids } },
    ],
  }
  it.each(['shipping', 'billing'] as const)('removes all or none of the %s book', async (book) => {
    const own = [await anAddress(stranger, book), await anAddress(stranger, book), await anAddress(stranger, book)]
    const [first, second, third] = own.map(({ id }) => id)
    if (!first || !second || !third) throw new Error('three were made')

    const before = await allRows()
    const wrongBook = await anAddress(stranger, book === 'shipping' ? 'billing' : 'shipping')
    for (const odd of [theirs[book].id, randomUUID(), wrongBook.id]) {
      for (const ids of [[odd], [first, odd], [odd, first, second]])
        expect(await answerOf(stranger, ...removals[book](ids))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }

    expect((await allRows()).filter(({ id }) => id !== wrongBook.id)).toEqual(before)
    // The same one twice, in other letters too, is one.
    expect((await answerOf(stranger, ...removals[book]([first, second, first, second.toUpperCase()]))).status).toBe(200)

    const left = (await allRows()).map(({ id }) => id)
    expect([left.includes(first), left.includes(second), left.includes(third)]).toEqual([false, false, true])
  })

  it('refuses an empty list', async () => {
    expect(await answerOf(stranger, ...removals.shipping([]))).toMatchObject({ status: 422, code: 'VALIDATION' })
  })
})
