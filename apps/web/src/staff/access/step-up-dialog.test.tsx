import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aProposal } from '#lib/testing/proposals.ts'

describe('the question for the second factor', () => {
  it('offers another try instead of a code if the factors cannot be read', async () => {
    const proposal = aProposal()
    let isDown = true
    const user = userEvent.setup()
    stubGateway({
      'GET /global/staff/proposal/{proposalId}': () => data('GET /global/staff/proposal/{proposalId}', proposal),
      'POST /global/staff/proposal/{proposalId}/approve': () => refusal('STEP_UP_REQUIRED', 'Confirm first.'),
      'GET /global/staff/secondFactor': () => {
        if (isDown) return refusal('UNEXPECTED', 'Down')
        return data('GET /global/staff/secondFactor', {
          isOn: true,
          appSince: '2026-11-01T08:00:00.000Z',
          passkeys: [],
          offersPasskeys: true,
          recoveryCodesLeft: 7,
        })
      },
    })
    await renderApp(`/staff/proposals/${proposal.id}`, { staffToken: 'real' })
    await user.click(await screen.findByRole('button', { name: /^Approve: / }))
    const decision = await screen.findByRole('dialog', { name: 'Approve this proposal?' })
    await user.click(within(decision).getByRole('button', { name: 'Approve' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    expect(await dialog.findByText('Your second factors could not be loaded.')).toBeTruthy()
    expect(dialog.queryByLabelText('Code of the app')).toBeNull()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()

    isDown = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByLabelText('Code of the app')).toBeTruthy()
  })
})
