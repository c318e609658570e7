import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { press } from '#lib/testing/user-actions.ts'
import { uuid } from '#lib/testing/views.ts'
import { LookFrame } from './look-banner.tsx'

const end = 'POST /global/staff/customer/{customerId}/view/end'
const views = 'GET /global/account/view'
const customerId = uuid()

const lives = { [views]: () => data(views, { views: [] }) }

const show = (minutes: number) => {
  const until = new Date(Date.now() + minutes * 60_000 - 1000).toISOString()
  const look = { customerId, customer: 'Atelier Martin', member: 'Grace', until }
  return renderScreen(
    () => (
      <LookFrame look={look}>
        <p>The account</p>
      </LookFrame>
    ),
    '/',
    '/',
    { token: 'look-token', staffToken: 'real' },
  )
}

const banner = () => screen.queryByRole('region', { name: 'Customer’s view' })

describe('the frame of a look at the customer’s side', () => {
  it('names who looks, at whom and for how long', async () => {
    stubGateway(lives)
    await show(12)
    expect(banner()?.textContent).toContain(
      'Grace is viewing the account of Atelier Martin, read-only. 12 minutes left.',
    )
    expect(screen.getByText('The account')).toBeTruthy()
  })

  it('shows nothing of the account once the time is over', async () => {
    stubGateway({})
    await show(0)
    expect(screen.getByRole('alert').textContent).toContain('Access has ended')
    expect(screen.queryByText('The account')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the customer’s page' }).getAttribute('href')).toBe(
      `/manufacture/staff/customers/${customerId}`,
    )
  })

  it('ends on the server and in the tab', async () => {
    const { to } = stubGateway({ ...lives, [end]: () => data(end, {}) })
    await show(12)
    await press('End')
    await waitFor(() => expect(screen.queryByText('The account')).toBeNull())
    expect(to(end).map(({ token }) => token)).toEqual(['Bearer real'])
  })

  it('ends in the tab even if the server does not answer', async () => {
    stubGateway({ ...lives, [end]: () => refusal('BUSY', '') })
    await show(12)
    await press('End')
    await waitFor(() => expect(banner()).toBeNull())
  })
})
