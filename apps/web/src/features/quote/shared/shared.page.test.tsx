import type { ProjectView } from '@cotation/contracts'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { aWorkLine } from '#features/quote/workspace/workspace.fixture.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aLineView, aProjectView } from '#lib/testing/views.ts'

const key = 'k'.repeat(43)
const sharedKey = 'POST /global/quote/shared'
const meshKey = 'POST /global/quote/shared/mesh'
const catalogueKey = 'GET /global/catalogue/current'
const catalogue = packagedCatalogue

function aSharedProject(): ProjectView {
  const { part = null, configuration = null, price = null } = aWorkLine(catalogue, { name: 'housing.step' })
  const lines = [
    aLineView({ name: 'housing.step', part, configuration, price }),
    aLineView({ name: 'waiting.stl', status: 'manual-quote' }),
  ]
  return aProjectView({ service: 'cnc', validUntil: '2999-12-01T12:00:00.000Z', shared: true, lines })
}

async function open(project = aSharedProject(), answers: Answers = {}) {
  const gateway = stubGateway({
    [sharedKey]: () => data(sharedKey, project),
    [meshKey]: () => refusal('NOT_FOUND', 'x'),
    [catalogueKey]: () =>
      data(catalogueKey, { version: catalogue.version, validFrom: '2026-11-01T00:00:00.000Z', catalogue }),
    ...answers,
  })
  return { gateway, ...(await renderApp(`/quote/shared#key=${key}`)) }
}

const money = (minor = 0) => new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(minor / 100)

describe('a shared project (spec 2, read-only link)', () => {
  it('shows name, total and validity to a visitor without a token', async () => {
    const project = aSharedProject()
    const { gateway } = await open(project)

    expect(await screen.findByRole('heading', { level: 1, name: 'Robot arm' })).toBeTruthy()
    expect(screen.getByText('Shared with you, read only')).toBeTruthy()
    expect(screen.getByText('Prices valid until December 1, 2999')).toBeTruthy()

    const total = money(project.lines[0]?.price?.linePrice.minor)
    expect(screen.getAllByText(total).length).toBeGreaterThan(1)

    const row = screen.getByRole('button', { name: 'View housing.step' }).closest('tr')
    expect(row?.textContent).toContain(
      catalogue.materials.find(({ id }) => id === project.lines[0]?.configuration?.materialId)?.name.en,
    )
    expect(screen.getByText('Manual quote')).toBeTruthy()
    expect(gateway.to(sharedKey)).toMatchObject([{ body: { key }, query: {}, token: null }])
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('names the technology only if the owner chose it (%s)', async (serviceChosen, count) => {
    await open({ ...aSharedProject(), serviceChosen })

    expect(await screen.findByRole('heading', { level: 1, name: 'Robot arm' })).toBeTruthy()
    expect(within(screen.getByRole('main')).queryAllByText('CNC machining')).toHaveLength(count)
  })

  it('names the country that the landed cost is for', async () => {
    await open({ ...aSharedProject(), country: 'CH' })
    expect(await screen.findByText(/^Landed cost, Switzerland \(estimate\)/)).toBeTruthy()
  })

  it('opens a part with its configuration and price breakdown, without any way to change it', async () => {
    const { gateway } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'View housing.step' }))

    const part = within(screen.getByRole('article', { name: 'Details of housing.step' }))
    expect(part.getByText('Price breakdown')).toBeTruthy()
    expect(part.queryAllByRole('textbox')).toEqual([])
    expect(part.queryAllByRole('combobox')).toEqual([])
    expect(part.queryAllByRole('spinbutton')).toEqual([])

    await waitFor(() => expect(gateway.to(meshKey)[0]?.body).toMatchObject({ key }))
    expect(await part.findByText('The model cannot be shown.')).toBeTruthy()

    await userEvent.click(part.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('article')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'View housing.step' }))
  })

  it('shows a message for an ended link', async () => {
    await open(undefined, { [sharedKey]: () => refusal('NOT_FOUND', 'x') })
    expect(await screen.findByText('This link no longer leads to a project')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get my own quote' })).toBeTruthy()
  })

  it.each(['', '#key=', '#key=short', `#key=${key}x`])('sends no request for a link with %j', async (hash) => {
    const gateway = stubGateway({})
    await renderApp(`/quote/shared${hash}`)
    expect(await screen.findByText('This link no longer leads to a project')).toBeTruthy()
    expect(gateway.to(sharedKey)).toEqual([])
  })

  it('offers a retry after a failure', async () => {
    let fails = true
    const project = aSharedProject()
    await open(project, { [sharedKey]: () => (fails ? refusal('UNEXPECTED', 'x') : data(sharedKey, project)) })
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Robot arm' })).toBeTruthy()
  })

  it('is excluded from search engines', async () => {
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Robot arm' })
    await waitFor(() =>
      expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex'),
    )
  })
})
