import type { AuditEntryView, AuditVerificationView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, grace, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'

const lise = { id: uuid(), name: 'Lise Meitner' }

const anEntry = (traits: Partial<AuditEntryView> = {}): AuditEntryView => ({
  position: 7,
  at: '2026-11-18T08:00:00.000Z',
  actor: 'staff',
  staff: lise,
  action: 'order.moved',
  subject: { kind: 'order', id: 'f4a1', named: null },
  customer: null,
  changes: [{ field: 'status', before: 'paid', after: 'in_review' }],
  reason: 'Batch 4',
  requestId: 'req-1',
  hash: 'ab'.repeat(32),
  ...traits,
})

const sound: AuditVerificationView = {
  at: '2026-11-18T03:23:00.000Z',
  position: 6,
  isWhole: false,
  brokenAt: null,
  fault: null,
}

async function openAudit(
  entries: AuditEntryView[],
  verification: AuditVerificationView | null = sound,
  next: number | null = null,
) {
  const gateway = stubGateway({
    'GET /global/staff/audit': () => data('GET /global/staff/audit', { entries, next, verification, people: [lise] }),
  })
  const { place } = await renderApp('/staff/audit', { staffToken: 'real' })
  return { ...gateway, place, user: userEvent.setup() }
}

describe('the audit', () => {
  it('says who did what, and that the chain was verified', async () => {
    await openAudit([anEntry()])
    const row = await screen.findByRole('row', { name: /Lise Meitner/ })
    expect(within(row).getByText('Order moved')).toBeTruthy()
    expect(within(row).getByText('Batch 4')).toBeTruthy()
    expect(screen.getByText(/up to entry 6: unbroken/)).toBeTruthy()
  })

  it('shows what was there before and after', async () => {
    const { user } = await openAudit([anEntry()])
    await user.click(await screen.findByRole('button', { name: 'Details of entry 7' }))
    const dialog = await screen.findByRole('dialog', { name: 'Entry 7' })
    const changed = within(dialog).getByRole('row', { name: 'status paid in_review' })
    expect(changed).toBeTruthy()
  })

  it('names what an entry is about, with a link to its screen', async () => {
    const order = { kind: 'order', id: 'f4a1', named: { name: 'CO-10007', path: 'orders/f4a1' } }
    const file = { kind: 'file', id: 'f4a2', named: { name: 'bride.stl', path: null } }
    const customer = { id: uuid(), named: { name: 'Louise Bernard', path: 'customers/f4a3' } }
    const { user } = await openAudit([
      anEntry({ position: 9, subject: order, customer }),
      anEntry({ position: 8, subject: file }),
      anEntry(),
    ])

    const link = await screen.findByRole('link', { name: 'CO-10007' })
    expect(link.getAttribute('href')).toBe('/manufacture/staff/orders/f4a1')
    expect(screen.getByText('bride.stl')).toBeTruthy()
    expect(screen.getByText('f4a1')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Details of entry 9' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Entry 9' }))
    expect(dialog.getByRole('link', { name: 'Louise Bernard' })).toBeTruthy()
    expect(dialog.getByText('f4a1')).toBeTruthy()
  })

  it('warns if the chain was changed', async () => {
    await openAudit([anEntry()], { ...sound, brokenAt: 3, fault: 'hash' })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(/found a change at entry 3/)).toBeTruthy()
  })

  it('shows the key of an action of a newer release, and that a reason was erased', async () => {
    await openAudit([anEntry({ action: 'robot.calibrated', actor: 'tool', staff: null, reason: null })])
    const row = await screen.findByRole('row', { name: /Command line/ })
    expect(within(row).getByText('robot.calibrated')).toBeTruthy()
    expect(within(row).getByText('Erased with the customer’s account')).toBeTruthy()
  })

  it('filters by person and action, which the address keeps', async () => {
    const { to, user, place } = await openAudit([anEntry()])
    await user.selectOptions(
      await screen.findByLabelText('Person'),
      await screen.findByRole('option', { name: lise.name }),
    )
    await user.selectOptions(screen.getByLabelText('Action'), 'order.moved')
    await waitFor(() => {
      const asked = to('GET /global/staff/audit').at(-1)?.query
      expect(asked).toMatchObject({ staffId: lise.id, action: 'order.moved' })
    })
    expect(place()).toContain('action=order.moved')

    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await waitFor(() => expect(place()).toMatch(/\/staff\/audit$/))
  })

  it('asks for days of the shop, and shows times of the shop', async () => {
    const { to } = stubGateway({
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, timeZone: 'Asia/Tokyo' }),
      'GET /global/staff/audit': () =>
        data('GET /global/staff/audit', { entries: [anEntry()], next: null, verification: sound, people: [lise] }),
    })
    await renderApp('/staff/audit?from=2026-11-01&to=2026-11-18', { staffToken: 'real' })

    expect(await screen.findByText(/5:00\sPM/)).toBeTruthy()
    const asked = to('GET /global/staff/audit').at(-1)?.query
    expect(asked).toMatchObject({ from: '2026-11-01', until: '2026-11-18' })
  })

  it('turns to older entries and back', async () => {
    const { to, user, place } = await openAudit([anEntry()], sound, 7)
    await user.click(await screen.findByRole('button', { name: 'Older entries' }))
    await waitFor(() => expect(to('GET /global/staff/audit').at(-1)?.query.before).toBe('7'))
    await user.click(await screen.findByRole('button', { name: 'Back to the newest' }))
    await waitFor(() => expect(place()).toMatch(/\/staff\/audit$/))
  })
})
