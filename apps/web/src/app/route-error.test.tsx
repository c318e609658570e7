import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { press } from '#lib/testing/user-actions.ts'

const me = 'GET /global/account/me'

// React and the router report every error that a page throws, this one too.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

afterEach(() => vi.restoreAllMocks())

describe('a page that cannot be shown (spec 8)', () => {
  it.each([
    ['en', 'Unknown error, please reload the page'],
    ['fr', 'Erreur inconnue, veuillez recharger la page'],
  ] as const)('says in %s to reload', async (language, words) => {
    stubGateway({ [me]: () => refusal('UNEXPECTED', 'Oh.') })
    await renderApp('/user/account/balance/reload', { language, token: 'real' })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('offers a retry and keeps header and footer', async () => {
    let broken = true
    stubGateway({ [me]: () => (broken ? refusal('UNEXPECTED', 'Oh.') : data(me, { ...adaProfile, isRecharge: true })) })

    const { place } = await renderApp('/user/account/balance/reload', { token: 'real' })
    expect(await screen.findByRole('contentinfo')).toBeTruthy()

    broken = false
    await press('Try again')

    expect(await screen.findByRole('heading', { level: 1, name: 'Reload the balance' })).toBeTruthy()
    expect(place()).toBe('/user/account/balance/reload')
  })
})
