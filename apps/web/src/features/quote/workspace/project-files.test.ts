import { webcrypto } from 'node:crypto'
import type { LineView } from '@cotation/contracts'
import { binaryStl, box, merge, sphere } from '@cotation/geometry/solids'
import { partMeasuresOf } from '@cotation/pricing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeTransfers } from '#features/quote/files/fake-transfers.fixture.ts'
import { agreeToTerms } from '#features/quote/files/quoting-terms.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { refusal } from '#lib/testing/gateway-stub.ts'
import { anUploadView, aProjectView, projectId } from '#lib/testing/views.ts'
import { stubWorkers } from '#lib/testing/worker-stub.ts'
import { aDrop, aFile, aPricedLine, cube, fakeServer, patient, storedContent } from './fake-server.fixture.ts'
import { ProjectStore } from './project-store.ts'
import { raisedQuantity } from './raise-quantity.ts'

beforeEach(() => {
  queryClient.clear()
  session.clear()
  session.storeTemporary({ accessToken: 'visitor' })
  agreeToTerms()
  stubWorkers()
})

async function opened({ server = fakeServer(), transfers = fakeTransfers() } = {}) {
  const store = new ProjectStore(projectId, transfers.ports)
  await store.load()
  const lines = () => store.workspace()?.lines ?? []
  return { store, server, lines, ...transfers }
}

/** An open project with a dropped cube that this browser has read. */
async function dropped(side?: number) {
  const project = await opened()
  project.store.actions.addFiles(aDrop(cube('cube.stl', side)))
  await vi.waitFor(() => expect(project.lines()[0]?.local).toBeDefined(), patient)
  return project
}

/** A line as the server would measure it: the browser's figures, scaled by a factor. */
function measured(
  view: LineView,
  line: { local: { body: Parameters<typeof partMeasuresOf>[0] } | undefined },
  factor = 1,
) {
  if (!line.local) throw new Error('not read here')

  const part = partMeasuresOf(line.local.body)

  return aPricedLine({
    id: view.id,
    name: view.name,
    position: view.position,
    upload: { ...view.upload, state: 'done' },
    part: { ...part, volumeMm3: part.volumeMm3 * factor },
  })
}

/** A dropped cube's line before and after the server has measured the scaled volume. */
async function measuredByServer(factor: number) {
  const { store, lines, server } = await dropped(60)
  const [before] = lines()

  server.change(([view]) => (view && before ? [measured(view, before, factor)] : []))
  await store.poller.now()

  return { before, line: lines()[0] }
}

