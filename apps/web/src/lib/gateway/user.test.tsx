import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { ada, generalData, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { useUser } from './user.ts'

const general = 'GET /global/common/index'
const { member: _, ...adaAtWork } = ada

function Who() {
  const { userInfo, isEnterprise, isPending } = useUser()
  if (isPending) return <p>asking</p>
  return <p role="status">{userInfo ? `${userInfo.username}, ${isEnterprise ? 'enterprise' : 'person'}` : 'visitor'}</p>
}

const open = (token?: string) => renderScreen(Who, '/contact', '/contact', token === undefined ? {} : { token })
const who = async () => (await screen.findByRole('status')).textContent

describe('the general data', () => {
  it('redirect a channel user to / (spec 4 and 6)', async () => {
    stubGateway({ [general]: () => generalData({ ...ada, isChannel: true }) })
    const before = window.history.length
    const { place } = await open('real')
    await waitFor(() => expect(place()).toBe('/'))
    expect(window.history.length).toBe(before)
  })

  it('do not redirect other users', async () => {
    stubGateway({})
    const { place } = await open('real')
    expect([await who(), place()]).toEqual(['Ada, person', '/contact'])
  })

  it('end the session if they have no user despite a token (spec 4)', async () => {
    stubGateway({ [general]: () => generalData({}) })
    await open('worthless')
    expect([await who(), session.token()]).toEqual(['visitor', null])
  })

  it('keep the token of a sign-in during the request', async () => {
    stubGateway({
      [general]: () => {
        session.store({ accessToken: 'signed-in-meanwhile' })
        return generalData({})
      },
    })
    await open()

    expect([await who(), session.token()]).toEqual(['visitor', 'signed-in-meanwhile'])
  })

  it('keep the temporary token of a visitor', async () => {
    stubGateway({
      [general]: () => {
        session.storeTemporary({ accessToken: 'visitor' })
        return generalData({})
      },
    })
    await open()

    expect([await who(), session.temporaryToken()]).toEqual(['visitor', 'visitor'])
  })

  it('identify an enterprise by missing member info (spec 6)', async () => {
    stubGateway({ [general]: () => generalData(adaAtWork) })
    await open('real')
    expect(await who()).toBe('Ada, enterprise')
  })
})
