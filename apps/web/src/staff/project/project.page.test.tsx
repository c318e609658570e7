import type { StaffProjectView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aLineView } from '#lib/testing/views.ts'
import { aPart, aProject, inReview } from './project.fixture.ts'

const getCall = 'GET /global/staff/project/{projectId}'
const clearCall = 'POST /global/staff/project/{projectId}/export-control'

async function openProject(project: StaffProjectView, answers: Answers = {}) {
  const gateway = stubGateway({ [getCall]: () => data(getCall, project), ...answers })
  await renderApp(`/staff/projects/${project.id}`, { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

describe('the page of a project for staff', () => {
  it('shows the customer, the parts, and which of them wait for a review', async () => {
    const cleared = aPart({ line: aLineView({ name: 'cover.stl' }), isCleared: true })
    const project = aProject({ lines: [aPart(), cleared] })
    await openProject(project)

    expect(await screen.findByRole('heading', { level: 1, name: /Pump/ })).toBeTruthy()
    const customer = screen.getByRole('link', { name: 'Louise Bernard, Atelier Démo' })
    expect(customer.getAttribute('href')).toBe(`/manufacture/staff/customers/${project.customer?.id}`)
    const [first, second] = within(screen.getByRole('region', { name: 'Parts' })).getAllByRole('heading', { level: 3 })
    expect(within(first?.closest('li') as HTMLElement).getByText('To review')).toBeTruthy()
    expect(within(second?.closest('li') as HTMLElement).queryByText('To review')).toBeNull()
    expect(within(first?.closest('li') as HTMLElement).getByText('Aluminium 6061 · Milling')).toBeTruthy()
  })

  it('clears exactly the parts that were seen, once a reason is given', async () => {
    const part = aPart()
    let project = aProject({ lines: [part] })
    const { user, to } = await openProject(project, {
      [getCall]: () => data(getCall, project),
      [clearCall]: () => {
        const clearance = { by: 'Grace Hopper', at: '2026-11-19T08:00:00.000Z', reason: 'Not listed' }
        project = { ...project, exportControl: { ...inReview, standing: 'clear', clearance } }
        return data(clearCall, { standing: 'clear', answer: 'unknown', answeredAt: null, isFixed: false })
      },
    })

    await user.click(await screen.findByRole('button', { name: 'Clear the project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear Pump?' }))
    await user.click(dialog.getByRole('button', { name: 'Clear the project' }))
    expect(dialog.getByText('Give a reason.')).toBeTruthy()
    expect(to(clearCall)).toEqual([])

    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Not listed')
    await user.click(dialog.getByRole('button', { name: 'Clear the project' }))
    expect(await screen.findByText('The project is cleared.')).toBeTruthy()
    expect(to(clearCall).map(({ body }) => body)).toEqual([{ reason: 'Not listed', uploadIds: [part.line.upload.id] }])
    expect(await screen.findByText(/^Grace Hopper, /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear the project' })).toBeNull()
  })

  it('says why a project was not cleared whose parts have changed', async () => {
    const { user } = await openProject(aProject(), {
      [clearCall]: () => refusal('EXPORT_PARTS_CHANGED', 'Look at the new parts first.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Clear the project' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Not listed')
    await user.click(dialog.getByRole('button', { name: 'Clear the project' }))
    expect(await dialog.findByText('Look at the new parts first.')).toBeTruthy()
  })

  it('says what is known about a file that cannot be read, and offers it for download', async () => {
    const line = aLineView()
    const upload = { ...line.upload, name: 'broken.step', state: 'failed' as const, summary: null }
    const refused = { code: 'truncated' as const }
    const part = aPart({ line: { ...line, upload: { ...upload, refusal: refused } } })
    await openProject(aProject({ lines: [part] }))

    const files = within(await screen.findByRole('region', { name: 'Files that cannot be read' }))
    expect(files.getByText('The file ends too early.')).toBeTruthy()
    expect(files.getByText(/^The export or the transfer was cut short/)).toBeTruthy()
    expect(files.getByRole('button', { name: 'broken.step' })).toBeTruthy()
  })

  it('offers neither decisions nor files that the member has no right for', async () => {
    const rights = rightsOf('customer-success').filter((right) => right !== 'files.read')
    await openProject(aProject(), {
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    expect(await screen.findByRole('heading', { level: 1, name: /Pump/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Clear the project' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'bracket.stl' })).toBeNull()
  })

  it('says that a project is gone', async () => {
    await openProject(aProject(), { [getCall]: () => refusal('NOT_FOUND', 'Gone') })
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeTruthy()
  })
})
