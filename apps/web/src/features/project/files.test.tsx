import type { LineView, ProjectView, UploadView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { anUploadView } from '#lib/testing/views.ts'

const projectKey = 'GET /global/project/{projectId}'
const historyKey = 'GET /global/upload/history'
const id = '5a0c7e1d-0000-4000-8000-000000000001'
const newId = '5a0c7e1d-0000-4000-8000-000000000002'

const aLine = (name: string, upload: UploadView, attachments: UploadView[] = []) =>
  ({ id: crypto.randomUUID(), name, upload, attachments, thumbnailId: null }) as unknown as LineView
const aProject = (lines: LineView[]) => ({ id, name: 'Pump', service: 'cnc', lines }) as unknown as ProjectView

/** The routes that create a quote from stored files. */
const quoting = {
  'POST /global/project': () => ({ status: 200, body: { data: { id: newId } } }),
  'POST /global/project/{projectId}/lines/stored': () => ({ status: 200, body: { data: { revision: 1, lines: [] } } }),
} as const

async function itemOf(name: string): Promise<HTMLElement> {
  const found = (await screen.findByRole('heading', { level: 2, name })).closest('li')
  if (!found) throw new Error(`${name} is in no list`)
  return found
}

afterEach(() => vi.restoreAllMocks())

describe('the files of a project (spec 2, /user/project/fileList/:id)', () => {
  const part = anUploadView({ name: 'pump.step', bytes: 3 * 1024 ** 2 })
  const drawing = anUploadView({ name: 'plan.pdf', purpose: 'attachment' })
  const gone = anUploadView({ name: 'old.stl', state: 'expired', expiresAt: null })
  const project = aProject([aLine('Body', part, [drawing]), aLine('Lid', part), aLine('Old', gone)])
  const serve = () =>
    stubGateway({
      [projectKey]: () => data(projectKey, { revision: 1, project }),
      'GET /global/upload/{uploadId}/content': () => ({ status: 200, body: 'solid' }),
      ...quoting,
    })

  const open = async (gateway = serve()) => ({
    gateway,
    ...(await renderApp(`/user/project/fileList/${id}`, { token: 'real' })),
  })

  it('shows each file once with its state, size, expiry date and lines', async () => {
    await open()

    const item = within(await itemOf('pump.step'))
    expect(item.getByText('Ready')).toBeTruthy()
    expect(item.getByText(/^3\.1.MB$/)).toBeTruthy()
    expect(item.getByText('Kept until Feb 14, 2027. Every use keeps it for 3 more months.')).toBeTruthy()
    expect(item.getByText('Lines: Body, Lid')).toBeTruthy()
    expect(within(await itemOf('plan.pdf')).queryByRole('button', { name: /New quote/ })).toBeNull()
  })

  it('downloads a file under its original name', async () => {
    const names = savedFiles()
    const { gateway } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Download pump.step' }))
    await waitFor(() => expect(names).toEqual(['pump.step']))
    const [call] = gateway.to('GET /global/upload/{uploadId}/content')
    expect(call).toMatchObject({ key: `GET /global/upload/${part.id}/content`, token: 'Bearer real' })
  })

  it('creates a new quote from a stored file', async () => {
    const { gateway, place } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'New quote from pump.step' }))
    await waitFor(() => expect(place()).toContain(`/quote/${newId}`))
    expect(gateway.to('POST /global/project')[0]?.body).toEqual({ name: 'pump', service: 'cnc' })
    const [stored] = gateway.to('POST /global/project/{projectId}/lines/stored')
    expect(stored).toMatchObject({ key: `POST /global/project/${newId}/lines/stored`, body: { uploadIds: [part.id] } })
  })

  it('removes a new project when its lines cannot be added', async () => {
    const gateway = stubGateway({
      [projectKey]: () => data(projectKey, { revision: 1, project }),
      ...quoting,
      'POST /global/project/{projectId}/lines/stored': () => refusal('NOT_FOUND', 'Gone.'),
      'DELETE /global/project/{projectId}': () => ({ status: 200, body: { data: {} } }),
    })
    const { place } = await open(gateway)
    await userEvent.click(await screen.findByRole('button', { name: 'New quote from pump.step' }))
    await waitFor(() =>
      expect(gateway.to('DELETE /global/project/{projectId}')[0]?.key).toBe(`DELETE /global/project/${newId}`),
    )

    expect(place()).toContain('/fileList/')
  })

  it('marks an expired file and offers to send it again', async () => {
    await open()
    const item = within(await itemOf('old.stl'))
    expect(item.getByText('The file is no longer kept; its record and picture stay.')).toBeTruthy()
    expect(item.queryByRole('button')).toBeNull()
    expect(item.getByRole('link', { name: 'Send old.stl again' }).getAttribute('href')).toContain(`/quote/${id}`)
  })

  it('links back to the list from an unknown project', async () => {
    await open(stubGateway({ [projectKey]: () => refusal('NOT_FOUND', 'x') }))
    expect(await screen.findByText('Project not found')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See my projects' })).toBeTruthy()
  })
})

