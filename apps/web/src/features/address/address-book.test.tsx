import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { press } from '#lib/testing/user-actions.ts'
import { anAddressView } from '#lib/testing/views.ts'

const list = 'GET /global/account/address'
const billingList = 'GET /global/account/billingAddress'
const zoe = anAddressView({ isDefault: true })

const ada = anAddressView({
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: 'Ada Lovelace',
  line1: 'Lindenstr. 4',
  vatNumber: 'DE123456789',
  postcode: '10969',
  city: 'Berlin',
  country: 'DE',
  phoneCode: '+49',
  phone: '30123456',
})

const done = { status: 200, body: { data: {} } }
const shown = async (text: string) => expect(await screen.findByText(text)).toBeTruthy()

/** A book of these addresses that carries out every call. */
function aBook(held = [zoe, ada], total = held.length) {
  let addresses = held
  const without = (ids: readonly string[]) => {
    addresses = addresses.filter(({ id }) => !ids.includes(id))
    return done
  }

  return stubGateway({
    [list]: () => data(list, { addresses, total: addresses.length === held.length ? total : addresses.length }),
    'DELETE /global/account/address/{id}': ({ key }) => without([key.split('/').at(-1) ?? '']),
    'DELETE /global/account/address/batch': ({ body }) => without((body as { addressIds: string[] }).addressIds),
    'PATCH /global/account/address/setDefault/{id}': ({ key }) => {
      addresses = addresses.map((address) => ({ ...address, isDefault: key.endsWith(address.id) }))
      return { status: 200, body: { data: addresses[0] } }
    },
  })
}

async function open(gateway = aBook(), query = '', language: 'en' | 'fr' = 'en') {
  return { gateway, ...(await renderApp(`/user/account/address${query}`, { token: 'real', language })) }
}

async function cardOf(line: string) {
  const card = (await screen.findByText(line)).closest('li')
  if (!card) throw new Error(`${line} is on no card`)
  return card
}

describe('the shipping book (spec 2, account/address)', () => {
  it('shows each address as on a parcel, and which is the default', async () => {
    await open()

    const first = await cardOf('12 rue des Lilas')
    const second = await cardOf('Lindenstr. 4')
    for (const line of ['Zoe Martin', '75001 Paris', 'France', '+33 612345678', 'Default'])
      expect(within(first).getByText(line)).toBeTruthy()
    for (const line of ['10969 Berlin', 'Germany', 'VAT/EORI DE123456789'])
      expect(within(second).getByText(line)).toBeTruthy()

    expect(within(second).queryByText('Default')).toBeNull()
    expect(within(second).getAllByText('Ada Lovelace')).toHaveLength(1)
    expect(within(first).queryByRole('button', { name: /^Use as default/ })).toBeNull()
  })

  it('names countries in the page’s language', async () => {
    await open(aBook(), '', 'fr')
    await shown('Allemagne')
    expect(screen.getByRole('button', { name: 'Supprimer Zoe Martin, 12 rue des Lilas' })).toBeTruthy()
  })

  it('keeps the search in the address', async () => {
    const { gateway, place } = await open(aBook([zoe], 45))
    await shown('Page 1 of 3')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search shipping addresses' }), 'lilas')
    await waitFor(() => expect(place()).toMatch(/address\?search=lilas$/))
    await waitFor(() => expect(gateway.to(list).at(-1)?.query).toMatchObject({ search: 'lilas', page: '1' }))
  })

  it('offers to reset a search without results', async () => {
    const gateway = stubGateway({
      [list]: ({ query }) => data(list, query.search ? { addresses: [], total: 0 } : { addresses: [zoe], total: 1 }),
    })
    const { place } = await open(gateway, '?search=zzz')
    await shown('No address contains “zzz”.')
    await press('Show all')
    await shown('12 rue des Lilas')

    expect(place()).not.toContain('search')
  })

  it('explains an empty book', async () => {
    await open(aBook([]))
    await shown('No shipping address yet')
    const [, below] = screen.getAllByRole('button', { name: 'Add an address' })
    if (!below) throw new Error('the empty book offers nothing')
    await userEvent.click(below)
    expect(await screen.findByRole('dialog', { name: 'New shipping address' })).toBeTruthy()
  })

  it('shows a failure and offers a retry', async () => {
    let fails = true
    const gateway = stubGateway({
      [list]: () => (fails ? refusal('UNEXPECTED', 'x') : data(list, { addresses: [zoe], total: 1 })),
    })
    await open(gateway)
    fails = false
    await press('Try again')
    await shown('12 rue des Lilas')
  })

  it('makes another address the default', async () => {
    const { gateway } = await open()
    await press('Use as default: Ada Lovelace, Lindenstr. 4')
    await waitFor(async () => expect(within(await cardOf('Lindenstr. 4')).getByText('Default')).toBeTruthy())
    expect(gateway.to('PATCH /global/account/address/setDefault/{id}')).toHaveLength(1)
    expect(screen.getAllByText('Default')).toHaveLength(1)
  })
})

