import { describe, expect, it } from 'vitest'
import type { RouteFacts } from '#lib/app-port.ts'
import { failureActions } from './failures.ts'

const privatePage: RouteFacts = { requiresAuth: true, path: '/user/home', fullPath: '/user/home?x=1' }
const quotePage: RouteFacts = { requiresAuth: false, path: '/quote/42', fullPath: '/quote/42' }
const publicPage: RouteFacts = { requiresAuth: false, path: '/contact', fullPath: '/contact' }

const refused = (status: number, message = '') => ({ code: 'UNEXPECTED' as const, status, message })
const error = (text: { key: string } | { message: string }) => ({ type: 'toast', level: 'error', text })
const warning = (text: { key: string } | { message: string }) => ({ type: 'toast', level: 'warning', text })

describe('the transport and status table (spec 8)', () => {
  it('shows "System is busy" after a timeout', () => {
    expect(failureActions({ code: 'TIMEOUT', status: 0, message: '' }, publicPage)).toEqual([warning({ key: 'busy' })])
  })

  it('shows "Unknown network error" as an error without a response', () => {
    expect(failureActions({ code: 'NETWORK', status: 0, message: '' }, publicPage)).toEqual([error({ key: 'network' })])
  })

  it('warns, clears the user and goes to the login with the full path after a 401 on a private screen', () => {
    expect(failureActions(refused(401, 'Log in'), privatePage)).toEqual([
      warning({ message: 'Log in' }),
      { type: 'clearUser' },
      { type: 'redirect', to: '/login?redirect=%2Fuser%2Fhome%3Fx%3D1' },
    ])
  })

  it('warns, clears the user and opens the auth dialog after a 401 on a quote screen', () => {
    expect(failureActions(refused(401), quotePage)).toEqual([
      warning({ key: 'sessionEnded' }),
      { type: 'clearUser' },
      { type: 'openAuthDialog' },
    ])
  })

  it('clears the user silently after a 401 on another public screen', () => {
    expect(failureActions(refused(401, 'Log in'), publicPage)).toEqual([{ type: 'clearUser' }])
  })

  it.each([403, 404, 422])('shows the server message or "Error" after a %i', (status) => {
    expect(failureActions(refused(status, 'Not yours'), publicPage)).toEqual([error({ message: 'Not yours' })])
    expect(failureActions(refused(status), publicPage)).toEqual([error({ key: 'error' })])
  })

  it.each([400, 413, 429, 500, 503])('shows the server message or "Unknown error" after a %i', (status) => {
    expect(failureActions(refused(status, 'Busy'), publicPage)).toEqual([error({ message: 'Busy' })])
    expect(failureActions(refused(status), publicPage)).toEqual([error({ key: 'unknown' })])
  })
})
