import type { AuditEntryView, AuditVerificationView, ListRow } from '@cotation/contracts'
import { staffLists } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, stubGateway } from '#lib/testing/gateway-stub.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { uuid } from '#lib/testing/views.ts'

type AuditRow = ListRow<typeof staffLists.audit>

const lise = { id: uuid(), name: 'Lise Meitner' }
const orderId = uuid()
const louise = { id: uuid(), name: 'Louise Bernard' }

const aRow = (traits: Partial<AuditRow> = {}): AuditRow => ({
  id: '7',
  position: 7,
  at: '2026-11-18T08:00:00.000Z',
  person: lise,
  action: 'order.moved',
  subjectKind: 'order',
  subjectId: { id: orderId, name: 'CO-10007', path: `orders/${orderId}` },
  customer: louise,
  reason: 'Batch 4',
  ...traits,
})

const anEntry = (traits: Partial<AuditEntryView> = {}): AuditEntryView => ({
  position: 7,
  at: '2026-11-18T08:00:00.000Z',
  actor: 'staff',
  staff: lise,
  action: 'order.moved',
  subject: { kind: 'order', id: orderId, named: { name: 'CO-10007', path: `orders/${orderId}` } },
  customer: { id: louise.id, named: { name: louise.name, path: `customers/${louise.id}` } },
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

const list = 'GET /global/staff/list/audit'
const verified = 'GET /global/staff/audit/verification'
const single = 'GET /global/staff/audit/entry/{position}'

async function openAudit(answers: Answers = {}, search = '') {
  const rows = [aRow()]
  const gateway = stubGateway({
    [list]: () => data(list, { rows, next: null, count: { rows: rows.length, isExact: true } }),
    [verified]: () => data(verified, { verification: sound }),
    [single]: () => data(single, anEntry()),
    'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
    ...answers,
  })
  const { place } = await renderApp(`/staff/audit${search}`, { staffToken: 'real' })
  return { ...gateway, place, user: userEvent.setup() }
}

const answerOf = (rows: AuditRow[]) => () =>
  data(list, { rows, next: null, count: { rows: rows.length, isExact: true } })

// Without a height, the virtual table mounts no row.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

describe('the audit', () => {
  it('says who did what, and that the chain was verified', async () => {
    await openAudit()
    const row = await screen.findByRole('row', { name: /Lise Meitner/ })
    expect(within(row).getByText('Order moved')).toBeTruthy()
    expect(within(row).getByText('Batch 4')).toBeTruthy()
    expect(await screen.findByText(/up to entry 6: unbroken/)).toBeTruthy()
  })

  it('shows what was there before and after', async () => {
    const { user } = await openAudit()
    await user.click(await screen.findByRole('button', { name: '7' }))
    const dialog = await screen.findByRole('dialog', { name: 'Entry 7' })
    expect(await within(dialog).findByRole('row', { name: 'status paid in_review' })).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: 'Louise Bernard' })).toBeTruthy()
    expect(within(dialog).getByText(orderId)).toBeTruthy()
  })

  it('opens the entry of the active row with Enter', async () => {
    const { calls, user } = await openAudit({ [list]: answerOf([aRow({ id: '8', position: 8 }), aRow()]) })
    await screen.findByRole('grid', { name: 'Audit' })
    await user.keyboard('j{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Entry 7' })).toBeTruthy()
    expect(calls.map(({ key }) => key)).toContain('GET /global/staff/audit/entry/7')
  })

  it('names what an entry is about, with a link to the screens that the reader may open', async () => {
    const unknown = { id: 'f4a2', name: 'f4a2', path: null }
    const rows = [aRow(), aRow({ id: '6', position: 6, subjectId: unknown, customer: null })]
    await openAudit({
      [list]: answerOf(rows),
      'GET /global/staff/me': () =>
        data('GET /global/staff/me', { ...grace, rights: ['staff.self', 'audit.read', 'orders.read'] }),
    })

    const link = await screen.findByRole('link', { name: 'CO-10007' })
    expect(link.getAttribute('href')).toBe(`/manufacture/staff/orders/${orderId}`)
    expect(screen.getByText('f4a2')).toBeTruthy()
    expect(screen.getByText('Louise Bernard')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Louise Bernard' })).toBeNull()
  })

  it('links the customer for those who may read customers', async () => {
    await openAudit()
    const link = await screen.findByRole('link', { name: 'Louise Bernard' })
    expect(link.getAttribute('href')).toBe(`/manufacture/staff/customers/${louise.id}`)
  })

  it('warns if the chain was changed', async () => {
    await openAudit({ [verified]: () => data(verified, { verification: { ...sound, brokenAt: 3, fault: 'hash' } }) })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(/found a change at entry 3/)).toBeTruthy()
  })

  it('shows the key of an action of a newer release, and that a reason was erased', async () => {
    const { user } = await openAudit({
      [list]: answerOf([aRow({ action: 'robot.calibrated', person: null, reason: null })]),
      [single]: () => data(single, anEntry({ action: 'robot.calibrated', actor: 'tool', staff: null, reason: null })),
    })
    expect(await screen.findByText('robot.calibrated')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '7' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Entry 7' }))
    expect(await dialog.findByText('Command line')).toBeTruthy()
    expect(dialog.getByText('Erased with the customer’s account')).toBeTruthy()
  })

  it('keeps filters in the address and shows times of the shop', async () => {
    const { to } = await openAudit(
      { 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, timeZone: 'Asia/Tokyo' }) },
      '?at=between%3A2026-11-01%2C2026-11-18&action=in%3Aorder.moved',
    )
    expect(await screen.findByText(/5:00\sPM/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove the filter: Action: Order moved' })).toBeTruthy()
    await waitFor(() =>
      expect(to(list).at(-1)?.query).toEqual({ at: 'between:2026-11-01,2026-11-18', action: 'in:order.moved' }),
    )
  })

  it('is downloaded with all columns, whichever are shown', async () => {
    const saved = savedFiles()
    const exported = 'GET /global/staff/list/audit/export'
    const { to, user } = await openAudit({ [exported]: () => ({ status: 200, body: {} }) }, '?columns=position%2Cat')
    await user.click(await screen.findByRole('button', { name: 'Export as CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatch(/^audit.*\.csv$/)
    expect(to(exported)[0]?.query.columns).toBe(Object.keys(staffLists.audit.columns).join(','))
  })
})

describe('the security events', () => {
  const events = 'GET /global/staff/list/security-events'

  it('say in words what happened to which account, and how often', async () => {
    stubGateway({
      [events]: () =>
        data(events, {
          rows: [
            {
              id: '41',
              at: '2026-11-18T08:00:00.000Z',
              event: 'login-failed',
              customer: louise,
              member: null,
              network: 'n1',
              detail: 'INVALID_CREDENTIALS',
              repeats: 12,
            },
          ],
          next: null,
          count: { rows: 1, isExact: true },
        }),
      'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
    })
    await renderApp('/staff/security-events', { staffToken: 'real' })

    const row = within(await screen.findByRole('row', { name: /Sign-in failed/ }))
    expect(row.getByRole('link', { name: 'Louise Bernard' })).toBeTruthy()
    for (const text of ['INVALID_CREDENTIALS', 'n1', '12']) expect(row.getByText(text)).toBeTruthy()
  })
})