describe('removing addresses', () => {
  it('removes one address after a confirmation', async () => {
    const { gateway } = await open()
    await press('Delete Ada Lovelace, Lindenstr. 4')

    const dialog = await screen.findByRole('dialog', { name: 'Delete the address?' })
    expect(
      within(dialog).getByText(/^Ada Lovelace, Lindenstr. 4 will be removed from your address book\./),
    ).toBeTruthy()
    expect(gateway.to('DELETE /global/account/address/{id}')).toEqual([])

    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Lindenstr. 4')).toBeNull())

    expect(gateway.to('DELETE /global/account/address/{id}').map(({ key }) => key)).toEqual([
      `DELETE /global/account/address/${ada.id}`,
    ])
  })

  it('removes nothing after Cancel', async () => {
    const { gateway } = await open()
    await press('Delete Ada Lovelace, Lindenstr. 4')
    await press('Cancel')
    await shown('Lindenstr. 4')
    expect(gateway.calls.filter(({ key }) => key.startsWith('DELETE'))).toEqual([])
  })

  it('removes several addresses with one call (spec 7, batch)', async () => {
    const grace = anAddressView({ firstName: 'Grace', line1: '1 Harbor Road' })
    const { gateway } = await open(aBook([zoe, ada, grace]))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await shown('3 selected')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Zoe Martin, 12 rue des Lilas' }))
    await shown('2 selected')
    await press('Delete the selected ones')

    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 addresses?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('1 Harbor Road')).toBeNull())

    expect(gateway.to('DELETE /global/account/address/batch').map(({ body }) => body)).toEqual([
      { addressIds: [ada.id, grace.id] },
    ])
    expect(screen.queryByRole('button', { name: 'Delete the selected ones' })).toBeNull()
  })
})

describe('the billing book (spec 2, account/billingAddress)', () => {
  const open = () => renderApp('/user/account/billingAddress', { token: 'real' })

  it('sets its default by sending the whole address', async () => {
    const gateway = stubGateway({
      [billingList]: () => data(billingList, { addresses: [zoe, ada], total: 2 }),
      'PATCH /global/account/billingAddress/{id}': () => ({ status: 200, body: { data: ada } }),
    })
    await open()

    expect(await screen.findByRole('heading', { name: 'Billing addresses' })).toBeTruthy()

    await press('Use as default: Ada Lovelace, Lindenstr. 4')

    const { id: _, updatedAt: __, ...fields } = ada
    await waitFor(() =>
      expect(gateway.to('PATCH /global/account/billingAddress/{id}').map(({ body }) => body)).toEqual([
        { ...fields, isDefault: true },
      ]),
    )
  })

  it('removes several with the other ids in the body (spec 7)', async () => {
    const gateway = stubGateway({
      [billingList]: () => data(billingList, { addresses: [zoe, ada], total: 2 }),
      'DELETE /global/account/billingAddress/{id}': () => done,
    })
    await open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await press('Delete the selected ones')
    await press('Delete')
    await waitFor(() =>
      expect(gateway.to('DELETE /global/account/billingAddress/{id}')).toMatchObject([
        { key: `DELETE /global/account/billingAddress/${zoe.id}`, body: { ids: [ada.id] } },
      ]),
    )
  })
})
