import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { press } from '#lib/testing/user-actions.ts'
import { CookieBanner } from './cookie-banner.tsx'

const show = () => renderScreen(() => <CookieBanner />, '/')
const banner = () => screen.queryByRole('region', { name: 'Cookies' })

describe('the cookie banner (spec 2 and 3)', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    stubGateway({})
  })

  it('is hidden for good by Accept, which stores the value 1', async () => {
    await show()
    await press('Accept')
    expect([banner(), localStorage.getItem('cookieAccepted')]).toEqual([null, '1'])
  })

  it('is hidden by Close for this visit only', async () => {
    await show()
    await press('Close this notice')
    expect([banner(), localStorage.getItem('cookieAccepted')]).toEqual([null, null])
  })

  it('links to the privacy policy', async () => {
    await show()
    const link = await screen.findByRole('link', { name: 'Privacy policy' })
    expect(link.getAttribute('href')).toBe('/manufacture/terms-of-use?tab=privacy-policy')
  })

  it('is not shown again once accepted', async () => {
    localStorage.setItem('cookieAccepted', '1')
    await show()
    expect(banner()).toBeNull()
  })
})
