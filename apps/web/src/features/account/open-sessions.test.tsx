import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { press } from '#lib/testing/user-actions.ts'
import { OpenSessions } from './open-sessions.tsx'

const list = 'GET /global/account/sessions'
const end = 'DELETE /global/account/session/{sessionId}'
const endOthers = 'POST /global/account/sessions/endOthers'

const sessionOf = (id: number, browser: string, isCurrent = false) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  browser,
  createdAt: '2026-11-02T09:00:00.000Z',
  lastUsedAt: '2026-11-16T09:00:00.000Z',
  isCurrent,
})

const here = sessionOf(1, 'Firefox, Linux', true)
const phone = sessionOf(2, 'Safari, iPhone')
const program = sessionOf(3, '')

const open = async (answers: Answers) => {
  const gateway = stubGateway(answers)
  await renderScreen(OpenSessions, '/user/account/profile', '/user/account/profile', { token: 'real-token' })
  return gateway
}

describe('open sessions', () => {
  it('name browser and dates, and end one by one', async () => {
    let sessions = [here, phone, program]
    const gateway = await open({
      [list]: () => data(list, { sessions }),
      [end]: () => {
        sessions = [here, program]
        return data(end, {})
      },
    })

    expect(await screen.findByText('This device')).toBeTruthy()
    expect(screen.getByText('Unknown browser')).toBeTruthy()
    expect(screen.getAllByText(/^Opened on Nov 2, 2026, .+, used on Nov 16, 2026$/)).toHaveLength(3)

    await press(/^End the session Safari, iPhone opened on Nov 2, 2026/)
    await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
    expect(gateway.to(end)).toHaveLength(1)
    expect(screen.getByText('The session has ended')).toBeTruthy()
  })

  it('end together, except the own', async () => {
    let sessions = [here, phone, program]
    await open({
      [list]: () => data(list, { sessions }),
      [endOthers]: () => {
        sessions = [here]
        return data(endOthers, { ended: 2 })
      },
    })

    await screen.findByText('This device')
    await press('End all other sessions')
    expect(await screen.findByText('2 sessions have ended')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  })

  it('stay in sight with a message if they cannot be ended', async () => {
    await open({
      [list]: () => data(list, { sessions: [here, phone] }),
      [endOthers]: () => refusal('BUSY', 'Too much at once.'),
    })

    await screen.findByText('This device')
    await press('End all other sessions')
    expect(await screen.findByText('Too much at once.')).toBeTruthy()
    expect(screen.getByText('Safari, iPhone')).toBeTruthy()
  })
})
