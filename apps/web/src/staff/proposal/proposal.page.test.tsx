import type { ProposalView } from '@cotation/contracts'
import { rightsOf, taskPath } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { aProposal } from '#lib/testing/proposals.ts'
import { uuid } from '#lib/testing/views.ts'

const one = 'GET /global/staff/proposal/{proposalId}'

async function openProposal(proposal: ProposalView, answers: Answers = {}) {
  const gateway = stubGateway({ [one]: () => data(one, proposal), ...answers })
  await renderApp(taskPath('proposal', proposal.id), { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

const sentence = 'Refund $1,200.00 of order C-26-0042'

describe('the page of one proposal', () => {
  it('says in words what it would do, and for whom', async () => {
    await openProposal(aProposal({ earlierMinor: 300_00 }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText('Reason: Scratches')).toBeTruthy()
    expect(screen.getByText('Atelier Martin')).toBeTruthy()
    expect(screen.getByText('$300.00 already by one person in 24 h')).toBeTruthy()
  })

  it('leads to the order and the customer that it is about', async () => {
    const orderId = uuid()
    const customerId = uuid()
    const action = { kind: 'order-refund', orderId, amountMinor: 1_200_00, key: uuid() } as const
    await openProposal(aProposal({ action, customerId }))

    const order = await screen.findByRole('link', { name: 'C-26-0042' })
    expect(order.getAttribute('href')).toBe(`/manufacture/staff/orders/${orderId}`)
    const customer = screen.getByRole('link', { name: 'Atelier Martin' })
    expect(customer.getAttribute('href')).toBe(`/manufacture/staff/customers/${customerId}`)
  })

  it('lets a second person approve', async () => {
    const proposal = aProposal()
    const { to, user } = await openProposal(proposal, {
      'POST /global/staff/proposal/{proposalId}/approve': () =>
        data('POST /global/staff/proposal/{proposalId}/approve', { ...proposal, state: 'approved' }),
    })
    await user.click(await screen.findByRole('button', { name: `Approve: ${sentence}` }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve this proposal?' })
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))

    expect(await screen.findByText('Proposal approved and carried out')).toBeTruthy()
    expect(to('POST /global/staff/proposal/{proposalId}/approve')).toHaveLength(1)
  })

  it('refuses only with a reason', async () => {
    const proposal = aProposal()
    const { to, user } = await openProposal(proposal, {
      'POST /global/staff/proposal/{proposalId}/refuse': () =>
        data('POST /global/staff/proposal/{proposalId}/refuse', { ...proposal, state: 'refused' }),
    })
    await user.click(await screen.findByRole('button', { name: `Refuse: ${sentence}` }))
    const dialog = await screen.findByRole('dialog', { name: 'Refuse this proposal?' })
    await user.click(within(dialog).getByRole('button', { name: 'Refuse' }))
    expect(within(dialog).getByText('Give a reason.')).toBeTruthy()
    expect(to('POST /global/staff/proposal/{proposalId}/refuse')).toEqual([])

    await user.type(within(dialog).getByLabelText('Reason'), 'Too much')
    await user.click(within(dialog).getByRole('button', { name: 'Refuse' }))
    expect(await screen.findByText('Proposal refused')).toBeTruthy()
    expect(to('POST /global/staff/proposal/{proposalId}/refuse').map(({ body }) => body)).toEqual([
      { reason: 'Too much' },
    ])
  })

  it('tells the person who proposed it why another one has to decide', async () => {
    await openProposal(aProposal({ proposedById: grace.id }))
    expect(await screen.findByText('You proposed it: another person has to decide.')).toBeTruthy()
    expect(screen.getByRole('button', { name: `Withdraw: ${sentence}` })).toBeTruthy()
    expect(screen.queryByRole('button', { name: `Approve: ${sentence}` })).toBeNull()
  })

  it('names the missing right to those who may only look', async () => {
    const rights = rightsOf('customer-success')
    await openProposal(aProposal(), {
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    expect(await screen.findByText(/^Deciding needs the right/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: `Approve: ${sentence}` })).toBeNull()
  })

  it('shows why the server refuses a decision', async () => {
    const { user } = await openProposal(aProposal(), {
      'POST /global/staff/proposal/{proposalId}/approve': () => refusal('PROPOSAL_CLOSED', 'This proposal is closed.'),
    })
    await user.click(await screen.findByRole('button', { name: `Approve: ${sentence}` }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await within(dialog).findByText('This proposal is closed.')).toBeTruthy()
  })

  it('shows why the server refuses a decision that a colleague has just made, and how it ended', async () => {
    const decided = { decidedBy: 'Emmy Noether', decidedAt: '2026-11-18T09:00:00.000Z', decisionReason: 'Too much' }
    let proposal = aProposal()
    const { user } = await openProposal(proposal, {
      [one]: () => data(one, proposal),
      'POST /global/staff/proposal/{proposalId}/approve': () => {
        proposal = { ...proposal, state: 'refused', ...decided }
        return refusal('PROPOSAL_CLOSED', 'This proposal is closed.')
      },
    })
    await user.click(await screen.findByRole('button', { name: `Approve: ${sentence}` }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))

    expect(await screen.findByText(/^Emmy Noether, on/)).toBeTruthy()
    expect(screen.getByText('Reason: Too much')).toBeTruthy()
    expect(within(dialog).getByText('This proposal is closed.')).toBeTruthy()
  })

  it('says what a cancellation gives back, and why it can no longer be approved', async () => {
    const action = { kind: 'order-cancellation', orderId: uuid(), amountMinor: 1_200_00 } as const
    const { user } = await openProposal(aProposal({ action }), {
      'POST /global/staff/proposal/{proposalId}/approve': () => refusal('ORDER_NOT_CANCELLABLE', 'Write to us.'),
    })
    await user.click(
      await screen.findByRole('button', { name: 'Approve: Cancel order C-26-0042 and refund $1,200.00' }),
    )
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))

    expect((await within(dialog).findByRole('alert')).textContent).toMatch(
      /^Order C-26-0042 can no longer be cancelled: it has gone to production/,
    )
    expect(within(dialog).queryByText('Write to us.')).toBeNull()
  })

  it('is decided where the list of tasks leads', async () => {
    const proposal = aProposal()
    const approve = 'POST /global/staff/proposal/{proposalId}/approve'
    let state: ProposalView['state'] = 'open'
    stubGateway({
      [one]: () => data(one, { ...proposal, state }),
      [approve]: () => {
        state = 'approved'
        return data(approve, { ...proposal, state })
      },
    })
    const user = userEvent.setup()
    await renderApp(taskPath('proposal', proposal.id), { staffToken: 'real' })
    await user.click(await screen.findByRole('button', { name: `Approve: ${sentence}` }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve this proposal?' })
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))

    expect(await screen.findByText('Proposal approved and carried out')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: `Approve: ${sentence}` })).toBeNull())
  })

  it('says that no proposal waits', async () => {
    stubGateway({ [one]: () => refusal('NOT_FOUND', 'None') })
    await renderApp(`/staff/proposals/${uuid()}`, { staffToken: 'real' })
    expect(await screen.findByText('Proposal not found')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All proposals' })).toBeTruthy()
  })
})

describe('the decisions about a proposal in the command palette', () => {
  it.each(['Approve', 'Refuse'])('contain “%s” for a second person', async (name) => {
    const { user } = await openProposal(aProposal())
    await runFromPalette(user, `${name}: ${sentence}`)
    expect(await screen.findByRole('dialog', { name: `${name} this proposal?` })).toBeTruthy()
  })

  it('contain only the withdrawal for the person who proposed it', async () => {
    const { user } = await openProposal(aProposal({ proposedById: grace.id }))
    await screen.findByText('You proposed it: another person has to decide.')
    const names = await namesInPalette(user)
    expect(names).toContain(`Withdraw: ${sentence}`)
    expect(names).not.toContain(`Approve: ${sentence}`)
  })

  it('are missing without the right', async () => {
    const rights = rightsOf('customer-success')
    const { user } = await openProposal(aProposal(), {
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    await screen.findByText(/^Deciding needs the right/)
    expect((await namesInPalette(user)).join()).not.toContain(sentence)
  })
})
