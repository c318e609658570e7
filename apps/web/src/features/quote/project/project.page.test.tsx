import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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
import { closeAuthDialog } from '#lib/auth-dialog.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { session } from '#lib/gateway/session.ts'
import { ada, adaWithManager, refusal } from '#lib/testing/gateway-stub.ts'
import { anUploadView, aProjectView, projectId } from '#lib/testing/views.ts'

const path = `/quote/${projectId}`
const housing = () => aProjectView({ lines: [aPricedLine({ name: 'housing.stl' })] })
const server = (project = housing()) => pageServer(project)

beforeEach(() => {
  browserStorage.set('quoteTourSeen', '1')
  agreeToTerms()
  stubPage()
  closeAuthDialog()
})

async function open(project = housing()) {
  return { ...server(project), ...(await renderApp(path, { token: 'real' })) }
}

/** Opens the project, and waits until the page takes dropped files: it shows its data a moment before. */
async function openForFiles(project = housing()) {
  const awaited = once(window, 'filesawaited')
  const opened = await open(project)
  await awaited
  return opened
}

const noMedia = { onchange: null, addEventListener() {}, removeEventListener() {}, dispatchEvent: () => false }

const workspace = () => projectStore(projectId).workspace()

describe('the project page', () => {
  it('shows the project with its lines', async () => {
    await open()
    expect((await screen.findAllByText('housing.stl', {}, patient)).length).toBeGreaterThan(0)
  })

  it('shows the owner how to reach the manager', async () => {
    pageServer(housing(), adaWithManager)
    await renderApp(path, { token: 'real' })
    expect(await screen.findByRole('region', { name: 'Your account manager' }, patient)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'grace@example.com' })).toBeTruthy()
  })

  it.each([
    ['a visitor', adaWithManager, {}],
    ['an owner without one', ada, { token: 'real' }],
  ])('shows no manager to %s', async (_who, user, visit) => {
    pageServer(housing(), user)
    await renderApp(path, visit)
    await screen.findAllByText('housing.stl', {}, patient)
    expect(screen.queryByRole('region', { name: 'Your account manager' })).toBeNull()
  })

  it('shows a message and a login button for a missing or foreign project', async () => {
    const { fail } = server()
    fail(refusal('NOT_FOUND', ''))
    await renderApp(path)
    expect(await screen.findByText('Project not found or not accessible', {}, patient)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('dialog', {}, patient)).toBeTruthy()
  })

  it.each([
    ['en', 'Failed to fetch quotation data', 'Try again'],
    ['fr', 'Échec du chargement du devis', 'Réessayer'],
  ] as const)('shows a failed request in %s, and can be tried again (spec 8)', async (language, text, again) => {
    const { fail } = server()
    fail(refusal('UNEXPECTED', ''))
    await renderApp(path, { token: 'real', language })
    expect(await screen.findByText(text, {}, patient)).toBeTruthy()
    fail()
    await userEvent.click(screen.getByRole('button', { name: again }))
    expect((await screen.findAllByText('housing.stl', {}, patient)).length).toBeGreaterThan(0)
  })

  it('reloads after a login in the dialog', async () => {
    const { fail } = server()
    fail(refusal('UNAUTHENTICATED', ''))
    await renderApp(path, { token: 'old' })
    expect(await screen.findByText('Your session has ended', {}, patient)).toBeTruthy()
    fail()
    act(() => session.store({ accessToken: 'new' }))
    expect((await screen.findAllByText('housing.stl', {}, patient)).length).toBeGreaterThan(0)
  })

  it.each([
    ['en', 'Your session has ended', 'Project not found or not accessible', 'Log in'],
    ['fr', 'Votre session a pris fin', 'Projet introuvable ou inaccessible', 'Se connecter'],
  ] as const)('says in %s that the session has ended, and asks for a login', async (language, text, missing, logIn) => {
    const { fail } = server()
    fail(refusal('UNAUTHENTICATED', ''))
    await renderApp(path, { language, token: 'old', expiresIn: 0 })

    expect(await screen.findByRole('heading', { name: text }, patient)).toBeTruthy()
    expect(screen.queryByText(missing)).toBeNull()
    act(() => closeAuthDialog())
    await userEvent.click(await screen.findByRole('button', { name: logIn }))
    expect(await screen.findByRole('dialog', {}, patient)).toBeTruthy()
  })

  it('asks for files if there are no lines, and accepts them anywhere', async () => {
    const { project } = await openForFiles(aProjectView())
    expect(await screen.findByText('This project is empty', {}, patient)).toBeTruthy()
    fireEvent.drop(document.body, { dataTransfer: { files: [cube('cube.stl')] } })
    await waitFor(() => expect(project().lines.map(({ name }) => name)).toEqual(['cube.stl']), patient)
  })

  it('says which lines cost less because their lead time brought nothing', async () => {
    const line = aPricedLine({ name: 'housing.stl' })
    const server = pageServer(aProjectView({ lines: [line] }))
    server.replaceLeads([{ lineId: line.id, from: 'express', to: 'standard' }])
    await renderApp(path, { token: 'real' })

    const text =
      'housing.stl: Express would not arrive sooner, so the lead time is now Standard. You pay less for the same date.'
    expect((await screen.findAllByText(text, {}, patient)).length).toBeGreaterThan(0)
  })

  it('asks what to do with a file that the project already has, and raises its quantity', async () => {
    // jsdom has no digests.
    vi.stubGlobal('crypto', webcrypto)
    await openForFiles(aProjectView())
    await screen.findByText('This project is empty', {}, patient)
    fireEvent.drop(document.body, { dataTransfer: { files: [cube('cube.stl')] } })
    await screen.findAllByText('cube.stl', {}, patient)

    fireEvent.drop(document.body, { dataTransfer: { files: [cube('copy.stl')] } })
    expect(await screen.findByText('copy.stl is already in this project', {}, patient)).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Raise the quantity to 2' }, patient))

    expect(screen.queryByText('copy.stl is already in this project')).toBeNull()
    const [line, ...others] = projectStore(projectId).workspace()?.lines ?? []
    expect(line?.configuration?.quantity).toBe(2)
    expect(others).toEqual([])
  })
})

