import { createHash, webcrypto } from 'node:crypto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { agreeToTerms } from '#features/quote/files/quoting-terms.ts'
import {
  aFile,
  aPricedLine,
  cube,
  pageServer,
  patient,
  stubPage,
} from '#features/quote/workspace/fake-server.fixture.ts'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { session } from '#lib/gateway/session.ts'
import { refusal } from '#lib/testing/gateway-stub.ts'
import { aProjectView, projectId } from '#lib/testing/views.ts'

async function drop(
  files: File[],
  path = '/quote?technology=cnc',
  visit: { language?: 'en' | 'fr'; token?: string } = {},
) {
  const app = await renderApp(path, visit)
  fireEvent.drop(document.body, { dataTransfer: { files } })
  return app
}

beforeEach(() => {
  browserStorage.remove('quotingTerms')
  stubPage()
})

describe('the quoting terms (spec 5)', () => {
  it.each([
    ['en', 'See my prices', 'I agree to these quoting terms', 'You have not chosen to agree'],
    ['fr', 'Voir mes prix', 'J’accepte ces conditions de devis', 'Vous n’avez pas donné votre accord'],
  ] as const)('must be accepted before anything is sent (%s)', async (language, go, agree, words) => {
    const { gateway } = pageServer()
    const { place } = await drop([cube('cube.stl')], '/quote', { language })
    await userEvent.click(await screen.findByRole('button', { name: go }, patient))

    expect(await screen.findByText(words)).toBeTruthy()
    expect(gateway.calls.filter(({ key }) => !key.startsWith('GET '))).toEqual([])

    await userEvent.click(screen.getByRole('checkbox', { name: agree }))
    await userEvent.click(screen.getByRole('button', { name: go }))
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    expect(gateway.to('POST /global/quote/visitor').map(({ body }) => body)).toEqual([{ agreeDisclaimer: true }])
    expect(session.temporaryToken()).toBe('visitor-token')
  })

  it('are shown once, and no project is created if they are declined', async () => {
    const { gateway } = pageServer()
    await drop([cube('cube.stl')])

    const dialog = await screen.findByRole('dialog', {}, patient)
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Cancel' }).at(-1) ?? dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    expect(gateway.to('POST /global/project')).toEqual([])

    agreeToTerms()
    fireEvent.drop(document.body, { dataTransfer: { files: [cube('cube.stl')] } })
    await waitFor(() => expect(gateway.to('POST /global/project')).toHaveLength(1), patient)
  })
})

