import { beforeEach, describe, expect, it, vi } from 'vitest'

const look = { customerId: '1', customer: 'Atelier Martin', member: 'Grace', until: '2099-01-01T00:00:00.000Z' }

/** The modules of a tab whose storage is the present one. */
async function aTab() {
  vi.resetModules()
  const { customerLook, openLook } = await import('./customer-look.ts')
  const { session } = await import('./session.ts')
  return { customerLook, openLook, session }
}

describe('the tab of a look at the customer’s side', () => {
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
  })

  it('has the token of the look, and leaves the customer of this browser logged in', async () => {
    const first = await aTab()
    first.session.store({ accessToken: 'customer-token' })
    let copied: Record<string, string> = {}
    vi.spyOn(window, 'open').mockImplementation(() => {
      copied = { ...sessionStorage }
      return null
    })
    first.openLook(look, 'look-token')
    expect(sessionStorage.length).toBe(0)

    for (const [key, value] of Object.entries(copied)) sessionStorage.setItem(key, value)
    const second = await aTab()
    expect(second.customerLook).toEqual(look)
    expect(second.session.token()).toBe('look-token')

    second.session.clear('loggedOut')
    expect(second.session.token()).toBeNull()
    expect(first.session.token()).toBe('customer-token')
  })

  it('is an ordinary one without a look', async () => {
    const { customerLook } = await aTab()
    expect(customerLook).toBeNull()
  })
})
