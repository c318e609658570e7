import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { anAddress } from '@cotation/places/address-fixture'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { rememberCountry } from '#lib/home-country.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { anAddressView } from '#lib/testing/views.ts'

const lists = { shipping: 'GET /global/account/address', billing: 'GET /global/account/billingAddress' } as const
const create = 'POST /global/account/address'
const shown = async (text: string) => expect(await screen.findByText(text)).toBeTruthy()

// Wherever the tests run: no such country, so that new addresses start without one.
beforeEach(() => rememberCountry('ZZ'))

// Loaded on demand: how long that takes does not matter here.
beforeAll(() => import('#ui/address/address-fields.tsx'))

/** Opens an address book with these addresses. */
async function openForm(answers: Answers = {}, book: AddressBook = 'shipping', held: AddressView[] = []) {
  const gateway = stubGateway({
    [lists[book]]: () => data(lists[book], { addresses: held, total: held.length }),
    'GET /global/tools/countryList': () =>
      data('GET /global/tools/countryList', [
        { country: 'FR', phoneCode: '+33' },
        { country: 'US', phoneCode: '+1' },
      ]),
    ...answers,
  })
  await renderApp(`/user/account/${book === 'shipping' ? 'address' : 'billingAddress'}`, { token: 'real' })

  return gateway
}

async function openNew(answers: Answers = {}, book: AddressBook = 'shipping') {
  // No such country: the new address starts without one.
  const gateway = await openForm(answers, book, [anAddressView({ country: 'ZZ' })])
  await press('Add an address')
  await screen.findByLabelText(/^City/)
  return gateway
}

async function choose(label: RegExp, option: string) {
  await userEvent.click(screen.getByLabelText(label, { selector: 'input' }))
  const found = (await screen.findAllByText(option)).find((element) => element.closest('[role="option"]'))
  if (!found) throw new Error(`${option} is not offered`)
  await userEvent.click(found)
}

async function write(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await enterText(label, text)
}

const french = {
  'First name': 'Zoe',
  'Last name': 'Martin',
  'Address: street and number': '12 rue des Lilas',
  Postcode: '75001',
  City: 'Paris',
  'Phone number': '0612345678',
}

const saved = () => ({ status: 200, body: { data: anAddressView() } })

const countryField = () => screen.getByLabelText(/Country/, { selector: 'input' })

describe('a new address', () => {
  it('starts at its first field, not at the button that closes the dialog', async () => {
    await openNew()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^First name/)))
  })

  it('starts with the country of the customer’s default address, wherever the browser is', async () => {
    rememberCountry('FR')
    await openForm({}, 'shipping', [anAddressView(), anAddressView({ country: 'DE', isDefault: true })])
    await press('Add an address')
    await screen.findByLabelText(/^City/)
    expect(countryField()).toHaveProperty('value', 'Germany')
  })

  it('starts with the country of the other book if its own is empty', async () => {
    const shipping = [anAddressView({ country: 'DE' })]
    await openForm({ [lists.shipping]: () => data(lists.shipping, { addresses: shipping, total: 1 }) }, 'billing')
    const [add] = await screen.findAllByRole('button', { name: 'Add an address' })
    if (add) await userEvent.click(add)
    await screen.findByLabelText(/^City/)
    expect(countryField()).toHaveProperty('value', 'Germany')
  })
})

