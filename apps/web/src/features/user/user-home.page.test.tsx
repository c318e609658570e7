import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { anOrderSummary } from '#features/order/order.fixture.ts'
import { aProjectSummary } from '#features/project/project.fixture.ts'
import { ada, adaWithManager, data, generalData, stubGateway } from '#lib/testing/gateway-stub.ts'

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

  it.each([
    ['fr', 'Votre interlocuteur', 'Lun.–ven., 9 h–18 h'],
    ['en', 'Your account manager', 'Mon–Fri, 9 am–6 pm'],
  ] as const)('shows how to reach the manager in %s', async (language, title, hours) => {
    stubGateway({ 'GET /global/common/index': () => generalData(adaWithManager) })
    await renderApp('/user/home', { token: 'real', language })

    const card = within(await screen.findByRole('region', { name: title }))
    expect(card.getByText('Grace Hopper')).toBeTruthy()
    expect(card.getByText('GH').getAttribute('aria-hidden')).toBe('true')
    expect(card.getByRole('link', { name: 'grace@example.com' }).getAttribute('href')).toBe('mailto:grace@example.com')
    expect(card.getByRole('link', { name: '+33 1 23 45 67 89' }).getAttribute('href')).toBe('tel:+33123456789')
    expect(card.getByText(hours)).toBeTruthy()
  })

  it('omits phone and hours that the manager has not given', async () => {
    const customerManger = { name: 'Grace', email: 'grace@example.com', phone: '' }
    stubGateway({ 'GET /global/common/index': () => generalData({ ...ada, customerManger }) })
    await renderApp('/user/home', { token: 'real' })

    const card = within(await screen.findByRole('region', { name: 'Your account manager' }))
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['grace@example.com'])
  })

  it('shows no card without a manager', async () => {
    stubGateway({})
    await renderApp('/user/home', { token: 'real' })
    expect(await screen.findByText('Personal account, ada@example.com')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Your account manager' })).toBeNull()
  })
})

describe('the latest work on the user home (spec 2)', () => {
  it('shows the latest orders and where they stand', async () => {
    const orders = 'GET /global/order'
    const order = anOrderSummary({ number: 'C-26-10001', status: 'shipped', totalMinor: 4200 })
    const gateway = stubGateway({ [orders]: () => data(orders, { orders: [order], total: 1 }) })

    await renderApp('/user/home', { token: 'real' })
    expect((await screen.findByRole('link', { name: 'C-26-10001' })).getAttribute('href')).toContain(
      `/detail/${order.id}`,
    )
    expect(screen.getByText('Shipped, $42.00')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toMatch(/\/order\/history$/)
    expect(gateway.to(orders)[0]?.query).toEqual({ page: '1', pageSize: '3' })
  })

  it('shows the latest projects and files, with the way to all of them', async () => {
    const projects = 'GET /global/project'
    const uploads = 'GET /global/upload/history'
    const pump = aProjectSummary({ name: 'Pump', lines: 2, totalMinor: 4200 })
    const gateway = stubGateway({
      [projects]: () => data(projects, { projects: [pump], total: 7 }),
      [uploads]: () => data(uploads, { uploads: [], total: 0 }),
    })

    await renderApp('/user/home', { token: 'real' })
    expect((await screen.findByRole('link', { name: 'Pump' })).getAttribute('href')).toContain(`/quote/${pump.id}`)
    expect(screen.getByText('2 parts, $42.00')).toBeTruthy()
    expect(screen.getByText('No file yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All projects' }).getAttribute('href')).toMatch(/\/user\/project$/)
    expect(screen.getByRole('link', { name: 'All files' }).getAttribute('href')).toMatch(/upload-history$/)
    expect(gateway.to(projects)[0]?.query).toEqual({ page: '1', pageSize: '3' })
  })
})
