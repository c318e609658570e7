import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeTransfers } from '#features/quote/files/fake-transfers.fixture.ts'
import { visitStorage } from '#lib/browser-storage.ts'
import { live } from '#lib/gateway/live.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { refusal } from '#lib/testing/gateway-stub.ts'
import { stubLive } from '#lib/testing/live-stub.ts'
import { aProjectView, projectId } from '#lib/testing/views.ts'
import { aPricedLine, fakeServer } from './fake-server.fixture.ts'
import { ProjectStore } from './project-store.ts'
import type { WorkLine } from './work-line.ts'
import { smallCatalogue } from './workspace.fixture.ts'
import type { Workspace } from './workspace.ts'

beforeEach(() => {
  queryClient.clear()
  visitStorage.remove(`quote.edits.${projectId}`)
  visitStorage.remove(`quote.history.${projectId}`)
  session.clear()
  session.storeTemporary({ accessToken: 'visitor' })
})

/** Opens a project with these lines. */
async function opened(server = fakeServer(aProjectView({ lines: [aPricedLine(), aPricedLine({ position: 2 })] }))) {
  const transfers = fakeTransfers()
  const store = new ProjectStore(projectId, transfers.ports)
  await store.load()

  const workspace = (): Workspace => {
    const found = store.workspace()
    if (!found) throw new Error('the project is not open')
    return found
  }
  const line = (at: number): WorkLine => {
    const found = workspace().lines[at]
    if (!found) throw new Error(`no line ${at}`)
    return found
  }
  const quantity = (at: number, count: number) => {
    const { id, configuration } = line(at)
    if (!configuration) throw new Error('no configuration')
    const edits = [{ lineId: id, configuration: { ...configuration, quantity: count } }]
    store.actions.edit({ label: 'quantity', edits })
  }

  return { store, server, workspace, line, quantity, ...transfers }
}

const minor = ({ price }: WorkLine) => price?.linePrice.minor ?? 0

describe('an open project', () => {
  it('shows the server’s figures and their sum', async () => {
    const { workspace, line, server } = await opened()
    expect(line(0)).toMatchObject({ source: 'server', status: 'ready', provisional: false, difference: undefined })
    expect(line(0).price).toEqual(server.project().lines[0]?.price)
    expect(workspace().total.ready.minor).toBe(minor(line(0)) + minor(line(1)))
    expect(workspace().save).toBe('saved')
  })

  it.each([
    ['NOT_FOUND', 'missing'],
    ['UNEXPECTED', 'failed'],
  ] as const)('is shown for the response %s as %s', async (code, state) => {
    const server = fakeServer()
    server.fail(refusal(code, ''))

    const store = new ProjectStore(projectId, fakeTransfers().ports)
    await store.load()

    expect([store.loadState, store.workspace()]).toEqual([state, undefined])

    server.fail()
    await store.load()

    expect(store.loadState).toBe('ready')
  })

  it('is priced with the catalogue version it was quoted with, not with the current one', async () => {
    const old = { ...smallCatalogue, version: '2026-01-01.1' }
    const server = fakeServer(aProjectView({ catalogueVersion: old.version, lines: [aPricedLine({}, old)] }))
    const fetched = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      String(input).includes('/catalogue/version')
        ? Promise.resolve(
            Response.json({ data: { version: old.version, validFrom: '2026-01-01T00:00:00Z', catalogue: old } }),
          )
        : fetched(input, init),
    )

    const { workspace, quantity, line } = await opened(server)
    quantity(0, 7)

    expect([workspace().catalogue.version, line(0).price?.catalogueVersion]).toEqual([old.version, old.version])
  })

  it('marks lines as expired when the quote’s validity is over (MON-6)', async () => {
    const { line } = await opened(
      fakeServer(aProjectView({ lines: [aPricedLine()], validUntil: '2026-01-01T00:00:00Z' })),
    )
    expect(line(0).status).toBe('expired')
  })
})