describe('a parts list', () => {
  const listed = async (language: 'en' | 'fr', rows: string) => {
    const server = pageServer(aProjectView())
    const awaited = once(window, 'filesawaited')
    await renderApp(path, { token: 'real', language })
    await awaited
    const files = [cube('lid.stl'), cube('box.stl', 30), aFile('list.csv', `file;qty;material\n${rows}`)]
    fireEvent.drop(document.body, { dataTransfer: { files } })
    const dialog = await screen.findByRole('dialog', { name: /list\.csv/ }, patient)

    return { server, dialog: within(dialog) }
  }

  const choices = () =>
    workspace()?.lines.map(({ configuration }) => [configuration?.quantity, configuration?.materialId])

  it('is applied after its review as one step, with what the customer corrects', async () => {
    const { dialog } = await listed('en', 'lid;7;MJF PA12\nbox;4;unobtainium')
    expect(await dialog.findByText('“unobtainium” is not recognised: choose.', {}, patient)).toBeTruthy()
    expect(dialog.getByText('MJF PA12 (HP 3D HR)', { selector: 'dd' })).toBeTruthy()
    expect(dialog.getByText('One value that was not recognised will stay unchanged.')).toBeTruthy()
    expect(choices()).toEqual([
      [1, 'sla-9600-white'],
      [1, 'sla-9600-white'],
    ])

    fireEvent.change(dialog.getByRole('combobox', { name: 'Material' }), { target: { value: 'milling/al-6061-t6' } })
    expect(dialog.queryByText(/unobtainium/)).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Apply to 2 parts' }))
    expect(choices()).toEqual([
      [7, 'mjf-pa12'],
      [4, 'al-6061-t6'],
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Review the parts list' })).toBeNull())

    act(() => workspace()?.actions.undo())
    expect(choices()).toEqual([
      [1, 'sla-9600-white'],
      [1, 'sla-9600-white'],
    ])
  })

  it('says the limit of a wrong quantity, and asks for the part of an unknown name (French)', async () => {
    const { dialog } = await listed('fr', 'lid;0;\ncapot;3;')
    expect(await dialog.findByText(/Indiquez un nombre entier de 1 à 1\s000\s000/, {}, patient)).toBeTruthy()
    fireEvent.change(dialog.getByRole('textbox', { name: 'Quantité' }), { target: { value: '12' } })

    const box = workspace()?.lines[1]?.id
    fireEvent.change(dialog.getByRole('combobox', { name: 'Pièce' }), { target: { value: box } })
    fireEvent.click(await dialog.findByRole('button', { name: 'Appliquer à 2 pièces' }, patient))
    expect(choices()?.map(([quantity]) => quantity)).toEqual([12, 3])
  })

  it('stays available and changes nothing if it is closed', async () => {
    const { dialog } = await listed('en', 'lid;7;')
    fireEvent.click((await dialog.findAllByRole('button', { name: 'Later' })).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    expect(choices()?.map(([quantity]) => quantity)).toEqual([1, 1])
    fireEvent.click(screen.getByRole('button', { name: 'Review the parts list' }))
    expect(await screen.findByRole('dialog', { name: /list\.csv/ })).toBeTruthy()
  })

  it('says which titles its columns need if it cannot be read', async () => {
    await openForFiles()
    await screen.findAllByText('housing.stl', {}, patient)
    fireEvent.drop(document.body, { dataTransfer: { files: [aFile('list.csv', 'weight;price\n1;2')] } })
    expect(await screen.findByText(/No column names the part/, {}, patient)).toBeTruthy()
  })
})

describe('a drawing', () => {
  it('is attached to the part that the customer chooses if its own is unclear', async () => {
    const { project } = await openForFiles()
    await screen.findAllByText('housing.stl', {}, patient)
    fireEvent.drop(document.body, { dataTransfer: { files: [aFile('plan.pdf', '%PDF')] } })

    const select = await screen.findByRole('combobox', { name: 'Part of plan.pdf' }, patient)
    fireEvent.change(select, { target: { value: project().lines[0]?.id } })
    fireEvent.click(screen.getByRole('button', { name: 'Attach' }))

    expect(await screen.findByText('One drawing was attached to its part')).toBeTruthy()
    expect(project().lines[0]?.attachments.map(({ name }) => name)).toEqual(['plan.pdf'])
  })
})

describe('an open part', () => {
  it('is stored in the URL, and “back” closes it', async () => {
    const { project, router, place } = await open()
    await screen.findAllByText('housing.stl', {}, patient)

    const id = project().lines[0]?.id ?? ''
    await act(() => router.navigate({ to: '.', search: { part: id } } as never))

    expect(await screen.findByRole('article', {}, patient)).toBeTruthy()

    await act(async () => router.history.back())
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())

    expect(place()).toBe(path)
  })
})

describe('an open part on a phone', () => {
  it('is a dialog: the page behind is inert, Escape closes it, and the focus returns to its line', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      ...noMedia,
      media,
      matches: media.includes('max-width'),
    }))
    const { place } = await open()
    const opener = () => screen.findByRole('button', { name: 'Open housing.stl' }, patient)
    await userEvent.click(await opener())

    const sheet = await screen.findByRole('dialog', { name: /housing\.stl/ }, patient)
    expect(sheet.getAttribute('aria-modal')).toBe('true')
    expect(document.activeElement).toBe(sheet)
    expect(screen.getByRole('link', { name: 'Cotation, home' }).closest('[inert]')).not.toBeNull()
    expect((await opener()).closest('[inert]')).not.toBeNull()

    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(document.activeElement).toBe(await opener()))
    expect(document.querySelector('[inert]')).toBeNull()
    expect(place()).toBe(path)
  })
})

