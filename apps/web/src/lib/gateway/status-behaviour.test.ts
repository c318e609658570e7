import { describe, expect, it } from 'vitest'
import type { RouteFacts } from '#lib/app-port.ts'
import { failureActions } from './status-behaviour.ts'

const privatePage: RouteFacts = { requiresAuth: true, path: '/user/home', fullPath: '/user/home?x=1' }
const quotePage: RouteFacts = { requiresAuth: false, path: '/quote/42', fullPath: '/quote/42' }
const publicPage: RouteFacts = { requiresAuth: false, path: '/contact', fullPath: '/contact' }

const refused = (status: number, message = '') => ({ code: 'UNEXPECTED' as const, status, message })
const error = (text: { key: string } | { message: string }) => ({ type: 'toast', level: 'error', text })
const warning = (text: { key: string } | { message: string }) => ({ type: 'toast', level: 'warning', text })

describe('the transport and status table (spec 8)', () => {
  it('timeout: "System is busy"', () => {
    expect(failureActions({ code: 'TIMEOUT', status: 0, message: '' }, publicPage)).toEqual([warning({ key: 'busy' })])
  })

  it('no response: "Unknown network error", as an error', () => {
    expect(failureActions({ code: 'NETWORK', status: 0, message: '' }, publicPage)).toEqual([error({ key: 'network' })])
  })

  it('401 on a private screen: warns, clears the user, goes to the login with the full path', () => {
    expect(failureActions(refused(401, 'Log in'), privatePage)).toEqual([
      warning({ message: 'Log in' }),
      { type: 'clearUser' },
      { type: 'redirect', to: '/login?redirect=%2Fuser%2Fhome%3Fx%3D1' },
    ])
  })

  it('401 on a quote screen: warns, clears the user, opens the auth dialog', () => {
    expect(failureActions(refused(401), quotePage)).toEqual([
      warning({ key: 'sessionEnded' }),
      { type: 'clearUser' },
      { type: 'openAuthDialog' },
    ])
  })

  it('401 on another public screen: clears the user and says nothing', () => {
    expect(failureActions(refused(401, 'Log in'), publicPage)).toEqual([{ type: 'clearUser' }])
  })

  it.each([403, 404, 422])('%i: the server message, or "Error"', (status) => {
    expect(failureActions(refused(status, 'Not yours'), publicPage)).toEqual([error({ message: 'Not yours' })])
    expect(failureActions(refused(status), publicPage)).toEqual([error({ key: 'error' })])
  })

  it.each([400, 413, 429, 500, 503])('%i: the server message, or "Unknown error"', (status) => {
    expect(failureActions(refused(status, 'Busy'), publicPage)).toEqual([error({ message: 'Busy' })])
    expect(failureActions(refused(status), publicPage)).toEqual([error({ key: 'unknown' })])
  })
})
