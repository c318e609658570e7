import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, stubGateway } from '#lib/testing/gateway-stub.ts'

const tab = (name: string) => screen.getByRole('navigation', { name: 'Legal texts' }).querySelector(`[href$="${name}"]`)

describe('the legal texts (spec 2)', () => {
  it('names who publishes the site, with capital, company number and register', async () => {
    const legal = {
      country: 'FR',
      form: 'SAS',
      capital: '10 000 €',
      companyNumber: 'SIREN 999 999 999',
      register: 'RCS Paris',
    }
    const brand = { name: 'Cotation', legalEntity: 'Cotation SAS', email: 'a@b.fr', phone: '1', address: 'x', legal }
    stubGateway({
      'GET /global/common/index': () =>
        data('GET /global/common/index', { userInfo: {}, brand, languages: ['fr', 'en'] }),
    })
    await renderApp('/terms-of-use')
    expect(await screen.findByText('SAS with a share capital of 10 000 €, SIREN 999 999 999, RCS Paris.')).toBeTruthy()
  })

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
