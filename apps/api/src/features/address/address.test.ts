import { randomUUID } from 'node:crypto'
import type { AddressView } from '@cotation/contracts'
import { type AddressBook, maxAddresses } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { anAddress, anAddressForm } from '#test/orders/addresses.ts'
import { useSharedApp } from '#test/use-app.ts'
import { getAddress } from './address.service.ts'

const app = useSharedApp()

const someone = async () => aBrowserOf(app, (await aCustomer(app)).id)
const listOf = { shipping: 'GET /global/account/address', billing: 'GET /global/account/billingAddress' } as const
const itemOf = { shipping: '/global/account/address/{id}', billing: '/global/account/billingAddress/{id}' } as const

async function booked(browser: Browser, book: AddressBook = 'shipping', query = {}): Promise<AddressView[]> {
  return (await browser.call(listOf[book], { query })).data.addresses
}

const create = (browser: Browser, book: AddressBook, body: unknown, id: string = randomUUID()) =>
  book === 'shipping'
    ? browser.send<AddressView>('POST /global/account/address', { body })
    : browser.send<AddressView>('POST /global/account/billingAddress/{id}', { params: { id }, body })

const defaults = (addresses: AddressView[]) => addresses.filter(({ isDefault }) => isDefault).map(({ id }) => id)

