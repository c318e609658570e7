import { rightsOf, staffRights } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aMember, builtIn, lise, lists, shipping } from './admin.fixture.ts'

async function openScreen(path: string, answers: Answers = {}) {
  const gateway = stubGateway({ ...lists, ...answers })
  await renderApp(path, { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

describe('the team', () => {
  it('lists the members, and offers no action against oneself', async () => {
    await openScreen('/staff/team')
    expect(await screen.findByRole('button', { name: 'Disable Lise Meitner' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Disable Grace Hopper' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Edit Grace Hopper' })).toBeTruthy()
  })

  it('adds a colleague with a role and a language', async () => {
    const { to, user } = await openScreen('/staff/team', {
      'POST /global/staff/member': () => data('POST /global/staff/member', aMember({ state: 'invited' })),
    })
    await user.click(await screen.findByRole('button', { name: 'Add a person' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a person' })
    await user.type(within(dialog).getByLabelText('Name'), 'Emmy Noether')
    await user.type(within(dialog).getByLabelText('Email address'), 'emmy@example.com')
    await user.selectOptions(within(dialog).getByLabelText('Role'), await within(dialog).findByText('Accountant'))
    await user.selectOptions(within(dialog).getByLabelText('Language of the email'), 'French')
    await user.click(within(dialog).getByRole('button', { name: 'Send the invitation' }))

    expect(await screen.findByText('Invitation sent to emmy@example.com')).toBeTruthy()
    const body = { name: 'Emmy Noether', email: 'emmy@example.com', roleId: 'accountant', language: 'fr' }
    expect(to('POST /global/staff/member').map((call) => call.body)).toEqual([body])
  })

  it('shows at its field that an address is in use', async () => {
    const { user } = await openScreen('/staff/team', {
      'POST /global/staff/member': () => refusal('STAFF_EMAIL_USED', 'A member has this address.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Add a person' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a person' })
    await user.type(within(dialog).getByLabelText('Name'), 'Lise')
    await user.type(within(dialog).getByLabelText('Email address'), 'lise@example.com')
    await user.selectOptions(within(dialog).getByLabelText('Role'), await within(dialog).findByText('Operator'))
    await user.click(within(dialog).getByRole('button', { name: 'Send the invitation' }))

    expect(await within(dialog).findByText('A member has this address.')).toBeTruthy()
  })

  it.each([
    ['Disable Lise Meitner', 'Disable', 'POST /global/staff/member/{staffId}/disable'],
    ['Send a new link Lise Meitner', 'Send a new link', 'POST /global/staff/member/{staffId}/resetFactor'],
  ] as const)('asks before "%s"', async (button, confirm, key) => {
    const { to, user } = await openScreen('/staff/team', { [key]: () => data(key, lise) })
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog')
    expect(to(key)).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: confirm }))
    await waitFor(() => expect(to(key)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the roles', () => {
  it('shows every right of every role', async () => {
    await openScreen('/staff/roles')
    const table = await screen.findByRole('table', { name: 'Rights by role' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows).toHaveLength(staffRights.length)

    const parcels = rows.find((row) => within(row).queryByText('Record and follow parcels'))
    const cells = within(parcels ?? table).getAllByRole('cell')
    const expected = [...builtIn, shipping].map(({ rights }) => rights.includes('parcels.write'))
    expect(cells.map((cell) => cell.textContent?.includes('Yes'))).toEqual(expected)
  })

  it('offers no change of a built-in role, nor the removal of one that people have', async () => {
    await openScreen('/staff/roles')
    expect(await screen.findByRole('button', { name: 'Edit the role Shipping' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit the role Operator' })).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete the role Shipping' }).disabled).toBe(true)
  })

  it('shows what a change adds and removes before it is saved', async () => {
    const { to, user } = await openScreen('/staff/roles', {
      'PATCH /global/staff/role/{roleId}': () => data('PATCH /global/staff/role/{roleId}', shipping),
    })
    await user.click(await screen.findByRole('button', { name: 'Edit the role Shipping' }))
    await user.click(await screen.findByLabelText('Move orders on'))
    await user.click(screen.getByLabelText('Record and follow parcels'))
    await user.click(screen.getByRole('button', { name: 'Continue' }))

    const dialog = await screen.findByRole('dialog', { name: 'Confirm the change' })
    expect(within(dialog).getByText('Rights added').closest('div')?.textContent).toContain('Move orders on')
    expect(within(dialog).getByText('Rights removed').closest('div')?.textContent).toContain(
      'Record and follow parcels',
    )
    expect(within(dialog).getByText('The change applies at once to 2 people.')).toBeTruthy()
    expect(to('PATCH /global/staff/role/{roleId}')).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    const body = { name: 'Shipping', rights: ['staff.self', 'orders.read', 'orders.move'] }
    await waitFor(() => expect(to('PATCH /global/staff/role/{roleId}').map((call) => call.body)).toEqual([body]))
  })

  it('makes a role from the rights of another', async () => {
    const { to, user } = await openScreen('/staff/roles', {
      'POST /global/staff/role': () => data('POST /global/staff/role', shipping),
    })
    await user.click(await screen.findByRole('button', { name: 'Create a role' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Name'), 'Night shift')
    await user.selectOptions(within(dialog).getByLabelText('Start from the rights of'), 'Operator')
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Create the role' }))

    const body = { name: 'Night shift', rights: rightsOf('operator') }
    await waitFor(() => expect(to('POST /global/staff/role').map((call) => call.body)).toEqual([body]))
  })
})
