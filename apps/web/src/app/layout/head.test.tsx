import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { Head } from './head.tsx'

const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute('content')

describe('the page’s head (spec 2)', () => {
  it('has the title of the route, after every navigation', async () => {
    stubGateway({})
    const { router } = await renderApp('/login')
    expect(document.title).toBe('Log In | Cotation')
    await router.navigate({ to: '/signup' })
    await waitFor(() => expect(document.title).toBe('Sign Up | Cotation'))
  })

  it('has the default title if the route has none', async () => {
    await renderScreen(Head, '/untitled')
    await screen.findByRole('status')
    expect(document.title).toBe('Custom manufacturing on demand: 3D printing and CNC machining')
    await setLanguage('fr')
    await waitFor(() =>
      expect(document.title).toBe('Fabrication sur mesure à la demande\u00a0: impression 3D et usinage CNC'),
    )
  })

  it('hides the user area from search engines, and nothing else that is public', async () => {
    stubGateway({})
    const { router } = await renderApp('/user', { token: 'real' })
    expect(robots()).toBe('noindex')
    await router.navigate({ to: '/quote' })
    await waitFor(() => expect(robots()).toBeUndefined())
  })
})
