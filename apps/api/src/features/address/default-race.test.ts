import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { anAddress, anAddressForm } from '#test/orders/addresses.ts'
import { rowsOf } from '#test/rows.ts'
import { untilBlockedBy } from '#test/until-blocked.ts'
import { useSharedApp } from '#test/use-app.ts'
import { clearDefault, markDefault } from './address.repository.ts'

const app = useSharedApp()

const defaultsOf = (customerId: string) =>
  rowsOf(app, 'address', { customer_id: customerId, book: 'shipping', is_default: true })

describe('the default of a book under concurrency', () => {
  it('leaves one default when forty are set at once, and answers all', async () => {
    const { id: customerId } = await aCustomer(app)
    const browser = await aBrowserOf(app, customerId)
    const made = await Promise.all(Array.from({ length: 10 }, () => anAddress(browser)))

    expect(await defaultsOf(customerId)).toHaveLength(1)

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const params = { id: made[index % made.length]?.id ?? '' }
        return index % 2 === 0
          ? browser.send('PATCH /global/account/address/setDefault/{id}', { params })
          : browser.send('PATCH /global/account/address/{id}', { params, body: anAddressForm({ isDefault: true }) })
      }),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await defaultsOf(customerId)).toHaveLength(1)
  })

  it('leaves at most one default after concurrent changes and removals, with answers of the contract only', async () => {
    const { id: customerId } = await aCustomer(app)
    const browser = await aBrowserOf(app, customerId)
    const made = await Promise.all(
      Array.from({ length: 10 }, () => anAddress(browser, 'shipping', { isDefault: true })),
    )
    const answers = await Promise.all(
      made.flatMap(({ id }) => [
        browser.send('POST /global/account/address', { body: anAddressForm({ isDefault: true }) }),
        browser.send('DELETE /global/account/address/{id}', { params: { id } }),
        browser.send('PATCH /global/account/address/setDefault/{id}', { params: { id } }),
      ]),
    )

    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    expect((await defaultsOf(customerId)).length).toBeLessThanOrEqual(1)
  })

  it('loses the same race without the lock (control), and the database refuses a second default', async () => {
    const { id: customerId } = await aCustomer(app)
    const browser = await aBrowserOf(app, customerId)
    const book = { customerId, book: 'shipping' } as const
    const [, second, third] = [await anAddress(browser), await anAddress(browser), await anAddress(browser)]
    const begun = Promise.withResolvers<void>()
    const first = app.deps.db.transaction().execute(async (trx) => {
      await clearDefault(trx, book)
      await markDefault(trx, book, second.id)
      begun.resolve()
      await untilBlockedBy(trx)
    })

    await begun.promise

    const late = app.deps.db.transaction().execute(async (trx) => {
      await clearDefault(trx, book)
      await markDefault(trx, book, third.id)
    })

    await expect(late).rejects.toMatchObject({ constraint: 'address_default' })

    await first
    expect(await defaultsOf(customerId)).toMatchObject([{ id: second.id }])
  })
})