describe('a dropped file', () => {
  it('has a price before its bytes are sent', async () => {
    const { lines, last } = await dropped()
    const [line] = lines()
    expect(line?.price?.linePrice.minor).toBeGreaterThan(0)
    expect(line).toMatchObject({ source: 'browser', status: 'analysing', sizeMm: [20, 20, 20], name: 'cube.stl' })
    expect(line?.configuration).toMatchObject({ materialId: 'sla-9600-white', quantity: 1 })
    expect(line?.progress).toMatchObject({ step: 'uploading', done: 0 })

    last(line?.view.upload.id ?? '')?.events.progress(400)
    expect(lines()[0]?.progress).toMatchObject({ step: 'uploading', done: 400 / (line?.view.upload.bytes ?? 0) })
  })

  it('is priced at once in the material that the project starts with', async () => {
    const { store, lines } = await opened({ server: fakeServer(aProjectView({ materialId: 'mjf-pa12' })) })
    await store.files.add([cube('cube.stl')])
    await vi.waitFor(() => expect(lines()[0]?.configuration?.materialId).toBe('mjf-pa12'), patient)
  })

  it('is uploaded even if polling brings its line before the response to its announcement (UPL-1)', async () => {
    const { store, lines, last } = await opened()
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    const network = fetch
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      const response = await network(...request)
      if (request[1]?.method === 'POST') await late
      return response
    })
    store.actions.addFiles(aDrop(cube('cube.stl')))
    await vi.waitFor(async () => {
      await store.poller.now()
      expect(lines()).toHaveLength(1)
    })

    expect(lines()[0]?.progress?.step).toBe('waiting')

    answer()
    await vi.waitFor(() => expect(last(lines()[0]?.view.upload.id ?? '')?.state).toBe('open'), patient)
    await vi.waitFor(() => expect(lines()[0]?.price?.linePrice.minor).toBeGreaterThan(0), patient)

    expect(lines()[0]?.progress?.step).toBe('uploading')
  })

  it('has a first price as soon as its mesh is read, before faces and walls are analysed', async () => {
    const { store, lines } = await opened()
    const seen: (number | undefined)[] = []
    store.subscribe(() => {
      const [line] = lines()
      if (line && !line.local) seen.push(line.price?.linePrice.minor)
    })
    store.actions.addFiles(aDrop(cube('cube.stl')))
    await vi.waitFor(() => expect(lines()[0]?.local).toBeDefined(), patient)

    expect(seen.at(-1)).toBe(lines()[0]?.price?.linePrice.minor)
  })

  it('keeps its first price if this browser is too slow to analyse it', async () => {
    stubWorkers({ exceedsDeadline: true })
    const { store, lines } = await opened()
    store.actions.addFiles(aDrop(cube('slow.stl')))
    await vi.waitFor(() => expect(lines()[0]?.progress?.step).toBe('uploading'), patient)

    expect(lines()[0]).toMatchObject({ part: { volumeMm3: 8000 }, price: { quantity: 1 }, refusal: undefined })
  })

  it('can be edited before the server has analysed it, and the edit is saved', async () => {
    const { store, lines, server } = await dropped()
    const { id = '', configuration } = lines()[0] ?? {}
    if (!configuration) throw new Error('no configuration')

    store.actions.edit({ label: 'quantity', edits: [{ lineId: id, configuration: { ...configuration, quantity: 9 } }] })
    expect(lines()[0]?.price?.quantity).toBe(9)

    store.autosave.flush()
    await vi.waitFor(() => expect(server.project().lines[0]?.configuration?.quantity).toBe(9))

    expect(lines()[0]?.price?.quantity).toBe(9)
  })

  it('shows each of its bodies as a provisional line until the server has split it', async () => {
    const { store, lines, server } = await opened()
    const three = merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]), sphere(2, 16))
    store.actions.addFiles(aDrop(aFile('lot.stl', binaryStl(three))))
    await vi.waitFor(() => expect(lines()).toHaveLength(2), patient)
    const [first, second] = lines()
    expect([first?.provisional, second?.provisional, second?.id]).toEqual([false, true, `${first?.id}/1`])
    expect(lines().map(({ configuration }) => configuration?.quantity)).toEqual([2, 1])
    expect(second?.price?.linePrice.minor).toBeGreaterThan(0)
    store.actions.edit({ label: 'name', edits: [{ lineId: second?.id ?? '', name: 'x' }] })
    expect(lines()[1]?.name).not.toBe('x')

    server.change(([view]) => {
      if (!view || !first || !second) return []
      const body = { name: 'body', bodies: 2, failure: null }
      const own = { ...measured(view, first), body: { ...body, index: 0, perFile: 2 } }
      return [
        own,
        { ...measured(view, second), id: crypto.randomUUID(), body: { ...body, index: 1, perFile: 1 }, position: 2 },
      ]
    })
    await store.poller.now()
    expect(lines().map(({ provisional, source }) => [provisional, source])).toEqual([
      [false, 'server'],
      [false, 'server'],
    ])
    expect(store.notices.all).toMatchObject([{ kind: 'split', name: 'lot.stl', distinct: 2, total: 3 }])
  })

  it('reports the price difference if the server measures 20 % more', async () => {
    const { before, line } = await measuredByServer(1.2)

    expect(line?.source).toBe('server')
    expect(line?.difference).toEqual({
      figure: 'volume',
      share: expect.closeTo(0.2 / 1.2, 5),
      browserMinor: before?.price?.linePrice.minor,
      serverMinor: line?.price?.linePrice.minor,
    })
  })

  it('reports no price difference of less than 0.5 %', async () => {
    const { line } = await measuredByServer(1.000_001)

    expect(line?.source).toBe('server')
    expect(line?.difference).toBeUndefined()
  })

  it('is refused with its type and not uploaded if it is not a part (spec 8)', async () => {
    const { store, lines, last, fileById } = await opened()
    store.actions.addFiles(aDrop(aFile('part.stl', '%PDF-1.7\n'), cube('cube.stl')))
    await vi.waitFor(() => expect(lines()[0]?.refusal).toEqual({ code: 'pdf' }), patient)

    expect(lines()[0]).toMatchObject({ status: 'needs-decision', progress: undefined, price: undefined })

    const { id = '' } = lines()[0]?.view.upload ?? {}
    await vi.waitFor(() => expect(last(id)?.state).toBe('terminated'))

    // After a reload the file is read again to show its type.
    expect(fileById.has(id)).toBe(true)

    await vi.waitFor(() => expect(lines()[1]?.price).toBeDefined(), patient)
  })
})

