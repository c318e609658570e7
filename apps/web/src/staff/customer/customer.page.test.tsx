import type { CustomerView, RefusedReferralView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { keepLookToken } from '#lib/gateway/customer-look.ts'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { uuid } from '#lib/testing/views.ts'
import { aCustomer, aNote, claimId, costId } from './customer.fixture.ts'

const runningLooks = 'GET /global/staff/customer/{customerId}/view'
const fileCall = 'GET /global/staff/customer/{customerId}/file/{uploadId}'

type CustomerFile = NonNullable<CustomerView['files']>['rows'][number]

const aFile = (traits: Partial<CustomerFile> = {}): CustomerFile => ({
  id: uuid(),
  name: 'a.stl',
  state: 'done',
  bytes: 84,
  isStored: true,
  project: null,
  questionLineId: null,
  order: null,
  sentAt: '2026-11-10T08:00:00.000Z',
  ...traits,
})

async function openCustomer(traits: Partial<CustomerView> = {}, answers: Answers = {}) {
  const customer = aCustomer(traits)
  const gateway = stubGateway({
    'GET /global/staff/customer/{customerId}': () => data('GET /global/staff/customer/{customerId}', customer),
    [runningLooks]: () => data(runningLooks, { views: [] }),
    'POST /global/staff/customer/{customerId}/flag': () => data('POST /global/staff/customer/{customerId}/flag', {}),
    'POST /global/staff/customer/{customerId}/manager': () =>
      data('POST /global/staff/customer/{customerId}/manager', {}),
    ...answers,
  })
  await renderApp(`/staff/customers/${customer.id}`, { staffToken: 'real' })
  await screen.findByRole('heading', { level: 1, name: /Louise Bernard/ })
  return { ...gateway, customer, user: userEvent.setup() }
}

describe('the customer page of staff', () => {
  it('leads to the claims and additional costs themselves', async () => {
    await openCustomer()
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('C-26-10001')).toBe(`/manufacture/staff/claims/${claimId}`)
    expect(hrefOf('A-26-10001')).toBe(`/manufacture/staff/additional-costs/${costId}`)
  })

  it('shows orders with a link to all of them, money and signs of risk', async () => {
    const { customer } = await openCustomer()
    expect(screen.getByRole('link', { name: 'CO-10007' })).toBeTruthy()
    const all = screen.getByRole('link', { name: 'Show all 31' })
    expect(all.getAttribute('href')).toContain(encodeURIComponent(customer.id))
    expect(screen.getByText('$500.00')).toBeTruthy()
    expect(screen.getByText('2 claims in 90 days')).toBeTruthy()
  })

  describe('about refused referrals', () => {
    const call = 'GET /global/staff/referral/refused'
    const risks: CustomerView['risks'] = [{ sign: 'refused-referral', count: 2 }]
    const referrer = { customerId: uuid(), email: 'achats@example.com' }
    const friend = { customerId: uuid(), email: 'ami@example.com' }
    const refused: RefusedReferralView = {
      id: uuid(),
      friend,
      referrer,
      code: 'AMIS2026',
      boundAt: '2026-11-01T08:00:00.000Z',
      decidedAt: '2026-11-12T08:00:00.000Z',
      reasons: ['device', 'mailbox'],
      orderNumber: null,
    }
    const voided: RefusedReferralView = {
      ...refused,
      id: uuid(),
      friend: { customerId: uuid(), email: 'amie@example.com' },
      reasons: ['order-refunded'],
      orderNumber: 'C-26-10004',
    }
    const inRisks = () => within(screen.getByRole('region', { name: 'Signs of risk' }))

    it('names each friend with the reasons', async () => {
      const answer = () => data(call, { referrals: [voided, refused], total: 2 })
      const { customer, to } = await openCustomer({ risks }, { [call]: answer })

      const list = within(await inRisks().findByRole('list', { name: 'Refused referrals' }))
      const [newest, oldest] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
      expect(newest).toContain('amie@example.com')
      expect(newest).toContain('The order was refunded')
      expect(newest).toContain('order C-26-10004')
      expect(oldest).toContain('Same device, Same mailbox')
      expect(oldest).toContain('Refused on Nov 12, 2026, code AMIS2026')
      expect(list.getByRole('link', { name: friend.email }).getAttribute('href')).toBe(
        `/manufacture/staff/customers/${friend.customerId}`,
      )
      expect(to(call).map(({ query }) => query)).toEqual([{ referrerId: customer.id, pageSize: '100' }])
    })

    it('says that they are loading, and offers to try again after a failure', async () => {
      const { promise: beforeFailure, resolve: fail } = Promise.withResolvers<void>()
      let isDown = true
      const answer = async () => {
        await beforeFailure
        return isDown ? refusal('UNEXPECTED', 'Down') : data(call, { referrals: [refused], total: 1 })
      }
      const { user } = await openCustomer({ risks }, { [call]: answer })
      expect(inRisks().getByText('Loading the refused referrals…')).toBeTruthy()

      fail()
      expect(await inRisks().findByText('The refused referrals could not be loaded.')).toBeTruthy()

      isDown = false
      await user.click(inRisks().getByRole('button', { name: 'Try again' }))
      expect(await inRisks().findByRole('link', { name: friend.email })).toBeTruthy()
    })

    it('says when none is left', async () => {
      await openCustomer({ risks }, { [call]: () => data(call, { referrals: [], total: 0 }) })
      expect(await inRisks().findByText('No referral is refused any more.')).toBeTruthy()
    })

    it('asks for them only if there is that sign', async () => {
      const { to } = await openCustomer({}, { [call]: () => data(call, { referrals: [refused], total: 1 }) })
      expect(inRisks().getByText('2 claims in 90 days')).toBeTruthy()
      expect(to(call)).toEqual([])
    })

    it('asks nothing for a member who may not read customers', async () => {
      const rights = rightsOf('customer-success').filter((right) => right !== 'customers.read')
      const { to } = stubGateway({ 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }) })
      await renderApp(`/staff/customers/${uuid()}`, { staffToken: 'real' })
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
      expect(to(call)).toEqual([])
    })
  })

  it('leaves out what the member may not see or do', async () => {
    const missing = ['customers.edit', 'customers.view']
    const rights = rightsOf('customer-success').filter((right) => !missing.includes(right))
    await openCustomer(
      { money: null, mails: null, managerChoices: null },
      { 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }) },
    )
    expect(screen.queryByRole('region', { name: 'Money' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Emails' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Flag' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Allow|Withdraw)/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Enter a code' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change the manager' })).toBeNull()
  })

  it('sets a flag once a reason is given', async () => {
    const { user, to } = await openCustomer()
    await user.click(screen.getByRole('button', { name: 'Flag' }))
    const dialog = await screen.findByRole('dialog', { name: 'Flag' })
    await user.click(within(dialog).getByRole('radio', { name: /Orders blocked/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('Give a reason.')).toBeTruthy()

    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Unpaid invoices')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The flag is saved.')).toBeTruthy()
    expect(to('POST /global/staff/customer/{customerId}/flag').map(({ body }) => body)).toEqual([
      { flag: 'orders-blocked', reason: 'Unpaid invoices' },
    ])
  })

  it('assigns a manager', async () => {
    const { user, to } = await openCustomer()
    await user.click(screen.getByRole('button', { name: 'Change the manager' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Her region')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The manager is saved.')).toBeTruthy()
    expect(to('POST /global/staff/customer/{customerId}/manager').map(({ body }) => body)).toEqual([
      { email: 'lea@shop.example', reason: 'Her region' },
    ])
  })

  it('confirms an account at a carrier after a question', async () => {
    const call = 'POST /global/staff/customer/{customerId}/expressAccount'
    const account = { carrier: 'dhl', number: '123456789', addedAt: '2026-11-10T08:00:00.000Z' } as const
    const { user, to } = await openCustomer(
      {
        freightAccounts: [
          { ...account, isConfirmed: false },
          { ...account, carrier: 'fedex', number: '987654321', isConfirmed: true },
        ],
      },
      { [call]: () => data(call, {}) },
    )
    expect(screen.queryByRole('button', { name: 'Confirm FedEx 987654321' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Confirm DHL 123456789' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm the account DHL 123456789?' })
    expect(to(call)).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Carrier account confirmed.')).toBeTruthy()
    expect(to(call)).toMatchObject([{ body: { carrier: 'dhl', number: '123456789' } }])
  })

  it('adds a note after it was written', async () => {
    const call = 'POST /global/staff/customer/{customerId}/note'
    const { user, to } = await openCustomer({}, { [call]: () => data(call, {}) })
    const notes = within(screen.getByRole('region', { name: 'Notes' }))
    await user.click(notes.getByRole('button', { name: 'Add the note' }))
    expect(notes.getByText('Write the note first.')).toBeTruthy()
    expect(to(call)).toEqual([])

    await user.type(notes.getByRole('textbox', { name: 'New note' }), 'Prefers the phone')
    await user.click(notes.getByRole('button', { name: 'Add the note' }))
    expect(await screen.findByText('The note is added.')).toBeTruthy()
    expect(to(call).map(({ body }) => body)).toEqual([{ text: 'Prefers the phone' }])
    expect(notes.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' }).value).toBe('')
  })

  it('changes an own note and leaves those of others alone', async () => {
    const call = 'PATCH /global/staff/customer/{customerId}/note/{noteId}'
    const own = aNote({ text: 'Prefers the phone', isOwn: true, mayRemove: true })
    const other = aNote({ text: 'Pays late', author: 'Léa', at: '2026-11-11T08:00:00.000Z' })
    const { user, to } = await openCustomer({ notes: [own, other] }, { [call]: () => data(call, {}) })
    const notes = within(screen.getByRole('region', { name: 'Notes' }))
    expect(notes.getByText('Pays late')).toBeTruthy()
    expect(notes.getAllByRole('button', { name: /^Edit|^Delete/ })).toHaveLength(2)

    await user.click(notes.getByRole('button', { name: /^Edit the note/ }))
    await user.type(notes.getByRole('textbox', { name: 'Note' }), ' in the morning')
    await user.click(notes.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The note is saved.')).toBeTruthy()
    expect(to(call)).toMatchObject([{ body: { text: 'Prefers the phone in the morning' } }])
  })

  it('keeps unsaved texts of notes until they are saved or cancelled', async () => {
    const call = 'POST /global/staff/customer/{customerId}/note'
    const traits = { id: uuid(), notes: [aNote({ text: 'Pays late', isOwn: true })] }
    const reopen = async () => {
      cleanup()
      const { user, to } = await openCustomer(traits, { [call]: () => data(call, {}) })
      return { user, to, notes: within(screen.getByRole('region', { name: 'Notes' })) }
    }
    const textOf = ({ notes }: Awaited<ReturnType<typeof reopen>>, name: string) =>
      notes.getByRole<HTMLTextAreaElement>('textbox', { name }).value

    const first = await reopen()
    await first.user.type(first.notes.getByRole('textbox', { name: 'New note' }), 'Call back')
    await first.user.click(first.notes.getByRole('button', { name: /^Edit the note/ }))
    await first.user.type(first.notes.getByRole('textbox', { name: 'Note' }), ' in May')

    const second = await reopen()
    expect(textOf(second, 'New note')).toBe('Call back')
    await second.user.click(second.notes.getByRole('button', { name: /^Edit the note/ }))
    expect(textOf(second, 'Note')).toBe('Pays late in May')
    await second.user.click(second.notes.getByRole('button', { name: 'Cancel' }))
    await second.user.click(second.notes.getByRole('button', { name: 'Add the note' }))
    expect(await screen.findByText('The note is added.')).toBeTruthy()
    expect(second.to(call).map(({ body }) => body)).toEqual([{ text: 'Call back' }])

    const third = await reopen()
    expect(textOf(third, 'New note')).toBe('')
    await third.user.click(third.notes.getByRole('button', { name: /^Edit the note/ }))
    expect(textOf(third, 'Note')).toBe('Pays late')
  })

  it('deletes a note after a question', async () => {
    const call = 'DELETE /global/staff/customer/{customerId}/note/{noteId}'
    const { user, to } = await openCustomer({ notes: [aNote({ mayRemove: true })] }, { [call]: () => data(call, {}) })
    await user.click(screen.getByRole('button', { name: /^Delete the note by Grace/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this note?' })
    expect(to(call)).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The note is deleted.')).toBeTruthy()
    expect(to(call)).toHaveLength(1)
  })

  it('lets the customer reload the balance after a question', async () => {
    const call = 'PATCH /global/staff/customer/{customerId}'
    const { user, to } = await openCustomer({ mayReload: false }, { [call]: () => data(call, {}) })
    await user.click(screen.getByRole('button', { name: 'Allow: May reload the balance' }))
    const dialog = await screen.findByRole('dialog', { name: 'Let Louise Bernard reload the balance?' })
    expect(to(call)).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Allow' }))
    expect(await screen.findByText('The permission is saved.')).toBeTruthy()
    expect(to(call).map(({ body }) => body)).toEqual([{ isRecharge: true }])
  })

  it('takes back that the customer may order for others', async () => {
    const call = 'PATCH /global/staff/customer/{customerId}'
    const { user, to } = await openCustomer({ mayOrderForOthers: true }, { [call]: () => data(call, {}) })
    await user.click(screen.getByRole('button', { name: 'Withdraw: May order for others' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('The permission is saved.')).toBeTruthy()
    expect(to(call).map(({ body }) => body)).toEqual([{ isEntrustOrderAccount: false }])
  })

  it('leads from quotes and files to their order and question', async () => {
    const order = { id: uuid(), name: 'C-26-10002' }
    const asked = uuid()
    const answered = uuid()
    const quote = { id: uuid(), name: 'Brackets', parts: 2, updatedAt: '2026-11-10T08:00:00.000Z' }
    const file = aFile({ questionLineId: answered, project: { id: quote.id, name: quote.name } })
    await openCustomer({
      quotes: { rows: [{ ...quote, questions: 1, questionLineId: asked, order }], total: 1, next: null },
      files: { rows: [file], total: 1, next: null },
    })
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('C-26-10002')).toBe(`/manufacture/staff/orders/${order.id}`)
    expect(hrefOf('1 question waiting')).toBe(`/manufacture/staff/experts/${asked}`)
    expect(hrefOf('Question to the experts')).toBe(`/manufacture/staff/experts/${answered}`)
    expect(hrefOf('Project Brackets')).toBe(`/manufacture/staff/projects/${quote.id}`)
  })

  it('downloads a file without an order or a question, unless it has been removed', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL')
    const stored = aFile()
    const removed = aFile({ name: 'b.stl', state: 'expired', isStored: false })
    const { user, to } = await openCustomer(
      { files: { rows: [stored, removed], total: 2, next: null } },
      { [fileCall]: () => ({ status: 200, body: new Uint8Array([1]) }) },
    )
    expect(screen.queryByRole('button', { name: 'b.stl' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'a.stl' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(to(fileCall)).toHaveLength(1)
  })

  it('names files without a download to staff who may not read files', async () => {
    const rights = rightsOf('customer-success').filter((right) => right !== 'files.read')
    await openCustomer(
      { files: { rows: [aFile()], total: 1, next: null } },
      { 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }) },
    )
    expect(screen.getByText('a.stl')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'a.stl' })).toBeNull()
  })

  it('shows the next files after those on the page, until the end', async () => {
    const filesCall = 'GET /global/staff/customer/{customerId}/file'
    const part = (names: string[], next: string | null) => ({
      rows: names.map((name) => aFile({ name })),
      total: 22,
      next,
    })
    const { user, to } = await openCustomer(
      { files: part(['a.stl', 'b.stl'], 'after-b') },
      {
        [filesCall]: ({ query }) =>
          data(filesCall, query.after === 'after-b' ? part(['c.stl'], 'after-c') : part(['d.stl'], null)),
      },
    )
    const files = within(screen.getByRole('region', { name: 'Files' }))
    const shown = () => files.getAllByRole('listitem').map((item) => within(item).getByRole('button').textContent)
    expect(files.getByText('The newest 2 of 22.')).toBeTruthy()
    expect(to(filesCall)).toEqual([])

    await user.click(files.getByRole('button', { name: 'Show more files' }))
    expect(await files.findByText('The newest 3 of 22.')).toBeTruthy()
    await user.click(files.getByRole('button', { name: 'Show more files' }))
    const end = await files.findByText('All 22 are shown.')
    expect(shown()).toEqual(['a.stl', 'b.stl', 'c.stl', 'd.stl'])
    expect(document.activeElement).toBe(end)
    expect(to(filesCall).map(({ query }) => query.after)).toEqual(['after-b', 'after-c'])
  })

  it('says that the next quotes could not be loaded, and tries again on request', async () => {
    const quotesCall = 'GET /global/staff/customer/{customerId}/quote'
    const quote = { parts: 1, questions: 0, questionLineId: null, order: null, updatedAt: '2026-11-10T08:00:00.000Z' }
    const part = (name: string, next: string | null) => ({ rows: [{ ...quote, id: uuid(), name }], total: 21, next })
    let isDown = true
    const { user } = await openCustomer(
      { quotes: part('Brackets', 'after-brackets') },
      {
        [quotesCall]: () => (isDown ? refusal('NOT_FOUND', 'Gone') : data(quotesCall, part('Gears', null))),
      },
    )
    await user.click(screen.getByRole('button', { name: 'Show more quotes' }))
    expect(await screen.findByText('The rest could not be loaded. Try again.')).toBeTruthy()

    isDown = false
    await user.click(screen.getByRole('button', { name: 'Show more quotes' }))
    expect(await screen.findByRole('link', { name: 'Gears' })).toBeTruthy()
  })

  it('opens the customer’s side with the customer’s code', async () => {
    const call = 'POST /global/staff/customer/{customerId}/view'
    const until = '2026-11-19T09:30:00.000Z'
    const viewId = uuid()
    const answer = { viewId, accessToken: 'look', expiresIn: 1800, until, customer: 'Louise Bernard' }
    let running: { id: string; until: string }[] = []
    const { user, to } = await openCustomer(
      {},
      {
        [runningLooks]: () => data(runningLooks, { views: running }),
        [call]: () => {
          running = [{ id: viewId, until }]
          return data(call, answer)
        },
      },
    )
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await user.click(screen.getByRole('button', { name: 'Enter a code' }))
    const dialog = await screen.findByRole('dialog', { name: 'View the account of Louise Bernard' })
    expect(within(dialog).getByText(/^The customer reads it, with your name/)).toBeTruthy()
    await user.type(within(dialog).getByRole('textbox', { name: 'Code' }), '042137')
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Missing invoice')
    await user.click(within(dialog).getByRole('button', { name: 'Start' }))

    await user.click(await screen.findByRole('button', { name: 'Open in a new tab' }))
    expect(to(call).map(({ body }) => body)).toEqual([{ code: '042137', reason: 'Missing invoice' }])
    expect(opened).toHaveBeenCalledWith('/manufacture/user/home', '_blank')
  })

  it('finds a running look of this tab again, until the customer ends it', async () => {
    const look = { id: uuid(), until: '2026-11-19T09:30:00.000Z' }
    keepLookToken(look.id, 'look')
    let views = [look]
    await openCustomer({}, { [runningLooks]: () => data(runningLooks, { views }) })
    expect(await screen.findByRole('button', { name: 'Open in a new tab' })).toBeTruthy()
    expect(screen.getByText(/^Until /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Enter a code' })).toBeNull()

    views = []
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByRole('button', { name: 'Enter a code' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open in a new tab' })).toBeNull()
  })

  it('can only end a running look that another tab began', async () => {
    const call = 'POST /global/staff/customer/{customerId}/view/end'
    let views = [{ id: uuid(), until: '2026-11-19T09:30:00.000Z' }]
    const { user, to } = await openCustomer(
      {},
      {
        [runningLooks]: () => data(runningLooks, { views }),
        [call]: () => {
          views = []
          return data(call, {})
        },
      },
    )
    const end = await screen.findByRole('button', { name: 'End access' })
    expect(screen.getByText(/^Only the tab that entered the code can open/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open in a new tab' })).toBeNull()

    await user.click(end)
    expect(await screen.findByRole('button', { name: 'Enter a code' })).toBeTruthy()
    expect(to(call)).toHaveLength(1)
  })
})

describe('the actions of a customer in the command palette', () => {
  it.each([
    [/^Flag$/, 'Flag'],
    ['Withdraw: May reload the balance', /Louise Bernard/],
    ['Enter a code', 'View the account of Louise Bernard'],
  ])('contain “%s”', async (name, title) => {
    const { user } = await openCustomer()
    await runFromPalette(user, name)
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  })

  it('lead to the field of a new note', async () => {
    const { user } = await openCustomer()
    await runFromPalette(user, 'New note')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /New note/ }))
  })

  it('are missing without the right', async () => {
    const rights = rightsOf('customer-success').filter(
      (right) => right !== 'customers.edit' && right !== 'customers.view',
    )
    const { user } = await openCustomer(
      { managerChoices: null },
      { 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }) },
    )
    const names = (await namesInPalette(user)).join()
    for (const name of ['Flag', 'Enter a code', 'Withdraw:']) expect(names).not.toContain(name)
  })
})