describe('dropped files', () => {
  beforeEach(() => agreeToTerms())

  it('start a project with the material of the link, in its technology', async () => {
    const { gateway } = pageServer()
    await drop([cube('cube.stl')], '/quote?technology=3d-printing&material=al-6061-t6')

    expect(await screen.findByText(/will be quoted in Aluminium 6061-T6/, {}, patient)).toBeTruthy()
    await waitFor(() => expect(gateway.to('POST /global/project')).toHaveLength(1), patient)
    expect(gateway.to('POST /global/project')[0]?.body).toEqual({
      name: 'cube',
      service: 'cnc',
      materialId: 'al-6061-t6',
    })
  })

  it('are quoted although the material of the link is no longer offered', async () => {
    const { gateway } = pageServer()
    await drop([cube('cube.stl')], '/quote?technology=cnc&material=unobtainium')

    await waitFor(() => expect(gateway.to('POST /global/project')).toHaveLength(1), patient)
    expect(gateway.to('POST /global/project')[0]?.body).toEqual({ name: 'cube', service: 'cnc' })
  })

  it('leave the process to the parts if the visitor chose no technology', async () => {
    const { gateway } = pageServer()
    await drop([cube('cube.stl')], '/quote')

    await waitFor(() => expect(gateway.to('POST /global/project')).toHaveLength(1), patient)
    expect(gateway.to('POST /global/project')[0]?.body).toEqual({
      name: 'cube',
      service: '3d-printing',
      serviceChosen: false,
    })
  })

  it('become a project named after them, in the technology of the URL, with a price before the upload', async () => {
    const { gateway, project, opened } = pageServer()
    const { place } = await drop([cube('bride.stl'), aFile('axe.step', 'ISO-10303-21;'), cube('lid.STL')])
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    expect(gateway.to('POST /global/project').map(({ body }) => body)).toEqual([{ name: 'bride', service: 'cnc' }])

    await waitFor(() => expect(project().lines.map(({ name }) => name)).toEqual(['bride.stl', 'axe.step', 'lid.STL']))
    expect((await screen.findAllByText(/^\$\d/, {}, patient)).length).toBeGreaterThan(0)
    expect(opened.every(({ state }) => state === 'open')).toBe(true)
  })

  it('name it after a part: a note beside them is refused with a sentence and becomes no part', async () => {
    const { gateway, project } = pageServer()
    await drop([aFile('notes.txt', 'Please make these in PA12.'), cube('bride.stl')])

    await waitFor(() => expect(gateway.to('POST /global/project')).toHaveLength(1), patient)
    expect(gateway.to('POST /global/project')[0]?.body).toMatchObject({ name: 'bride' })
    expect(await screen.findByText(/^notes\.txt: neither a part/, {}, patient)).toBeTruthy()
    await waitFor(() => expect(project().lines.map(({ name }) => name)).toEqual(['bride.stl']))
  })

  it('make no project if none is a part', async () => {
    const { gateway } = pageServer()
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await drop([aFile('notes.txt', 'Please make these in PA12.'), aFile('bracket.sldprt', 'SolidWorks')])

    const reason = await screen.findByText(/^notes\.txt: neither a part/, {}, patient)
    await waitFor(() => expect(shown.mock.contexts).toContain(reason.closest('[role="alert"]')))
    expect(screen.getByText(/^bracket\.sldprt: unsupported file type/)).toBeTruthy()
    expect(gateway.to('POST /global/project')).toHaveLength(0)
  })

  it('count once in its name if they are copies: a copy is no part before the customer says so', async () => {
    vi.stubGlobal('crypto', webcrypto)
    const { gateway } = pageServer()
    await drop([cube('bride.stl'), cube('copie.stl'), cube('axe.stl', 30)])

    await waitFor(() => expect(gateway.to('POST /global/project')).toHaveLength(1), patient)
    expect(gateway.to('POST /global/project')[0]?.body).toMatchObject({ name: 'bride' })
    vi.unstubAllGlobals()
  })

  it('join the project that is being created if they come from a second drop', async () => {
    const { gateway, project } = pageServer()
    const { place } = await drop([cube('bride.stl')])
    fireEvent.drop(document.body, { dataTransfer: { files: [cube('lid.stl')] } })
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    await waitFor(() => expect(project().lines.map(({ name }) => name)).toEqual(['bride.stl', 'lid.stl']))
    expect(gateway.to('POST /global/project')).toHaveLength(1)
  })

  it('wait if the project cannot be created, and continue after a retry (spec 8)', async () => {
    const { fail, gateway } = pageServer()
    fail(refusal('UNEXPECTED', ''))

    const { place } = await drop([cube('cube.stl')])
    const alert = await screen.findByText('Unable to create new project', {}, patient)

    expect(alert).toBeTruthy()

    fail()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    expect(gateway.to('POST /global/quote/visitor')).toHaveLength(1)
  })

  it('are listed with their reason if refused, and no project is created', async () => {
    const { gateway } = pageServer()
    await drop([aFile('empty.stl', '')])
    expect(await screen.findByText('empty.stl: the file is empty', {}, patient)).toBeTruthy()
    expect(gateway.to('POST /global/project')).toEqual([])
  })

  it.each([
    ['a drawing', 'plan.pdf', /plan\.pdf: a drawing belongs to a part/],
    ['a parts list', 'list.csv', /list\.csv: a parts list belongs to parts/],
    ['a RAR archive', 'lot.rar', /lot\.rar: unpack this archive first/],
    ['a spreadsheet', 'list.xlsx', /list\.xlsx: save this parts list as CSV/],
  ])('create no project and say what to do if they are only %s', async (_what, name, text) => {
    const { gateway } = pageServer()
    await drop([aFile(name, 'x')])
    expect(await screen.findByText(text, {}, patient)).toBeTruthy()
    expect(gateway.to('POST /global/project')).toEqual([])
  })

  it('bring their drawing to the new project', async () => {
    const { project } = pageServer()
    await drop([cube('lid.stl'), aFile('lid-plan.pdf', '%PDF')])
    expect(await screen.findByText('One drawing was attached to its part', {}, patient)).toBeTruthy()
    expect(project().lines[0]?.attachments.map(({ name }) => name)).toEqual(['lid-plan.pdf'])
  })

  it('are accepted anywhere on the page, with an overlay while they are dragged', async () => {
    pageServer()
    await renderApp('/quote')

    const footer = screen.getByRole('contentinfo')
    fireEvent.dragEnter(footer, { dataTransfer: { types: ['Files'] } })

    expect(await screen.findByText('Let go to drop the file')).toBeTruthy()

    fireEvent.dragLeave(document.documentElement, { relatedTarget: null })
    await waitFor(() => expect(screen.queryByText('Let go to drop the file')).toBeNull())
    fireEvent.dragEnter(footer, { dataTransfer: { types: ['text/plain'] } })

    expect(screen.queryByText('Let go to drop the file')).toBeNull()
  })
})