describe('an edit', () => {
  it('is shown and priced before any response, and keeps the other line objects', async () => {
    const { workspace, line, quantity, server } = await opened()
    const before = line(0)
    const other = line(1)
    const total = workspace().total.ready.minor

    quantity(0, 50)
    expect(line(0).price?.quantity).toBe(50)
    expect(minor(line(0))).toBeGreaterThan(minor(before))
    expect(line(1)).toBe(other)
    expect(workspace()).toMatchObject({
      save: 'saving',
      undoable: 'quantity',
      total: { ready: { minor: total + minor(line(0)) - minor(before) } },
    })
    expect(server.gateway.to('PATCH /global/project/{projectId}/lines')).toEqual([])
  })

  it('is saved, and replaced by the server’s response', async () => {
    const { store, workspace, line, quantity, server } = await opened()
    quantity(0, 50)
    store.autosave.flush()
    await vi.waitFor(() => expect(workspace().save).toBe('saved'))
    expect(server.project().lines[0]?.configuration?.quantity).toBe(50)
    expect(line(0).price).toEqual(server.project().lines[0]?.price)
  })

  it('creates no undo step if it changes nothing', async () => {
    const { workspace, line, quantity } = await opened()
    quantity(0, line(0).configuration?.quantity ?? 0)
    expect(workspace()).toMatchObject({ save: 'saved', undoable: undefined })
  })

  it('is kept with faults and without price if the rules forbid it', async () => {
    const { line, store } = await opened()
    const { id, configuration } = line(0)
    if (!configuration) throw new Error('no configuration')

    store.actions.edit({
      label: 'colour',
      edits: [{ lineId: id, configuration: { ...configuration, colourId: 'none' } }],
    })

    expect(line(0)).toMatchObject({ price: undefined, status: 'configuring', faults: [{ code: 'UNKNOWN_COLOUR' }] })
  })

  it('is not undone by a stale response', async () => {
    const { store, line, quantity, server } = await opened()
    const old = server.project()
    quantity(0, 50)
    store.autosave.flush()
    await vi.waitFor(() => expect(store.autosave.state).toBe('saved'))
    await store.take(old)
    expect(line(0).configuration?.quantity).toBe(50)
  })

  it('survives a reload of the page and is saved afterwards', async () => {
    const { quantity, server } = await opened()
    server.fail(refusal('BUSY', ''))
    quantity(0, 50)
    server.fail()
    const next = await opened(server)
    expect(next.line(0).configuration?.quantity).toBe(50)
    await vi.waitFor(() => expect(server.project().lines[0]?.configuration?.quantity).toBe(50))
  })
})

describe('undo and redo', () => {
  it('go back and forth through the steps, including prices', async () => {
    const { workspace, store, line, quantity } = await opened()
    const start = line(0).configuration
    quantity(0, 50)
    store.actions.edit({ label: 'name', edits: [{ lineId: line(1).id, name: 'lid' }] })
    store.actions.undo()

    expect([line(1).name, workspace().undoable, workspace().redoable]).toEqual(['bracket.stl', 'quantity', 'name'])

    store.actions.undo()
    expect([line(0).configuration, workspace().undoable]).toEqual([start, undefined])
    expect(line(0).price?.quantity).toBe(start?.quantity)

    store.actions.redo()
    store.actions.redo()

    expect([line(0).price?.quantity, line(1).name, workspace().redoable]).toEqual([50, 'lid', undefined])
  })

  it('treat digits typed in quick succession as one step', async () => {
    const { store, workspace, line, quantity } = await opened()
    const before = line(0).configuration?.quantity
    for (const typed of [1, 12, 120]) quantity(0, typed + 1)
    store.actions.undo()
    expect([line(0).configuration?.quantity, workspace().undoable]).toEqual([before, undefined])
  })

  it('drop the redo steps after a new edit', async () => {
    const { store, workspace, quantity } = await opened()
    quantity(0, 50)
    store.actions.undo()
    quantity(1, 3)
    expect(workspace().redoable).toBeUndefined()
  })

  it('remember a hundred steps', async () => {
    const { store, line } = await opened()
    const { id } = line(0)
    for (let at = 0; at < 120; at++) store.actions.edit({ label: 'bulk', edits: [{ lineId: id, name: `n${at}` }] })
    for (let at = 0; at < 150; at++) store.actions.undo()
    expect(line(0).name).toBe('n19')
  })

  it('skip a line that another tab removed', async () => {
    const { store, server, line, quantity, workspace } = await opened()
    quantity(0, 50)
    server.change((lines) => lines.slice(1))
    await store.load()
    store.actions.undo()
    expect([workspace().lines.length, line(0).view.position]).toEqual([1, 2])
  })
})

