import { describe, expect, it } from 'vitest'
import { guardedPath } from './root-route.ts'

describe('navigation guards (spec 2)', () => {
  const home = { requiresAuth: true, path: '/user/home', fullPath: '/user/home?tab=a#b' }
  const login = { requiresAuth: false, path: '/login', fullPath: '/login' }

  it('sends a visitor without token to the login, with the full path', () => {
    expect(guardedPath(home, null)).toBe('/login?redirect=%2Fuser%2Fhome%3Ftab%3Da%23b')
    expect(guardedPath(home, 'token')).toBeNull()
  })

  it('sends a customer away from the login: to where they came from, or to /', () => {
    expect(guardedPath({ ...login, previousPath: '/contact?x=1' }, 'token')).toBe('/contact?x=1')
    expect(guardedPath(login, 'token')).toBe('/')
    expect(guardedPath({ ...login, previousPath: '/login?redirect=%2F' }, 'token')).toBe('/')
  })

  it('sends a customer who opens a login with a target there, unless it leaves the site or is a login', () => {
    const withTarget = (target: string) => ({ ...login, fullPath: `/login?redirect=${encodeURIComponent(target)}` })
    expect(guardedPath(withTarget('/checkout?project=1'), 'token')).toBe('/checkout?project=1')
    expect(guardedPath(withTarget('https://evil.example'), 'token')).toBe('/')
    expect(guardedPath(withTarget('/login?redirect=/login'), 'token')).toBe('/')
  })

  it('lets anyone without a real token log in', () => {
    expect(guardedPath(login, null)).toBeNull()
  })
})