describe('a file that a project of the customer already has', () => {
  const housing = () => aPricedLine({ name: 'housing.stl' })

  /** The server knows the content of every file as that of the project's line. */
  async function dropKnown(files: File[], isOrdered = false) {
    vi.stubGlobal('crypto', webcrypto)
    agreeToTerms()

    const line = housing()
    const server = pageServer(aProjectView({ name: 'Pump', lines: [line] }))
    const known = new Set(await Promise.all(files.slice(0, 1).map(sha256Of)))
    server.knowFiles((sha256) => {
      const match = { sha256, uploadId: line.upload.id, projectId, projectName: 'Pump', isOrdered }
      return known.has(sha256) ? [match] : []
    })

    const { place } = await drop(files, '/quote?technology=cnc', { token: 'real' })
    const dialog = await screen.findByRole('dialog', { name: /^You already have/ }, patient)
    return { ...server, place, dialog: within(dialog) }
  }

  async function sha256Of(file: File): Promise<string> {
    return createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex')
  }

  const quantities = () =>
    projectStore(projectId)
      .workspace()
      ?.lines.map(({ configuration }) => configuration?.quantity)

  afterEach(() => vi.unstubAllGlobals())

  it('is named with its project, which opens unchanged', async () => {
    const { gateway, place, dialog } = await dropKnown([cube('copy.stl')])
    expect(dialog.getByText('You already have copy.stl in project “Pump”.')).toBeTruthy()

    await userEvent.click(dialog.getByRole('button', { name: 'Open that project' }))
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    expect(quantities()).toEqual([1])
    expect(gateway.to('POST /global/project')).toEqual([])
    expect(gateway.to('POST /global/project/{projectId}/lines')).toEqual([])
  })

  it('raises the quantity there', async () => {
    const { gateway, place, dialog } = await dropKnown([cube('copy.stl')])
    await userEvent.click(dialog.getByRole('button', { name: 'Raise the quantity there' }))
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    await waitFor(() => expect(quantities()).toEqual([2]), patient)
    expect(gateway.to('POST /global/project')).toEqual([])
  })

  it('is recognised after it was ordered, and its fixed quantity is not offered', async () => {
    const { dialog } = await dropKnown([cube('copy.stl')], true)
    expect(dialog.getByText('It is ordered: there you can order the part again.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Raise the quantity there' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Open that project' })).toBeTruthy()
  })

  it('starts a new project if the customer wants one', async () => {
    const { gateway, place, dialog } = await dropKnown([cube('copy.stl')])
    await userEvent.click(dialog.getByRole('button', { name: 'Create a new project anyway' }))
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)

    expect(gateway.to('POST /global/project').map(({ body }) => body)).toEqual([{ name: 'copy', service: 'cnc' }])
  })

  it('takes the other files of the drop along', async () => {
    const { project, dialog } = await dropKnown([cube('copy.stl'), cube('new.stl', 35)])
    expect(dialog.getByText('The remaining file joins the project that you choose.')).toBeTruthy()

    await userEvent.click(dialog.getByRole('button', { name: 'Raise the quantity there' }))
    await waitFor(() => expect(project().lines.map(({ name }) => name)).toEqual(['housing.stl', 'new.stl']), patient)
    expect(quantities()?.[0]).toBe(2)
  })

  it('waits if the customer closes the question with Escape, and can still be quoted', async () => {
    const { gateway, place } = await dropKnown([cube('copy.stl'), cube('new.stl', 35)])
    await userEvent.keyboard('{Escape}')

    expect(await screen.findByText('2 files are waiting for your choice.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(gateway.to('POST /global/project')).toEqual([])

    await userEvent.click(screen.getByRole('button', { name: 'Choose what to do' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create a new project anyway' }))
    await waitFor(() => expect(place()).toBe(`/quote/${projectId}`), patient)
  })

  it('is forgotten only if the customer discards it', async () => {
    const { gateway, dialog } = await dropKnown([cube('copy.stl')])
    await userEvent.click(dialog.getByRole('button', { name: 'Decide later' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard the file' }))

    expect(screen.queryByText(/waiting for your choice/)).toBeNull()
    expect(gateway.to('POST /global/project')).toEqual([])
  })
})