describe('adding files', () => {
  it('refuses files beyond the limits by name and reason, and adds the rest', async () => {
    const existing = Array.from({ length: 198 }, (_, at) => aPricedLine({ position: at + 1 }))
    const { store, lines, server } = await opened({ server: fakeServer(aProjectView({ lines: existing })) })
    const huge = Object.defineProperty(cube('huge.stl'), 'size', { value: 2 ** 30 + 1 })
    store.actions.addFiles(aDrop(huge, cube('a.stl'), aFile('empty.stl', ''), cube('b.stl'), cube('c.stl')))
    await vi.waitFor(() => expect(lines()).toHaveLength(200))

    expect(
      server
        .project()
        .lines.slice(-2)
        .map(({ name }) => name),
    ).toEqual(['a.stl', 'b.stl'])
    expect(store.notices.all).toMatchObject([
      {
        kind: 'refused',
        files: [
          { name: 'huge.stl', reason: 'tooLarge' },
          { name: 'empty.stl', reason: 'empty' },
          { name: 'c.stl', reason: 'tooMany' },
        ],
      },
    ])
  })

  it('reports a failed request, and can be retried', async () => {
    const { store, lines, server } = await opened()
    server.fail(refusal('BUSY', 'Busy.'))
    store.actions.addFiles(aDrop(cube('cube.stl')))
    await vi.waitFor(() => expect(store.notices.all).toMatchObject([{ kind: 'notAdded', message: 'Busy.' }]))
    server.fail()

    const [notice] = store.notices.all
    if (notice?.kind === 'notAdded') notice.retry()
    await vi.waitFor(() => expect(lines()[0]?.price).toBeDefined(), patient)
  })

  it('waits until the quoting terms are accepted (spec 5)', async () => {
    browserStorage.remove('quotingTerms')
    const { store, lines, server } = await opened()
    store.actions.addFiles(aDrop(cube('cube.stl')))
    expect(store.heldDrop()?.files.map(({ name }) => name)).toEqual(['cube.stl'])
    expect([lines(), server.gateway.to('POST /global/project/{projectId}/lines')]).toEqual([[], []])
  })
})

