import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'

const tab = (name: string) => screen.getByRole('navigation', { name: 'Legal texts' }).querySelector(`[href$="${name}"]`)

describe('the legal texts (spec 2)', () => {
  it('shows the privacy policy at ?tab=privacy-policy', async () => {
    stubGateway({})
    await renderApp('/terms-of-use?tab=privacy-policy')
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy()
    expect(tab('?tab=privacy-policy')?.getAttribute('aria-current')).toBe('page')
    expect(tab('?tab=terms')?.getAttribute('aria-current')).toBeNull()
  })

  it.each(['/terms-of-use', '/terms-of-use?tab=no-such-tab'])(
    'shows the terms at %s, one click from the privacy policy',
    async (path) => {
      stubGateway({})

      const { place } = await renderApp(path)
      expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeTruthy()

      const link = tab('?tab=privacy-policy')
      if (!link) throw new Error('no tab for the privacy policy')

      await userEvent.setup().click(link)
      expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy()

      await waitFor(() => expect(place()).toBe('/terms-of-use?tab=privacy-policy'))
    },
  )
})