describe.each(['shipping', 'billing'] as const)('the %s book (spec 3, 7)', (book) => {
  it('stores an address and makes the first one the default', async () => {
    const browser = await someone()
    const first = await anAddress(browser, book)

    expect(first).toEqual({
      ...anAddressForm(),
      id: expect.any(String),
      isDefault: true,
      updatedAt: app.clock.now.toISOString(),
    })

    const second = await anAddress(browser, book, { city: 'Lyon' })
    expect(second.isDefault).toBe(false)

    const { data } = await browser.call(`GET ${itemOf[book]}`, { params: { id: second.id } })
    expect(data).toEqual(second)
    expect(await booked(browser, book)).toEqual([first, second])
    expect(await booked(browser, book === 'shipping' ? 'billing' : 'shipping')).toEqual([])
  })

  it('has one default, the last one that was set', async () => {
    const browser = await someone()
    await anAddress(browser, book)

    const second = await anAddress(browser, book, { isDefault: true })
    expect(defaults(await booked(browser, book))).toEqual([second.id])

    const third = await anAddress(browser, book)
    const body = anAddressForm({ isDefault: true, city: 'Nantes' })
    const changed = await browser.call(`PATCH ${itemOf[book]}`, { params: { id: third.id }, body })

    expect(changed.data).toMatchObject({ id: third.id, city: 'Nantes', isDefault: true })
    expect(defaults(await booked(browser, book))).toEqual([third.id])
  })

  it('puts the default first, then what changed last', async () => {
    const browser = await someone()
    const made: AddressView[] = []
    for (const city of ['Paris', 'Lyon', 'Nice']) {
      made.push(await anAddress(browser, book, { city }))
      app.clock.advance(60)
    }

    expect((await booked(browser, book)).map(({ city }) => city)).toEqual(['Paris', 'Nice', 'Lyon'])

    app.clock.advance(60)

    const params = { id: made[1]?.id ?? '' }
    await browser.call(`PATCH ${itemOf[book]}`, { params, body: anAddressForm({ city: 'Brest' }) })

    expect((await booked(browser, book)).map(({ city }) => city)).toEqual(['Paris', 'Brest', 'Nice'])
  })

  it('is searched and paged', async () => {
    const browser = await someone()
    await anAddress(browser, book, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      line2: book === 'billing' ? '100% north_wing' : '100 north_wing',
    })
    await anAddress(browser, book, {
      country: 'DE',
      postcode: '10115',
      city: 'Berlin',
      phoneCode: '+49',
      phone: '30123456',
    })
    await anAddress(browser, book, { city: 'Lyon', postcode: '69001' })

    const cities = async (search: string) => (await booked(browser, book, { search })).map(({ city }) => city)
    expect(await cities('ada lovelace')).toEqual(['Paris'])
    expect(await cities('69001 LY')).toEqual(['Lyon'])
    expect(await cities('lÿon')).toEqual(['Lyon'])
    expect(await cities('allemagne')).toEqual(['Berlin'])

    browser.language = 'en'
    expect(await cities('allemagne')).toEqual([])
    expect(await cities('germ')).toEqual(['Berlin'])
    expect(await cities('0% n')).toEqual(book === 'shipping' ? [] : ['Paris'])
    expect(await cities('th_w')).toEqual(['Paris'])
    expect(await cities('t__w')).toEqual([])

    const page = await browser.call(listOf[book], { query: { page: 2, pageSize: 2 } })
    expect([page.data.total, page.data.addresses.length]).toEqual([3, 1])
  })

  it('validates on the server, in the caller’s language (spec 5)', async () => {
    const browser = await someone()
    const wrong = { country: 'US', state: 'Bayern', postcode: '1', phone: '123456', vatNumber: 'DE123456789' }
    const { status, error } = await create(browser, book, anAddressForm(wrong))

    expect(status).toBe(422)
    expect(error.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      ...['state STATE_INVALID', 'postcode POSTCODE_INVALID', 'phone PHONE_NOT_OF_CODE', 'vatNumber VAT_INVALID'],
    ])

    browser.language = 'en'

    const messages = (await create(browser, book, anAddressForm({ country: 'ZZ' }))).error.issues
    expect(messages).toEqual([{ path: 'country', code: 'COUNTRY_INVALID', message: 'Invalid country' }])

    const kept = await anAddress(browser, book)
    const params = { id: kept.id }
    const change = await browser.send(`PATCH ${itemOf[book]}`, { params, body: anAddressForm({ postcode: '' }) })

    expect(change.error.issues).toMatchObject([{ path: 'postcode', code: 'POSTCODE_REQUIRED' }])
    expect(await booked(browser, book)).toEqual([kept])
  })

  it('refuses unknown fields (BOL-4)', async () => {
    const browser = await someone()
    for (const extra of [{ customerId: randomUUID() }, { id: randomUUID() }, { book: 'billing' }])
      expect((await create(browser, book, { ...anAddressForm(), ...extra })).status).toBe(422)
    expect(await booked(browser, book)).toEqual([])
  })

  it('refuses addresses beyond its limit until one is removed', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const { id } = await anAddress(browser, book)
    await app.deps.db
      .insertInto('address')
      .columns(addressColumns)
      .expression((eb) =>
        eb
          .selectFrom('address')
          .select(['customer_id', 'book', ...copied])
          .select((inner) => inner.lit(false).as('is_default'))
          .where('id', '=', id)
          .crossJoinLateral((inner) => inner.fn('generate_series', [inner.lit(2), inner.lit(maxAddresses)]).as('n')),
      )
      .execute()

    const refused = await create(browser, book, anAddressForm())
    expect([refused.status, refused.error.code]).toEqual([429, 'QUOTA_EXCEEDED'])

    await browser.send(`DELETE ${itemOf[book]}`, {
      params: { id },
      ...(book === 'billing' ? { body: { ids: [] } } : {}),
    })

    expect((await create(browser, book, anAddressForm())).status).toBe(200)
  })
})

const copied = [
  ...(['first_name', 'last_name', 'company', 'phone_code', 'phone', 'vat_number', 'country'] as const),
  ...(['line1', 'line2', 'line3', 'postcode', 'city', 'state', 'created_at', 'updated_at'] as const),
]

const addressColumns = ['customer_id' as const, 'book' as const, ...copied, 'is_default' as const]