describe('a reload of the page', () => {
  const announced = async (transfers = fakeTransfers()) => {
    const first = await opened({ transfers })
    first.store.actions.addFiles(aDrop(cube('cube.stl')))
    await vi.waitFor(() => expect(first.opened).toHaveLength(1))
    return { server: first.server, fileById: first.fileById }
  }

  it('resumes uploads whose files the browser has stored', async () => {
    const { server, fileById } = await announced()
    const transfers = fakeTransfers()
    for (const [id, kept] of fileById) transfers.fileById.set(id, kept)
    const { lines, opened: transfers2 } = await opened({ server, transfers })
    await vi.waitFor(() => expect(transfers2).toMatchObject([{ resumes: true, state: 'open' }]))
    await vi.waitFor(() => expect(lines()[0]?.price).toBeDefined(), patient)
  })

  it('leaves an upload interrupted if its file was not stored, until the same file is chosen again', async () => {
    const { server } = await announced(fakeTransfers({ canStore: false }))
    const { store, lines, opened: transfers } = await opened({ server })
    await vi.waitFor(() => expect(lines()[0]?.progress?.step).toBe('interrupted'))

    const { id = '', view } = lines()[0] ?? {}
    store.actions.resumeUpload(id, cube('other.stl'))

    expect(store.notices.all).toMatchObject([{ kind: 'otherFile', name: 'other.stl', expected: 'cube.stl' }])

    store.actions.resumeUpload(id, aFile('cube.stl', 'short'))
    expect([store.notices.all.length, transfers.length]).toEqual([2, 0])

    store.actions.resumeUpload(id, cube('cube.stl'))
    await vi.waitFor(() => expect(transfers).toMatchObject([{ uploadId: view?.upload.id, resumes: true }]))

    expect(lines()[0]?.progress?.step).not.toBe('interrupted')
  })

  it('opens the file dialog if the browser has lost the file', async () => {
    const { server } = await announced(fakeTransfers({ canStore: false }))
    const { store, lines, opened: transfers } = await opened({ server })
    await vi.waitFor(() => expect(lines()[0]?.progress?.step).toBe('interrupted'))

    const dialog = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      Object.defineProperty(this, 'files', { value: [cube('cube.stl')] })
      this.dispatchEvent(new Event('change'))
    })
    store.actions.resumeUpload(lines()[0]?.id ?? '')
    dialog.mockRestore()

    await vi.waitFor(() => expect(transfers).toMatchObject([{ resumes: true }]))
  })

  it('removes stored files that the server has received', async () => {
    const { server, fileById } = await announced()
    const transfers = fakeTransfers()
    for (const [id, kept] of fileById) transfers.fileById.set(id, kept)
    server.change((lines) => lines.map((line) => ({ ...line, upload: { ...line.upload, state: 'analysing' } })))
    await opened({ server, transfers })
    await vi.waitFor(() => expect(transfers.fileById.size).toBe(0))
    expect(transfers.opened).toEqual([])
  })
})

describe('an analysis on the server', () => {
  it('is marked as long after 30 s (spec 4)', async () => {
    const { store, lines, server } = await dropped()
    const analysing = (analysingSeconds: number) =>
      server.change((all) =>
        all.map((line) => ({ ...line, upload: { ...line.upload, state: 'analysing', analysingSeconds } })),
      )
    analysing(29)
    await store.poller.now()

    expect(lines()[0]?.progress).toMatchObject({ step: 'analysing', isLong: false })

    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2000)
    await store.poller.now()

    expect(lines()[0]?.progress).toMatchObject({ step: 'analysing', isLong: true })

    vi.restoreAllMocks()
  })
})

describe('a removed line', () => {
  it('pauses its upload, and resumes it when it is restored in time', async () => {
    const { store, lines, last, ports } = await dropped()
    const { id = '', view } = lines()[0] ?? {}
    const uploadId = view?.upload.id ?? ''
    await store.actions.removeLines([id])

    expect([last(uploadId)?.state, ports.queue.stateOf(uploadId)?.state]).toEqual(['paused', 'paused'])
    expect(store.files.restore(uploadId)).toBeUndefined()

    await vi.waitFor(() => expect(last(uploadId)).toMatchObject({ resumes: true, state: 'open' }))
  })

  it('resumes its upload if the server did not remove it', async () => {
    const { store, lines, last, server } = await dropped()
    const { id = '', view } = lines()[0] ?? {}
    server.fail(refusal('UNEXPECTED', 'no'))
    await expect(store.actions.removeLines([id])).rejects.toThrow()
    server.fail()

    await vi.waitFor(() => expect(last(view?.upload.id ?? '')).toMatchObject({ resumes: true, state: 'open' }))
  })
})