describe('the keyboard', () => {
  it('stays beside the undo button after the last step is undone', async () => {
    await open()
    await screen.findAllByText('housing.stl', {}, patient)
    const edits = [{ lineId: workspace()?.lines[0]?.id ?? '', name: 'lid.stl' }]
    act(() => workspace()?.actions.edit({ label: 'name', edits }))

    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Redo/ })))
  })

  it('triggers undo and redo outside of text fields', async () => {
    await open()
    await screen.findAllByText('housing.stl', {}, patient)

    const [line] = workspace()?.lines ?? []
    const edits = [{ lineId: line?.id ?? '', name: 'lid.stl' }]
    act(() => workspace()?.actions.edit({ label: 'name', edits }))

    const name = () => workspace()?.lines[0]?.name
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })

    expect(name()).toBe('housing.stl')

    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true })
    expect(name()).toBe('lid.stl')

    const field = document.body.appendChild(document.createElement('input'))
    fireEvent.keyDown(field, { key: 'z', ctrlKey: true })

    expect(name()).toBe('lid.stl')

    fireEvent.keyDown(document.body, { key: 'z', metaKey: true })
    fireEvent.keyDown(document.body, { key: 'y', ctrlKey: true })

    expect(name()).toBe('lid.stl')

    field.remove()
  })
})

