import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'

describe('an unknown address (spec 2 and 8)', () => {
  it.each([
    ['en', 'Sorry, this page could not be found.', 'Back to the homepage'],
    ['fr', 'Désolé, cette page est introuvable.', 'Retour à l’accueil'],
  ] as const)('says in %s that the page could not be found, and leads home', async (language, words, home) => {
    stubGateway({})
    const { place } = await renderApp('/no/such/page', { language })
    expect(await screen.findByRole('heading', { level: 1, name: words })).toBeTruthy()
    expect(place()).toBe('/404')
    await userEvent.setup().click(screen.getByRole('link', { name: home }))
    await waitFor(() => expect(place()).toBe('/quote?technology=3d-printing'))
  })
})