describe('a file that the project already has', () => {
  // jsdom has no digests.
  beforeEach(() => void vi.stubGlobal('crypto', webcrypto))

  /** A project with a cube that was dropped twice, the second time under another name. */
  async function droppedTwice() {
    const project = await dropped()
    project.store.actions.addFiles(aDrop(cube('copy.stl'), cube('larger.stl', 30)))
    await vi.waitFor(() => expect(project.lines()).toHaveLength(2), patient)
    await vi.waitFor(() => expect(project.store.notices.all).toHaveLength(1), patient)

    const [notice] = project.store.notices.all
    if (notice?.kind !== 'sameFile') throw new Error('the copy was not recognised')
    return { ...project, notice }
  }

  it('waits for a decision, while a different file of the same size becomes a line', async () => {
    const { lines, notice } = await droppedTwice()
    expect(notice).toMatchObject({ name: 'copy.stl', uploadId: lines()[0]?.view.upload.id })
    expect(lines().map(({ name }) => name)).toEqual(['cube.stl', 'larger.stl'])
  })

  it('becomes a line if the customer wants one', async () => {
    const { lines, notice } = await droppedTwice()
    notice.addLine()
    await vi.waitFor(() => expect(lines().map(({ name }) => name)).toContain('copy.stl'), patient)
  })

  it('raises the quantity of its line, which can be undone', async () => {
    const { store, lines, notice } = await droppedTwice()
    const step = raisedQuantity(lines(), notice.uploadId)
    if (!step) throw new Error('the line cannot be edited')

    store.actions.edit(step)
    expect(lines().map(({ configuration }) => configuration?.quantity)).toEqual([2, expect.anything()])

    store.actions.undo()
    expect(lines()[0]?.configuration?.quantity).toBe(1)
  })

  it('is recognised after a reload by the bytes that the server has', async () => {
    const upload = anUploadView({ bytes: storedContent.length, state: 'done' })
    const server = fakeServer(aProjectView({ lines: [aPricedLine({ upload })] }))
    const { store, lines } = await opened({ server })

    store.actions.addFiles(aDrop(aFile('same.stl', storedContent), aFile('other.stl', storedContent.toUpperCase())))
    await vi.waitFor(() => expect(lines()).toHaveLength(2), { timeout: 5000 })

    expect(store.notices.all).toMatchObject([{ kind: 'sameFile', name: 'same.stl', uploadId: upload.id }])
    expect(lines()[1]?.name).toBe('other.stl')
  })

  it('is recognised among files that are dropped together, each copy once', async () => {
    const { store, lines } = await opened()
    const files = [cube('a.stl'), cube('b.stl', 30), cube('a-copy.stl'), cube('b-copy.stl', 30), cube('c.stl', 40)]
    store.actions.addFiles(aDrop(...files))
    await vi.waitFor(() => expect(lines().map(({ name }) => name)).toEqual(['a.stl', 'b.stl', 'c.stl']), patient)

    const [a, b] = lines().map(({ view }) => view.upload.id)
    expect(store.notices.all).toMatchObject([
      { kind: 'sameFile', name: 'a-copy.stl', uploadId: a },
      { kind: 'sameFile', name: 'b-copy.stl', uploadId: b },
    ])
  })

  it('is recognised among files of the same size as another', async () => {
    const { store, lines } = await opened()
    const flipped = aFile('x.stl', storedContent.toUpperCase())
    const copies = [aFile('y.stl', storedContent), aFile('z.stl', storedContent)]
    store.actions.addFiles(aDrop(flipped, ...copies))
    await vi.waitFor(() => expect(store.notices.all).toHaveLength(1), patient)

    expect(lines().map(({ name }) => name)).toEqual(['x.stl', 'y.stl'])
    expect(store.notices.all).toMatchObject([{ kind: 'sameFile', name: 'z.stl', uploadId: lines()[1]?.view.upload.id }])
  })

  it('becomes a line without a question if the first one is ordered', async () => {
    const upload = anUploadView({ bytes: storedContent.length, state: 'done' })
    const order = {
      orderId: '00000000-0000-4000-8000-000000000001',
      number: 'C-2026-000001',
      isUnpaid: false,
      isCancellable: false,
      unitMinor: 100,
      lineMinor: 100,
    }
    const ordered = aPricedLine({ upload, status: 'ordered', order })
    const { store, lines } = await opened({ server: fakeServer(aProjectView({ lines: [ordered] })) })

    store.actions.addFiles(aDrop(aFile('same.stl', storedContent)))
    await vi.waitFor(() => expect(lines()).toHaveLength(2), patient)

    expect(store.notices.all).toEqual([])
  })
})