describe('a part that was ordered since its last change', () => {
  it('keeps its ordered quantity when an earlier change is undone, and nothing is sent', async () => {
    const { store, server, line, quantity } = await opened()
    quantity(0, 4)
    await store.autosave.whenSaved()
    server.change((lines) => lines.map((one, at) => (at === 0 ? { ...one, status: 'ordered' as const } : one)))
    await store.poller.now()

    store.actions.undo()
    await store.autosave.whenSaved()
    expect(line(0).configuration?.quantity).toBe(4)
    expect(store.autosave.state).toBe('saved')
    expect(server.project().lines[0]?.configuration?.quantity).toBe(4)
  })

  it('stays in the project when a removal that was undone is repeated', async () => {
    const { store, server, line, workspace } = await opened()
    const lineId = line(0).id
    await store.actions.removeLines([lineId])
    store.actions.undo()
    await vi.waitFor(() => expect(workspace().lines).toHaveLength(2))
    server.change((lines) => lines.map((one) => (one.id === lineId ? { ...one, status: 'ordered' as const } : one)))
    await store.poller.now()

    store.actions.redo()
    expect(workspace().lines.map(({ id }) => id)).toContain(lineId)
    expect(server.project().lines.map(({ id }) => id)).toContain(lineId)
    expect(workspace()).toMatchObject({ undoable: undefined, redoable: undefined })
  })
})

describe('another technology', () => {
  it('moves every line to a material that fits, in one undoable step', async () => {
    const { store, workspace, line, server } = await opened()
    const before = line(0).configuration
    await store.actions.switchTechnology('cnc')

    expect(workspace()).toMatchObject({ undoable: 'technology', project: { service: 'cnc' } })
    expect(workspace().lines.map(({ configuration }) => configuration?.materialId)).toEqual([
      'al-6061-t6',
      'al-6061-t6',
    ])

    store.actions.undo()
    await vi.waitFor(() => expect(server.project().service).toBe('3d-printing'))

    expect(line(0).configuration).toEqual(before)
  })
})

describe('a project without a chosen technology', () => {
  it('is open again after the choice of a technology is undone', async () => {
    const open = aProjectView({ serviceChosen: false, lines: [aPricedLine()] })
    const { store, workspace, server } = await opened(fakeServer(open))
    await store.actions.switchTechnology('3d-printing')
    expect(workspace().project).toMatchObject({ service: '3d-printing', serviceChosen: true })

    store.actions.undo()
    await vi.waitFor(() => expect(server.project().serviceChosen).toBe(false))
  })
})

describe('a change from another tab', () => {
  it('arrives by polling, and unsaved edits stay on top', async () => {
    const { store, server, line, quantity } = await opened()
    quantity(0, 50)
    server.change((lines) => lines.map((one) => ({ ...one, comment: 'from another tab' })))
    await store.poller.now()
    expect(line(0)).toMatchObject({ comment: 'from another tab', configuration: { quantity: 50 } })
  })

  it('is fetched even if the response to an own edit has a newer revision', async () => {
    const { store, server, line } = await opened()
    server.change((lines) => lines.map((one, at) => (at === 1 ? { ...one, comment: 'other' } : one)))
    store.actions.edit({ label: 'name', edits: [{ lineId: line(0).id, name: 'mine' }] })
    store.autosave.flush()
    await vi.waitFor(() => expect([line(0).name, line(1).comment]).toEqual(['mine', 'other']))
  })

  it('is fetched even if the response to an own edit arrives during a poll that knew of neither', async () => {
    const { store, server, line } = await opened()
    const answer = globalThis.fetch
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const response = await answer(input, init)
      asked.resolve()
      await held.promise
      return response
    })
    const polling = store.poller.now()
    await asked.promise
    vi.stubGlobal('fetch', answer)

    server.change((lines) => lines.map((one, at) => (at === 1 ? { ...one, comment: 'other' } : one)))
    store.actions.edit({ label: 'name', edits: [{ lineId: line(0).id, name: 'mine' }] })
    await store.autosave.whenSaved()
    held.resolve()
    await polling
    await vi.waitFor(() => expect([line(0).name, line(1).comment]).toEqual(['mine', 'other']))
  })
})

