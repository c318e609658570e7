import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/testing/render-app.tsx'
import { ada, generalData, stubGateway } from '#lib/testing/gateway-stub.ts'

const { member: _, ...adaAtWork } = ada

describe('the user home (spec 6)', () => {
  it.each([
    ['a company, when the account has no member info', adaAtWork, 'Company account, ada@example.com'],
    ['a person, when it has', ada, 'Personal account, ada@example.com'],
  ])('greets %s', async (_name, userInfo, words) => {
    stubGateway({ 'GET /global/common/index': () => generalData(userInfo) })
    await renderApp('/user/home', { token: 'real' })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('shows the account manager when there is one', async () => {
    const customerManger = { name: 'Grace', email: 'grace@example.com', phone: '+33 1' }
    stubGateway({ 'GET /global/common/index': () => generalData({ ...ada, customerManger }) })
    await renderApp('/user/home', { token: 'real' })
    expect(await screen.findByRole('link', { name: 'grace@example.com' })).toBeTruthy()
  })
})
