import { defaultConfiguration } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import { LinesTable } from '#features/quote/lines/lines-table.tsx'
import { totalOf } from '#features/quote/workspace/line-price.ts'
import { editLabels, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine, measuresOf, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { stubGateway } from '#lib/testing/gateway-stub.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { aProjectView, projectId } from '#lib/testing/views.ts'
import { ProjectHeader, ProjectSummary } from './project-header.tsx'

const line = (name: string, traits: Partial<WorkLine> = {}) => aWorkLine(smallCatalogue, { name, ...traits })

function HeaderAndSummary({ workspace }: { workspace: Workspace }) {
  return (
    <>
      <ProjectHeader workspace={workspace} />
      <ProjectSummary workspace={workspace} />
    </>
  )
}

interface Setting {
  lines?: readonly WorkLine[]
  project?: Partial<Workspace['project']>
  traits?: Partial<Workspace>
  language?: 'fr' | 'en'
}

async function open({ lines = [line('a.stl')], project = {}, traits = {}, language = 'en' }: Setting = {}) {
  const workspace = aWorkspace(lines, traits)
  workspace.store.set({ ...workspace.store.get(), project: aProjectView(project) })
  const { place } = await renderWorkspace(workspace, HeaderAndSummary, { language })
  await screen.findByRole('heading', { level: 1 })
  return { ...workspace, place, user: userEvent.setup() }
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const day = 86_400_000

describe('the name of a project', () => {
  it('is edited in place', async () => {
    const { user, actions } = await open()
    await user.click(button('Rename the project Robot arm'))
    await user.clear(screen.getByRole('textbox', { name: 'Project name' }))
    await user.type(screen.getByRole('textbox', { name: 'Project name' }), ' Gripper {Enter}')
    expect(actions.rename).toHaveBeenCalledExactlyOnceWith('Gripper')
    expect(screen.getByRole('heading', { name: 'Gripper' })).toBeDefined()
    expect(document.activeElement).toBe(button('Rename the project Gripper'))
  })

  it('is required (spec 5), and unchanged after Escape', async () => {
    const { user, actions } = await open()
    await user.click(button('Rename the project Robot arm'))
    await user.clear(screen.getByRole('textbox', { name: 'Project name' }))

    expect(screen.getByRole('alert').textContent).toBe('Please give the project a name.')

    await user.keyboard('{Enter}')
    expect(screen.getByRole('textbox', { name: 'Project name' })).toBeDefined()

    await user.keyboard('{Escape}')
    expect(screen.getByRole('heading', { name: 'Robot arm' })).toBeDefined()
    expect(actions.rename).not.toHaveBeenCalled()
  })
})

describe('the technology switch', () => {
  it('asks for a confirmation that describes the effect on the parts', async () => {
    const { user, actions } = await open({ lines: [line('a.stl'), line('b.stl')] })
    expect(button('3D printing').getAttribute('aria-pressed')).toBe('true')
    await user.click(button('CNC machining'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/2 parts get .* suited to CNC machining.*You can undo it/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Switch' }))
    expect(actions.switchTechnology).toHaveBeenCalledExactlyOnceWith('cnc')
  })

  it('shows the technology that all parts have if the customer chose none', async () => {
    const { user } = await open({ project: { serviceChosen: false, service: 'cnc' } })
    expect(button('3D printing').getAttribute('aria-pressed')).toBe('true')
    await user.click(button('CNC machining'))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('shows no technology if the customer chose none and the parts have several', async () => {
    const milled = defaultConfiguration(measuresOf('housing-100x60x30'), 'al-6061-t6', smallCatalogue)
    const lines = [line('a.stl'), line('b.stl', { configuration: milled })]
    await open({ project: { serviceChosen: false }, lines })
    for (const name of ['3D printing', 'CNC machining']) expect(button(name).getAttribute('aria-pressed')).toBe('false')
  })

  it('keeps the technology if the customer cancels', async () => {
    const { user, actions } = await open()
    await user.click(button('Vacuum casting'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(actions.switchTechnology).not.toHaveBeenCalled()
  })
})

describe('the figures', () => {
  it('say how many prices are only indicative', async () => {
    const firm = line('firm.stl')
    const thin = { rule: 'min-wall-sla', severity: 'blocks', value: 0.2, limit: 0.5 } as Finding
    const blocked = line('thin.stl', { price: firm.price && { ...firm.price, blocking: [thin] } })
    await open({ lines: [firm, blocked] })
    expect(screen.getByText('1 price is only indicative.')).toBeDefined()
  })

  it('show what the total leaves out, and which part decides the date', async () => {
    const quick = line('quick.stl')
    const slow = line('slow.stl', {
      price: quick.price && { ...quick.price, leadTime: { ...quick.price.leadTime, workingDays: 30 } },
    })
    const unpriced = line('none.stl', { price: undefined, status: 'configuring' })
    const estimate = line('new.stl', { source: 'browser', status: 'analysing' })
    await open({ lines: [quick, slow, unpriced, estimate] })

    const sum = 2 * (quick.price?.linePrice.minor ?? 0)
    expect(screen.getByText('Total').nextElementSibling?.querySelector('data')?.getAttribute('value')).toBe(String(sum))
    expect(screen.getByText('4 parts · 2 ready')).toBeDefined()
    expect(screen.getByText('1 part without a price is not included.')).toBeDefined()
    expect(screen.getByText(/^Plus .* for 1 part being analysed\.$/)).toBeDefined()
    expect(screen.getByText('1 price is still an estimate.')).toBeDefined()
    expect(screen.getByText('Slowest part: slow.stl')).toBeDefined()
  })

  it('say that services do not count towards the minimum order', async () => {
    const lines = [line('a.stl')]
    const technologies = smallCatalogue.technologies.map((technology) => ({ ...technology, minOrderUsd: 9000 }))
    const total = totalOf(lines, '3d-printing', { ...smallCatalogue, technologies })
    await open({ lines, traits: { total } })

    expect(screen.getByText(/^Plus .* small-order supplement\./)).toBeDefined()
    expect(screen.getByText('Services do not count towards the minimum order.')).toBeDefined()
  })

  it('show how many days of the calendar the prices are valid', async () => {
    const inThirtyDays = new Date()
    inThirtyDays.setDate(inThirtyDays.getDate() + 30)
    await open({ project: { validUntil: inThirtyDays.toISOString() } })
    expect(screen.getByText(/^valid until .* \(30 days left\)$/)).toBeDefined()
  })

  it('offer to requote expired prices, and show what changed', async () => {
    const same = line('same.stl', { status: 'expired' })
    const dearer = line('dearer.stl', { status: 'expired' })
    const { user, actions, store } = await open({
      lines: [same, dearer],
      project: { validUntil: new Date(Date.now() - day).toISOString() },
    })

    expect(screen.getByText(/^expired on /)).toBeDefined()
    expect(screen.getByText('Renew the prices first.')).toBeDefined()

    actions.requote.mockImplementation(async () => {
      const price = dearer.price && { ...dearer.price, linePrice: { minor: 99_900, currency: 'USD' as const } }
      const { project, ...rest } = store.get()
      const renewed = { ...project, pricedAt: '2026-11-15T09:00:00.000Z', validUntil: '2099-01-01T00:00:00.000Z' }
      act(() => store.set({ ...rest, project: renewed, lines: [same, { ...dearer, price }] }))
    })
    await user.click(button('Renew the prices'))

    const before = dearer.price?.linePrice.minor ?? 0
    const usd = (minor: number) => `$${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

    expect(await screen.findByText(`dearer.stl: ${usd(before)} becomes $999.00`)).toBeDefined()
    expect(screen.getByText('1 price changed')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Renew the prices' })).toBeNull()
  })
})

describe('saving, undo and redo', () => {
  it.each([
    ['saved', 'All changes saved'],
    ['saving', 'Saving…'],
  ] as const)('shows the save state %s', async (save, text) => {
    await open({ traits: { save } })
    expect(screen.getByText(text)).toBeDefined()
  })

  it('retries a failed save', async () => {
    const { user, actions } = await open({ traits: { save: 'failed' } })
    expect(screen.getByText('Not saved')).toBeDefined()
    await user.click(button('Try again'))
    expect(actions.retrySave).toHaveBeenCalledOnce()
  })

  it('names the steps that undo and redo apply to', async () => {
    const { user, actions } = await open({ traits: { undoable: 'material', redoable: 'quantity' } })
    await user.click(button('Undo: material'))
    await user.click(button('Redo: quantity'))
    expect([actions.undo.mock.calls.length, actions.redo.mock.calls.length]).toEqual([1, 1])
  })

  it.each(editLabels)('has a French name for undoing %s', async (undoable) => {
    await open({ traits: { undoable }, language: 'fr' })
    expect(button(/^Annuler\u00a0: .{3,}/).disabled).toBe(false)
  })
})

describe('sharing', () => {
  const link = `http://localhost:3000/manufacture/quote/shared#key=${'k'.repeat(43)}`

  it('creates a read-only link, copies it and ends it', async () => {
    const { user, actions } = await open()
    await user.click(button('Share'))
    await user.click(await screen.findByRole('button', { name: 'Create a read-only link' }))

    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Read-only link' })).value).toBe(link)

    await user.click(button('Copy the link'))
    expect(await screen.findByText('Link copied.')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(link)

    await user.click(button('Revoke the link'))
    expect(actions.unshare).toHaveBeenCalledOnce()
    expect(await screen.findByText(/The link is revoked/)).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Read-only link' })).toBeNull()
  })

  it('asks to copy by hand if the browser denies access to the clipboard (spec 8)', async () => {
    const { user } = await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(button('Share'))
    await user.click(await screen.findByRole('button', { name: 'Create a read-only link' }))
    await user.click(await screen.findByRole('button', { name: 'Copy the link' }))

    expect(await screen.findByText('Unable to copy, please copy it manually.')).toBeDefined()

    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Read-only link' })
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length])
  })

  it('cannot show an existing link again, but offers a new one', async () => {
    const { user } = await open({ project: { shared: true } })
    await user.click(button('Share'))
    expect(await screen.findByText(/A link is active/)).toBeDefined()
    expect(button('Create a new link')).toBeDefined()
    expect(button('Revoke the link')).toBeDefined()
  })
})

describe('the project tools', () => {
  it('duplicate the project under a name, and open the copy', async () => {
    const { user, actions, place } = await open()
    await user.click(button('Duplicate'))

    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Name of the copy/ })
    expect(field.value).toBe('Robot arm (copy)')

    await user.clear(field)
    expect(screen.getByText('Please give the project a name.')).toBeDefined()

    await user.type(field, 'Arm 2{Enter}')
    expect(actions.duplicate).toHaveBeenCalledExactlyOnceWith('Arm 2')

    await waitFor(() => expect(place()).toContain('/quote/22222222-2222-4222-8222-222222222222'))
  })

  it('save the quotation under the project’s name', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response(new Uint8Array([1]), { headers: { 'content-type': 'application/pdf' } })
    })

    const saved = savedFiles()

    const { user } = await open({ project: { name: 'Arm / 2' } })
    await user.click(button('Quotation (PDF)'))
    await waitFor(() => expect(saved).toEqual(['Quotation Arm _ 2.pdf']))

    expect(asked).toEqual([`/gateway/global/project/${projectId}/quotation`])
  })

  it('show an error if the quotation cannot be downloaded (spec 8)', async () => {
    stubGateway({})
    const { user } = await open()
    await user.click(button('Quotation (PDF)'))
    expect(await screen.findByText('Failed to fetch quotation data')).toBeDefined()
  })
})

describe('the checkout link', () => {
  it('contains the ready parts and leaves out the others', async () => {
    await open({ lines: [line('a.stl'), line('b.stl'), line('c.stl', { status: 'needs-decision' })] })
    const link = screen.getByRole('link', { name: 'Order the 2 ready parts' })
    expect(link.getAttribute('href')).toBe(`/manufacture/checkout?project=${projectId}`)
    expect(screen.getByText('1 other part can follow later.')).toBeDefined()
  })

  it.each([
    ['nothing is there', [], 'Add a part first.'],
    ['none is ready', [line('a.stl', { status: 'configuring' })], 'No part is ready yet.'],
  ])('shows why it is disabled if %s', async (_when, lines, reason) => {
    await open({ lines })
    const off = button('Order')
    expect(off.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(off.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
  })
})

describe('the way to order while a quantity is impossible', () => {
  function SummaryAndTable({ workspace }: { workspace: Workspace }) {
    return (
      <>
        <ProjectHeader workspace={workspace} />
        <ProjectSummary workspace={workspace} />
        <LinesTable workspace={workspace} openId={undefined} onOpen={() => {}} />
      </>
    )
  }

  it.each([
    ['en', 'Order the 2 ready parts', 'Correct the quantity of a.stl first.', 'Forward to a purchaser', 'Continue'],
    [
      'fr',
      'Commander les 2 pièces prêtes',
      'Corrigez d’abord la quantité de a.stl.',
      'Transmettre à un acheteur',
      'Continuer',
    ],
  ] as const)('is closed in %s, and says which part to correct', async (language, order, reason, forward, go) => {
    const user = userEvent.setup()
    await renderWorkspace(aWorkspace([line('a.stl'), line('b.stl')]), SummaryAndTable, { language })
    expect(await screen.findByRole('link', { name: order })).toBeDefined()

    const field = screen.getByRole('spinbutton', { name: /a\.stl/ })
    await user.clear(field)
    await user.type(field, '1.5')
    await user.tab()

    expect(screen.queryByRole('link', { name: order })).toBeNull()
    const off = button(order)
    expect(off.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(off.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)

    await user.click(button(forward))
    const dialog = within(await screen.findByRole('dialog', { name: forward }))
    expect(dialog.getByText(reason)).toBeDefined()
    expect(dialog.queryByRole('link', { name: go })).toBeNull()
  })
})

describe('a project with ordered parts', () => {
  const order = {
    orderId: '33333333-3333-4333-8333-333333333333',
    number: 'C-26-10001',
    isUnpaid: false,
    isCancellable: false,
    unitMinor: 5_000,
    lineMinor: 5_000,
  }
  const ordered = () => {
    const base = line('ordered.stl', { status: 'ordered' })
    return { ...base, view: { ...base.view, status: 'ordered' as const, order } }
  }

  it('leaves them out of the total, the order button and the parts that can follow', async () => {
    const ready = line('ready.stl')
    await open({ lines: [ready, ordered(), line('blocked.stl', { status: 'needs-decision' })] })

    const price = ready.price?.linePrice.minor ?? 0
    const total = document.querySelector(`data[value="${price}"]`)
    expect(total).not.toBeNull()
    expect(screen.getByText(/for 1 part awaiting a decision/)).toBeDefined()
    expect(screen.getByText(/1 ready · 1 ordered/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Order the ready part' })).toBeDefined()
    expect(screen.getByText('1 other part can follow later.')).toBeDefined()
  })

  it('promises neither a delivery date nor a landed cost once all are ordered', async () => {
    await open({ lines: [ordered()] })
    expect(screen.getByText('Delivery').nextSibling?.textContent).toBe('All parts are ordered.')
    expect(screen.queryByText('Landed cost (estimate)')).toBeNull()
  })

  it('says that nothing is left to order', async () => {
    await open({ lines: [ordered()] })
    expect(button('Order').getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button('Order').getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('All parts are ordered.')
  })
})
