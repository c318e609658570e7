import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { press } from '#lib/testing/user-actions.ts'
import { uuid } from '#lib/testing/views.ts'
import { StaffViews } from './staff-views.tsx'

const list = 'GET /global/account/view'
const make = 'POST /global/account/view/code'
const end = 'POST /global/account/view/{viewId}/end'

const view = {
  id: uuid(),
  by: 'Léa',
  reason: 'Missing invoice',
  startedAt: '2026-11-16T09:00:00.000Z',
  until: '2026-11-16T09:30:00.000Z',
  isOpen: true,
}

const open = async (answers: Answers) => {
  const gateway = stubGateway(answers)
  await renderScreen(StaffViews, '/user/account/profile', '/user/account/profile', { token: 'real-token' })
  return gateway
}

describe('looks of staff', () => {
  it('begin with a code that the customer makes', async () => {
    await open({
      [list]: () => data(list, { views: [] }),
      [make]: () => data(make, { code: '042137', expiresAt: '2026-11-16T09:15:00.000Z' }),
    })
    expect(await screen.findByText('Nobody has viewed your account.')).toBeTruthy()
    await press('Make a code')
    expect(await screen.findByText('042137')).toBeTruthy()
  })

  it('are shown with name and reason, and end when the customer wants', async () => {
    let isOpen = true
    const gateway = await open({
      [list]: () => data(list, { views: [{ ...view, isOpen }] }),
      [end]: () => {
        isOpen = false
        return data(end, {})
      },
    })
    expect(await screen.findByText('Missing invoice')).toBeTruthy()
    expect(screen.getByText('Viewing now')).toBeTruthy()

    await press('End access for Léa')
    await waitFor(() => expect(screen.queryByText('Viewing now')).toBeNull())
    expect(gateway.to(end)).toHaveLength(1)
  })
})