describe('removing lines', () => {
  it('is shown before the server responds', async () => {
    const { store, workspace, line, server } = await opened()
    const removing = store.actions.removeLines([line(0).id])
    expect(workspace().lines).toHaveLength(1)
    await removing
    expect([workspace().lines.length, server.project().lines.length]).toEqual([1, 1])
  })

  it('is undone in its place among the edits, with the configuration as it was', async () => {
    const { store, workspace, line, quantity } = await opened()
    quantity(0, 7)
    await store.autosave.whenSaved()
    await store.actions.removeLines([line(0).id])
    store.actions.edit({ label: 'name', edits: [{ lineId: line(0).id, name: 'left.stl' }] })

    store.actions.undo()
    expect([workspace().lines.length, workspace().undoable, workspace().redoable]).toEqual([1, 'remove', 'name'])

    store.actions.undo()
    await vi.waitFor(() => expect(workspace().lines).toHaveLength(2))
    expect([line(0).configuration?.quantity, workspace().undoable, workspace().redoable]).toEqual([
      7,
      'quantity',
      'remove',
    ])

    store.actions.redo()
    await vi.waitFor(() => expect(workspace().lines).toHaveLength(1))
    expect(workspace().undoable).toBe('remove')
  })

  it('is undone after a reload of the page', async () => {
    const { store, server, line, quantity } = await opened()
    quantity(0, 7)
    await store.autosave.whenSaved()
    await store.actions.removeLines([line(0).id])
    store.history.save()

    const reloaded = await opened(server)
    expect([reloaded.workspace().lines.length, reloaded.workspace().undoable]).toEqual([1, 'remove'])

    reloaded.store.actions.undo()
    await vi.waitFor(() => expect(reloaded.workspace().lines).toHaveLength(2))
    expect([reloaded.line(0).configuration?.quantity, reloaded.workspace().undoable]).toEqual([7, 'quantity'])
  })

  it('is undone after a reload that the response did not survive', async () => {
    const { store, server, line } = await opened()
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      await answer(input, init)
      throw new TypeError('the page is being left')
    })
    const removing = store.actions.removeLines([line(0).id])
    await expect(removing).rejects.toThrow()
    vi.stubGlobal('fetch', answer)
    store.history.save()

    const reloaded = await opened(server)
    expect([reloaded.workspace().lines.length, reloaded.workspace().undoable]).toEqual([1, 'remove'])
    reloaded.store.actions.undo()
    await vi.waitFor(() => expect(reloaded.workspace().lines).toHaveLength(2))
  })

  it('is forgotten if it is undone before it reached the server', async () => {
    const { store, server, workspace, line } = await opened()
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
    await expect(store.actions.removeLines([line(0).id])).rejects.toThrow()
    vi.stubGlobal('fetch', answer)

    expect(workspace().lines).toHaveLength(2)
    store.actions.undo()
    await vi.waitFor(() => expect([workspace().undoable, workspace().redoable]).toEqual([undefined, undefined]))
    expect(server.gateway.to('POST /global/project/{projectId}/lines/restore')).toHaveLength(0)
  })

  it('is no longer a step once its message has undone it', async () => {
    const { store, workspace, line, quantity } = await opened()
    const { id } = line(0)
    await store.actions.removeLines([id])
    quantity(0, 7)
    await store.actions.restoreLines([id])
    expect([workspace().lines.length, workspace().undoable]).toEqual([2, 'quantity'])

    store.actions.undo()
    expect(workspace().undoable).toBeUndefined()
  })

  it('is no step if the server refuses it, and stays one if undoing it fails', async () => {
    const { store, server, workspace, line } = await opened()
    server.fail(refusal('BUSY', ''))
    await expect(store.actions.removeLines([line(0).id])).rejects.toThrow()
    expect([workspace().lines.length, workspace().undoable]).toEqual([2, undefined])

    server.fail()
    await store.actions.removeLines([line(0).id])
    server.fail(refusal('BUSY', ''))
    store.actions.undo()
    await vi.waitFor(() => expect(workspace().undoable).toBe('remove'))
    expect([workspace().lines.length, workspace().redoable]).toEqual([1, undefined])
  })

  it('reaches the server before an undo that follows at once', async () => {
    const { store, server, workspace, line } = await opened()
    void store.actions.removeLines([line(0).id])
    store.actions.undo()
    await vi.waitFor(() => expect(server.gateway.to('POST /global/project/{projectId}/lines/restore')).toHaveLength(1))
    await vi.waitFor(() => expect(workspace().lines).toHaveLength(2))
    expect(server.project().lines).toHaveLength(2)
  })
})