describe('a new shipping address', () => {
  it('starts with the country that the customer chose in the quote, and its phone code', async () => {
    rememberCountry('FR')
    const none = { [lists.billing]: () => data(lists.billing, { addresses: [], total: 0 }) }
    await openForm(none)
    const [add] = await screen.findAllByRole('button', { name: 'Add an address' })
    if (add) await userEvent.click(add)
    await screen.findByLabelText(/^City/)
    expect(screen.getByLabelText(/Country/, { selector: 'input' })).toHaveProperty('value', 'France')
    expect(screen.getAllByDisplayValue(/\+33/).length).toBeGreaterThan(0)
  })

  it('is sent with all fields, and the phone code follows the country', async () => {
    const gateway = await openNew({ [create]: saved })
    await choose(/Country/, 'France')
    await write(french)
    await press('Save the address')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    expect(gateway.to(create).map(({ body }) => body)).toEqual([
      { ...anAddress({ phone: '0612345678' }), isDefault: false },
    ])
    // The list is fetched again.
    expect(gateway.to(lists.shipping)).toHaveLength(2)
  })

  it('shows all missing fields at once and focuses the first', async () => {
    const gateway = await openNew()
    await press('Save the address')

    for (const text of [
      ...['Please enter your first name.', 'Please enter your last name.', 'Invalid country', 'Enter the address.'],
      ...['Enter the city.', 'Please enter your phone number.', 'Please select an international phone code.'],
    ])
      await shown(text)

    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(gateway.to(create)).toEqual([])
  })

  it('is checked by the rules of spec 5 before it is sent', async () => {
    const gateway = await openNew()
    await choose(/Country/, 'United States')
    await write({
      ...french,
      'First name': '马',
      'Address: street and number': 'P.O. Box 12',
      Postcode: '9410',
    })
    await write({ 'VAT or EORI number (optional)': 'FR40303265045' })
    await press('Save the address')

    for (const text of [
      'Write the address in Latin letters without accents (A–Z, 0–9).',
      'P.O. boxes are not served: give a street and a number.',
      'Invalid state',
      'This postcode does not exist in this country.',
      'This number does not exist with this code.',
      'This is neither a VAT number nor an EORI number of this country.',
    ])
      await shown(text)

    expect(gateway.to(create)).toEqual([])
  })

  it('offers to write accents as plain letters', async () => {
    const gateway = await openNew({ [create]: saved })
    await choose(/Country/, 'France')
    await write({ ...french, 'First name': 'Zoé', City: 'Orléans', Postcode: '45000' })
    await press('Save the address')
    await shown('Without accents, this reads: Zoe, Orleans')
    await press('Use this spelling')
    await press('Save the address')
    await waitFor(() => expect(gateway.to(create)).toMatchObject([{ body: { firstName: 'Zoe', city: 'Orleans' } }]))
  })

  it('takes its state from the country’s list in English letters, and clears it with the country', async () => {
    const gateway = await openNew({ [create]: saved })
    expect(screen.queryByLabelText(/State/)).toBeNull()

    await choose(/Country/, 'United States')
    await choose(/State/, 'California')
    await choose(/Country/, 'France')

    expect(screen.getByLabelText<HTMLInputElement>(/State/, { selector: 'input' }).value).toBe('')

    await choose(/State/, 'Île-de-France')
    await write(french)
    await press('Save the address')
    await waitFor(() => expect(gateway.to(create)).toMatchObject([{ body: { country: 'FR', state: 'Ile-de-France' } }]))
  })

  it('warns before a company is rewritten to first name plus last name (spec 5)', async () => {
    const gateway = await openNew({ [create]: saved })
    await choose(/Country/, 'France')
    await write({ ...french, 'Company (optional)': 'Acme' })
    await press('Save the address')

    const warning = await screen.findByRole('alert')
    expect(warning.textContent).toContain('instead of “Acme”, the company field is saved as “Zoe Martin”')
    expect(gateway.to(create)).toEqual([])

    await press('Change the address')
    expect(screen.queryByRole('alert')).toBeNull()

    await press('Save the address')
    await press('Save with this name')
    await waitFor(() => expect(gateway.to(create)).toHaveLength(1))
  })

  it('shows the server’s refusal on its field', async () => {
    const issues = [{ path: 'postcode', code: 'POSTCODE_INVALID', message: 'The server knows better.' }]
    await openNew({ [create]: () => refusal('VALIDATION', 'Some fields need to be corrected.', issues) })
    await choose(/Country/, 'France')
    await write(french)
    await press('Save the address')
    await shown('The server knows better.')
    await write({ Postcode: '75002' })

    expect(screen.queryByText('The server knows better.')).toBeNull()
  })

  it('is refused with a message when the book is full', async () => {
    await openNew({ [create]: () => refusal('QUOTA_EXCEEDED', 'x') })
    await choose(/Country/, 'France')
    await write(french)
    await press('Save the address')
    await shown('This book is full: it holds 200 addresses. Delete some that you no longer need.')
  })
})

describe('an existing address', () => {
  it('is changed in its own fields', async () => {
    const known = anAddressView({
      isDefault: true,
      country: 'US',
      state: 'California',
      postcode: '94105',
      city: 'San Jose',
    })
    const update = 'PATCH /global/account/address/{id}'
    const gateway = await openForm({ [update]: saved }, 'shipping', [
      { ...known, phoneCode: '+1', phone: '2025550123' },
    ])

    await press('Change Zoe Martin, 12 rue des Lilas')
    expect((await screen.findByLabelText<HTMLInputElement>(/State/, { selector: 'input' })).value).toBe('California')

    await write({ City: 'San Francisco' })
    await press('Save the address')

    const { id, updatedAt: _, ...fields } = known
    await waitFor(() =>
      expect(gateway.to(update)).toMatchObject([
        {
          key: `PATCH /global/account/address/${id}`,
          body: { ...fields, phoneCode: '+1', phone: '2025550123', city: 'San Francisco' },
        },
      ]),
    )
  })
})

describe('a billing address', () => {
  it('may have accents, keeps its company, and has the same id in a retry', async () => {
    let fails = true
    const post = 'POST /global/account/billingAddress/{id}'
    const gateway = await openNew({ [post]: () => (fails ? refusal('BUSY', 'Busy, try again.') : saved()) }, 'billing')

    await choose(/Country/, 'France')
    await write({ ...french, 'First name': 'Zoé', 'Company (optional)': 'Société Acme' })
    await press('Save the address')
    await shown('Busy, try again.')
    fails = false
    await press('Save the address')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const sent = gateway.to(post)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[0]?.body).toMatchObject({ firstName: 'Zoé', company: 'Société Acme' })
  })
})