describe('the shipping book alone', () => {
  it('accepts Latin letters and no post box (spec 5)', async () => {
    const browser = await someone()
    const { error } = await create(browser, 'shipping', anAddressForm({ firstName: 'Zoé', line1: 'P.O. Box 12' }))
    expect(error.issues).toMatchObject([
      { path: 'firstName', code: 'ENGLISH_ONLY' },
      { path: 'line1', code: 'NO_PO_BOX' },
    ])
    expect((await create(browser, 'billing', anAddressForm({ firstName: 'Zoé', line1: 'BP 12' }))).status).toBe(200)
  })

  it('rewrites the company of a recipient to first name plus last name (spec 5)', async () => {
    const browser = await someone()
    expect((await anAddress(browser, 'shipping', { company: 'Acme' })).company).toBe('Zoe Martin')
    expect((await anAddress(browser, 'shipping')).company).toBe('')
    expect((await anAddress(browser, 'billing', { company: 'Acme' })).company).toBe('Acme')
  })

  it('normalises state, postcode and VAT number', async () => {
    const browser = await someone()
    const kept = await anAddress(browser, 'shipping', {
      country: 'JP',
      postcode: '1000001',
      state: 'TOKYO',
      phoneCode: '+81',
      phone: '0312345678',
      vatNumber: 'jp 123-45',
    })

    expect(kept).toMatchObject({ postcode: '100-0001', state: 'Tokyo', vatNumber: 'JP12345' })
  })

  it('offers a short list to choose from (spec 7, shippingList)', async () => {
    const browser = await someone()
    const first = await anAddress(browser)
    const second = await anAddress(browser, 'shipping', {
      line2: 'Bat. B',
      country: 'BE',
      postcode: '1000',
      city: 'Bruxelles',
    })

    await anAddress(browser, 'billing')

    const { data } = await browser.call('GET /global/account/shippingList', {})
    const name = 'Zoe Martin'

    expect(data.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))).toEqual([
      { id: first.id, name, summary: '12 rue des Lilas, 75001 Paris, France', country: 'FR', isDefault: true },
      ...[
        {
          id: second.id,
          name,
          summary: '12 rue des Lilas, Bat. B, 1000 Bruxelles, Belgique',
          country: 'BE',
          isDefault: false,
        },
      ],
    ])
  })

  it('sets the default by a separate call and removes single addresses', async () => {
    const browser = await someone()
    const first = await anAddress(browser)
    const second = await anAddress(browser)
    const { data } = await browser.call('PATCH /global/account/address/setDefault/{id}', { params: { id: second.id } })

    expect(data).toEqual({ ...second, isDefault: true })
    expect(defaults(await booked(browser))).toEqual([second.id])

    await browser.call('DELETE /global/account/address/{id}', { params: { id: second.id } })
    expect((await booked(browser)).map(({ id, isDefault }) => [id, isDefault])).toEqual([[first.id, false]])

    const again = await browser.send('DELETE /global/account/address/{id}', { params: { id: second.id } })
    expect([again.status, again.error.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('a billing address has an id that the browser made', () => {
  it('stores one address when it is sent twice, with the last values', async () => {
    const browser = await someone()
    const id = randomUUID()
    const first = await create(browser, 'billing', anAddressForm(), id)
    expect(first.data.id).toBe(id)
    await Promise.all([1, 2, 3].map(() => create(browser, 'billing', anAddressForm({ isDefault: true }), id)))
    await create(browser, 'billing', anAddressForm({ city: 'Lyon', isDefault: true }), id)
    expect(await booked(browser, 'billing')).toMatchObject([{ id, city: 'Lyon', isDefault: true }])
  })

  it('answers NOT_FOUND and changes nothing if the id belongs to another customer or book (BOL-1)', async () => {
    const owner = await someone()
    const stranger = await someone()
    const theirs = await anAddress(owner, 'billing')
    const own = await anAddress(stranger, 'shipping')
    const before = await anAddress(stranger, 'billing')

    for (const id of [theirs.id, own.id]) {
      const { status, error } = await create(stranger, 'billing', anAddressForm({ isDefault: true, city: 'X' }), id)
      expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    }

    expect(await booked(owner, 'billing')).toEqual([theirs])
    expect(await booked(stranger, 'billing')).toEqual([before])
    expect(await booked(stranger)).toEqual([own])
  })
})

it('gives checkout only addresses of the customer’s book', async () => {
  const { id: customerId } = await aCustomer(app)
  const browser = await aBrowserOf(app, customerId)
  const { id, isDefault: _, updatedAt: __, ...address } = await anAddress(browser)
  expect(await getAddress(app.deps.db, customerId, 'shipping', id)).toEqual(address)
  await expect(getAddress(app.deps.db, customerId, 'billing', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const other = await aCustomer(app)
  await expect(getAddress(app.deps.db, other.id, 'shipping', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