describe('a question of the page', () => {
  it('asks for the unit of two parts with an implausible size together, and on each line', async () => {
    const { gateway } = await openForFiles(aProjectView())
    await screen.findByText('This project is empty', {}, patient)
    fireEvent.drop(document.body, { dataTransfer: { files: [cube('tiny.stl', 0.5), cube('tinier.stl', 0.1)] } })

    const together = await screen.findByRole('group', { name: /^2 files have no unit/ }, patient)
    expect(screen.getByRole('button', { name: 'in: 12.7\u00a0mm' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'in: 2.54\u00a0mm' })).toBeTruthy()

    await userEvent.click(within(together).getByRole('button', { name: 'Metres' }))

    // The browser reads both files again, without waiting for the server.
    await waitFor(() => expect(screen.queryByRole('group', { name: /unit of the file/ })).toBeNull(), patient)
    expect(screen.getByText('500 × 500 × 500 mm')).toBeTruthy()

    const asked = gateway.to('POST /global/project/{projectId}/line/{lineId}/unit')
    expect(asked.map(({ body }) => body)).toEqual([{ unit: 'm' }, { unit: 'm' }])
  })

  it('asks once for an e-mail address if the analysis takes long (spec 4)', async () => {
    const upload = anUploadView({ state: 'analysing', analysingSeconds: 31 })
    const line = aPricedLine({ upload, name: 'slow.step' })
    const { gateway } = await open(aProjectView({ lines: [{ ...line, part: null, price: null, status: 'analysing' }] }))

    const field = await screen.findByLabelText('E-mail address', {}, patient)
    await waitFor(() => expect(field).toHaveProperty('value', ada.email))
    await userEvent.clear(field)
    await userEvent.type(field, 'guest')
    await userEvent.click(screen.getByRole('button', { name: 'Notify me' }))

    expect(await screen.findByText('This e-mail address is not valid.')).toBeTruthy()

    await userEvent.type(field, '@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Notify me' }))

    expect(await screen.findByText(/We will e-mail guest@example.com/)).toBeTruthy()

    const asked = gateway.to('POST /global/project/{projectId}/line/{lineId}/notify')
    expect(asked.map(({ body }) => body)).toEqual([{ email: 'guest@example.com' }])
  })
})