describe('the upload history (spec 2, /user/order/upload-history)', () => {
  const one = { upload: anUploadView({ name: 'one.stl' }), thumbnailId: null, projects: [{ id, name: 'Pump' }] }
  const two = { upload: anUploadView({ name: 'two.stl' }), thumbnailId: null, projects: [] }
  const bad = { upload: anUploadView({ name: 'bad.stl', state: 'failed' as const }), thumbnailId: null, projects: [] }
  const open = async (more: Answers = {}, query = '') => {
    const gateway = stubGateway({
      [historyKey]: () => data(historyKey, { uploads: [one, two, bad], total: 3 }),
      ...quoting,
      ...more,
    })
    return { gateway, ...(await renderApp(`/user/order/upload-history${query}`, { token: 'real' })) }
  }

  it('links to the projects that use a file', async () => {
    await open()
    const link = within(await itemOf('one.stl')).getByRole('link', { name: 'Pump' })
    expect(link.getAttribute('href')).toContain(`/quote/${id}`)
    expect(within(await itemOf('two.stl')).getByText('No project uses it')).toBeTruthy()
  })

  it('creates one quote from several files', async () => {
    const { gateway, place } = await open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select one.stl' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select two.stl' }))

    expect(screen.getByRole('checkbox', { name: 'Select bad.stl' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('2 files selected')).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'New quote from the selection' }))
    await waitFor(() => expect(place()).toContain(`/quote/${newId}`))

    const [stored] = gateway.to('POST /global/project/{projectId}/lines/stored')
    expect(stored?.body).toEqual({ uploadIds: [one.upload.id, two.upload.id] })
  })

  it('asks for confirmation before it removes a file', async () => {
    const remove = 'DELETE /global/upload/{uploadId}'
    const { gateway } = await open({ [remove]: () => data(remove, {}) })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete two.stl' }))

    const dialog = await screen.findByRole('dialog', { name: 'Delete this file?' })
    expect(gateway.to(remove)).toEqual([])

    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(gateway.to(remove)[0]?.key).toBe(`DELETE /global/upload/${two.upload.id}`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lists the projects of a file in use instead of removing it', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete one.stl' }))
    const dialog = await screen.findByRole('dialog', { name: 'This file is in use' })
    expect(within(dialog).getByRole('link', { name: 'Pump' })).toBeTruthy()
  })

  it('explains that only a removed project uses the file', async () => {
    await open({ 'DELETE /global/upload/{uploadId}': () => refusal('UPLOAD_IN_USE', 'In use.') })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete two.stl' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this file?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/A deleted project that can still be restored/)).toBeTruthy()
  })

  it('keeps the search and the page in the URL', async () => {
    const { gateway, place } = await open(
      { [historyKey]: () => data(historyKey, { uploads: [one], total: 41 }) },
      '?search=one&page=2',
    )
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
    expect(gateway.to(historyKey)[0]?.query).toEqual({ search: 'one', page: '2', pageSize: '20' })
    await userEvent.click(screen.getByRole('link', { name: 'Previous page' }))
    await waitFor(() => expect(place()).toMatch(/search=one&page=1$/))
  })

  it('shows an account without files how to start', async () => {
    await open({ [historyKey]: () => data(historyKey, { uploads: [], total: 0 }) })
    expect(await screen.findByText('No file yet')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Get a quote' }).length).toBeGreaterThan(0)
  })
})
