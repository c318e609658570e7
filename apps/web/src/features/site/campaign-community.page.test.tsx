import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, stubGateway } from '#lib/testing/gateway-stub.ts'

const general = 'GET /global/common/index'
const brand = { name: 'Cotation', legalEntity: 'Cotation', email: 'a@b.fr', phone: '1', address: 'x' }

describe('the community page of the campaign (spec 2)', () => {
  it('invites to the chat of a shop that has one', async () => {
    const communityUrl = 'https://chat.example.com/invite'
    stubGateway({
      [general]: () => data(general, { userInfo: {}, brand: { ...brand, communityUrl }, languages: ['en'] }),
    })
    await renderApp('/impossible3dprints/community')

    const link = await screen.findByRole('link', { name: 'Join the chat (new tab)' })
    expect(link.getAttribute('href')).toBe(communityUrl)
  })

  it('takes parts by message at a shop without a chat', async () => {
    stubGateway({})
    await renderApp('/impossible3dprints/community')

    const link = await screen.findByRole('link', { name: 'Show my part' })
    expect(link.getAttribute('href')).toContain('/contact?topic=other')
  })
})
