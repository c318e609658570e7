import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aProjectSummary } from './project.fixture.ts'

const list = 'GET /global/project'
const bench = aProjectSummary()
const isOn = async (text: string) => expect(await screen.findByText(text)).toBeTruthy()

/** A server that stores these projects and applies each change. */
function aServer(held = [bench], total = held.length) {
  let projects = held
  const gone = new Map<string, typeof bench>()
  const idOf = (key: string) => key.split('/')[3] ?? ''

  return stubGateway({
    [list]: () => data(list, { projects, total: gone.size > 0 ? projects.length : total }),
    'PATCH /global/project/{projectId}': ({ key, body }) => {
      const { name } = body as { name: string }
      projects = projects.map((project) => (project.id === idOf(key) ? { ...project, name } : project))
      return { status: 200, body: { data: {} } }
    },
    'DELETE /global/project/{projectId}': ({ key }) => {
      for (const project of projects) if (project.id === idOf(key)) gone.set(project.id, project)
      projects = projects.filter(({ id }) => id !== idOf(key))
      return { status: 200, body: { data: {} } }
    },
    'POST /global/project/{projectId}/restore': ({ key }) => {
      const project = gone.get(idOf(key))
      if (project) projects = [project, ...projects]
      return { status: 200, body: { data: {} } }
    },
    'POST /global/project/{projectId}/duplicate': ({ body }) => {
      projects = [aProjectSummary({ name: (body as { name: string }).name }), ...projects]
      return { status: 200, body: { data: {} } }
    },
  })
}

async function open(gateway = aServer(), query = '', language: 'en' | 'fr' = 'en') {
  return { gateway, ...(await renderApp(`/user/project${query}`, { token: 'real', language })) }
}

describe('the project centre (spec 2, /user/project)', () => {
  it('shows each project with its service, lines, dates and total', async () => {
    const old = aProjectSummary({ name: 'Old', validUntil: '2026-01-05T12:00:00.000Z', shared: true, lines: 0 })
    await open(aServer([bench, old]))

    const item = async (name: string) => {
      const found = (await screen.findByRole('link', { name })).closest('li')
      if (!found) throw new Error(`${name} is in no list`)
      return found
    }
    const first = await item('Test bench')
    const second = await item('Old')

    expect(within(first).getByRole('link', { name: 'Test bench' }).getAttribute('href')).toContain(`/quote/${bench.id}`)

    for (const words of ['CNC machining', '3 parts, 2 ready', '$1,234.56', 'Changed on Nov 14, 2026'])
      expect(within(first).getByText(words)).toBeTruthy()
    expect(within(second).getByText('Prices expired on Jan 5, 2026')).toBeTruthy()
    expect(within(second).getByText('Shared')).toBeTruthy()
  })

  it('shows an ordered project without a total and without an end of its prices', async () => {
    const ordered = aProjectSummary({ name: 'Pump', lines: 2, readyLines: 0, orderedLines: 2, totalMinor: 0 })
    const begun = aProjectSummary({ name: 'Valve', lines: 3, readyLines: 2, orderedLines: 1 })
    await open(aServer([ordered, begun]))

    expect(await screen.findByText('2 parts, 2 ordered')).toBeTruthy()
    expect(screen.getByText('3 parts, 2 ready, 1 ordered')).toBeTruthy()
    expect(screen.queryByText('$0.00')).toBeNull()
    expect(screen.getAllByText(/^Prices valid until/)).toHaveLength(1)
  })

  it('keeps the debounced search in the URL and returns to the first page', async () => {
    const { gateway, place } = await open(aServer([bench], 60), '?page=2')
    expect(gateway.to(list).at(-1)?.query).toMatchObject({ page: '2' })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search projects' }), 'bench')
    await waitFor(() => expect(place()).toMatch(/project\?search=bench$/))
    await waitFor(() => expect(gateway.to(list).at(-1)?.query).toMatchObject({ search: 'bench', page: '1' }))
    expect(gateway.to(list).filter(({ query }) => query.search && query.search !== 'bench')).toEqual([])
  })

  it('keeps the page number in the URL', async () => {
    const { gateway, place } = await open(aServer([bench], 45))
    await isOn('Page 1 of 3')
    await userEvent.click(screen.getByRole('link', { name: 'Next page' }))
    await isOn('Page 2 of 3')
    expect(place()).toMatch(/project\?page=2$/)
    expect(gateway.to(list).at(-1)?.query).toMatchObject({ page: '2' })
  })

  it('redirects a page number beyond the end to the last page', async () => {
    const { place } = await open(aServer([bench], 45), '?page=9')
    await isOn('Page 3 of 3')
    expect(place()).toMatch(/page=3$/)
  })

  it('renames a project in place', async () => {
    const { gateway } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Test bench' }))

    const field = screen.getByRole('textbox', { name: 'New name of Test bench' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Pump{Enter}')

    expect(await screen.findByRole('link', { name: 'Pump' })).toBeTruthy()
    expect(gateway.to('PATCH /global/project/{projectId}').map(({ body }) => body)).toEqual([{ name: 'Pump' }])
  })

  it('cancels a rename on Escape', async () => {
    const { gateway } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Test bench' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'New name of Test bench' }), 'x{Escape}')
    expect(screen.getByRole('link', { name: 'Test bench' })).toBeTruthy()
    expect(gateway.to('PATCH /global/project/{projectId}')).toEqual([])
  })

  it('duplicates a project under a name that marks the copy', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Duplicate Test bench' }))
    expect(await screen.findByRole('link', { name: 'Test bench (copy)' })).toBeTruthy()
  })

  it('deletes a project at once and restores it on undo', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Test bench' }))
    await isOn('No project yet')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Test bench' })).toBeTruthy()
  })

  it('keeps the focus in the list when a project is deleted, and where it was after the undo', async () => {
    const names = ['Gearbox', 'Pump', 'Valve']
    await open(aServer(names.map((name) => aProjectSummary({ name }))))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Pump' }))
    const valve = () => screen.getByRole('link', { name: 'Valve' })
    await waitFor(() => expect(document.activeElement).toBe(valve()))

    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Pump' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(valve()))
  })

  it('moves the focus to the title when the last project is deleted', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Test bench' }))
    await isOn('No project yet')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  it('shows an account without projects how to start', async () => {
    await open(aServer([]))
    await isOn('No project yet')
    expect(screen.getAllByRole('link', { name: 'New quote' })[0]?.getAttribute('href')).toMatch(/\/quote$/)
  })

  it('offers to reset a search without results', async () => {
    const gateway = stubGateway({
      [list]: ({ query }) => data(list, query.search ? { projects: [], total: 0 } : { projects: [bench], total: 1 }),
    })
    const { place } = await open(gateway, '?search=zzz')
    await isOn('No name contains “zzz”.')
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))

    expect(await screen.findByRole('link', { name: 'Test bench' })).toBeTruthy()
    expect(place()).not.toContain('search')
  })

  it('shows a failure and offers a retry', async () => {
    let fails = true
    const gateway = stubGateway({
      [list]: () => (fails ? refusal('UNEXPECTED', 'x') : data(list, { projects: [bench], total: 1 })),
    })
    await open(gateway)
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('link', { name: 'Test bench' })).toBeTruthy()
  })

  it('shows the project centre in French', async () => {
    await open(aServer(), '', 'fr')
    expect(await screen.findByText('3 pièces, 2 prêtes')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Supprimer Test bench' })).toBeTruthy()
  })
})
