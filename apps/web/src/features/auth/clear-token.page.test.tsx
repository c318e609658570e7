import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ClearTokenPage } from './clear-token.page.tsx'

const logout = 'GET /global/account/logout'

describe('/clearToken', () => {
  it('signs out on the server, removes the tokens and says so', async () => {
    const gateway = stubGateway({ [logout]: () => data(logout, {}) })
    await renderScreen(ClearTokenPage, '/clearToken', '/clearToken', { token: 'old-token' })
    session.storeTemporary({ accessToken: 'visitor-token' })
    expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
    expect(gateway.to(logout)[0]?.token).toBe('Bearer old-token')
    expect([session.token(), session.temporaryToken()]).toEqual([null, null])
  })

  it('removes the tokens even if the server fails', async () => {
    stubGateway({ [logout]: () => refusal('BUSY', 'Busy.') })
    await renderScreen(ClearTokenPage, '/clearToken', '/clearToken', { token: 'old-token' })
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(session.token()).toBeNull()
  })
})
