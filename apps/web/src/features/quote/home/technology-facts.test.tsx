import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'

const section = () => screen.getByRole('region', { name: 'Three technologies, seven processes' })
const tabs = () => within(within(section()).getByRole('navigation')).getAllByRole('link')
const current = () => tabs().filter((tab) => tab.hasAttribute('aria-current'))

const processes = () =>
  within(section())
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading').firstChild?.textContent)

describe('the technologies (spec 3)', () => {
  it.each([
    ['/quote?technology=3d-printing', '3D printing', ['SLA', 'MJF', 'SLS', 'SLM']],
    ['/quote?technology=cnc', 'CNC machining', ['Milling', 'Turning']],
    ['/quote?technology=vacuum-casting', 'Vacuum casting', ['Vacuum casting']],
    ['/quote', '3D printing', ['SLA', 'MJF', 'SLS', 'SLM']],
    ['/quote?technology=welding', '3D printing', ['SLA', 'MJF', 'SLS', 'SLM']],
  ])('%s shows %s with its processes', async (path, name, shown) => {
    stubGateway({})
    await renderApp(path)
    expect(current().map((tab) => tab.textContent)).toEqual([name])
    expect(processes()).toEqual(shown)
  })

  it('are three, each with its own URL', async () => {
    stubGateway({})
    const { place } = await renderApp('/quote?cm=007')
    expect(tabs().map((tab) => tab.textContent)).toEqual(['3D printing', 'CNC machining', 'Vacuum casting'])
    await userEvent.setup().click(within(section()).getByRole('link', { name: 'CNC machining' }))
    await waitFor(() => expect(place()).toBe('/quote?cm=007&technology=cnc#technologies'))
    expect(processes()).toEqual(['Milling', 'Turning'])
  })
})