describe('the stored steps', () => {
  const key = `quote.history.${projectId}`

  it('are removed with the last step', async () => {
    const { store } = await opened()
    visitStorage.set(key, 'old')
    store.history.save()
    expect(visitStorage.get(key)).toBeNull()
  })

  it.each(['{', 'null', '[]', '{"done":[{"label":"other","before":[],"after":[]}, 3]}'])(
    'are ignored if they are not ours: %s',
    async (text) => {
      visitStorage.set(key, text)
      expect((await opened()).workspace().undoable).toBeUndefined()
    },
  )

  it('leave out the oldest if there are too many for the browser', async () => {
    const { store, line } = await opened()
    for (let i = 0; i < 40; i++)
      store.actions.edit({ label: 'bulk', edits: [{ lineId: line(0).id, comment: `${i}`.repeat(20_000) }] })
    store.history.save()

    const stored = visitStorage.get(key) ?? ''
    expect(stored.length).toBeLessThan(500_001)
    expect(JSON.parse(stored).done.at(-1).after[0].comment).toMatch(/^39/)
  })
})

describe('a change made elsewhere', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  async function followed(server?: ReturnType<typeof fakeServer>) {
    const open = await opened(server)
    onTestFinished(open.store.use())
    const report = await stubLive()
    await vi.advanceTimersByTimeAsync(1000)
    const reads = () => open.server.gateway.to('GET /global/project/{projectId}').length
    return { ...open, report, reads }
  }

  it('is not followed in the project of another customer, which the server would refuse', async () => {
    const server = fakeServer()
    server.fail(refusal('NOT_FOUND', ''))
    const follow = vi.spyOn(live, 'follow')
    const store = new ProjectStore(projectId, fakeTransfers().ports)
    onTestFinished(store.use())
    await store.load()

    expect(store.loadState).toBe('missing')
    expect(follow).not.toHaveBeenCalled()
  })

  it('is shown as soon as it is reported', async () => {
    const { server, line, report } = await followed()
    server.change((lines) => lines.map((one) => ({ ...one, name: 'renamed.stl' })))

    report(`project:${projectId}`, server.project().revision)
    await vi.advanceTimersByTimeAsync(200)

    expect(line(0).name).toBe('renamed.stl')
  })

  it('is a payment of an order too, which leaves the revision of the project', async () => {
    const orderId = '0194a0c0-0000-7000-8000-00000000000a'
    const order = { orderId, number: 'C-26-10001', isUnpaid: true, isCancellable: true, unitMinor: 100, lineMinor: 100 }
    const server = fakeServer(aProjectView({ lines: [aPricedLine({ status: 'ordered', order })] }))
    const { line, report, reads } = await followed(server)
    expect(line(0).view.order?.isUnpaid).toBe(true)

    server.payOrders()
    report(`order:${orderId}`)
    await vi.advanceTimersByTimeAsync(1000)
    expect(line(0).view.order?.isUnpaid).toBe(false)

    const before = reads()
    report(`order:${orderId}`)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reads()).toBe(before)
  })

  it('is not fetched if its revision is known, because it was our own', async () => {
    const { server, report, reads } = await followed()
    const before = reads()

    report(`project:${projectId}`, server.project().revision)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reads()).toBe(before)

    report(`project:${projectId}`, server.project().revision + 1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reads()).toBe(before + 1)
  })

  it('is fetched once more if it is reported during a request', async () => {
    const { store, server, line, report } = await followed()
    const answer = globalThis.fetch
    let respond: () => void = () => undefined
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const response = await answer(input, init)
      await new Promise<void>((resolve) => {
        respond = resolve
      })
      return response
    })

    void store.poller.now()
    await vi.advanceTimersByTimeAsync(0)
    server.change((lines) => lines.map((one) => ({ ...one, name: 'renamed.stl' })))
    report(`project:${projectId}`, server.project().revision)
    await vi.advanceTimersByTimeAsync(200)
    vi.stubGlobal('fetch', answer)
    respond()
    await vi.advanceTimersByTimeAsync(0)

    expect(line(0).name).toBe('renamed.stl')
  })

  it('is polled for less often while it is reported', async () => {
    const { reads } = await followed(fakeServer(aProjectView({ lines: [aPricedLine({ status: 'analysing' })] })))
    const before = reads()
    await vi.advanceTimersByTimeAsync(5000)
    expect(reads()).toBe(before)
  })
})
