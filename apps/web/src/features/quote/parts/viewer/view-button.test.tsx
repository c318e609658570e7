// jsdom's files cannot be streamed; Node's are the platform's own.
import { File as StreamedFile } from 'node:buffer'
import { box, merge } from '@cotation/geometry/solids'
import { binaryStl } from '@cotation/geometry/stl'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/testing/render-app.tsx'
import { catalogueAnswer } from '#features/quote/parts/offer/figures/small-catalogue.fixture.ts'
import { stubGateway } from '#lib/testing/gateway-stub.ts'
import { stubWorkers } from '#lib/testing/worker-stub.ts'
import type { Look, Sight, ViewerAnswer, ViewerRequest } from '#viewer/viewer-messages.ts'

/** Whole analyses take longer than a render. */
const patient = { timeout: 20_000 }

/** Beside the measuring worker, one that draws nothing and keeps what it is asked. */
function stubDrawing() {
  stubWorkers()
  const Measuring = Worker
  const drawers: DrawingWorker[] = []
  class DrawingWorker {
    onmessage: ((event: { data: ViewerAnswer }) => void) | null = null
    onerror: (() => void) | null = null
    readonly asked: ViewerRequest[] = []
    constructor() {
      drawers.push(this)
    }
    postMessage(request: ViewerRequest) {
      this.asked.push(request)
    }
    say(kind: ViewerAnswer['kind']) {
      act(() => this.onmessage?.({ data: { kind } }))
    }
  }
  vi.stubGlobal('Worker', function eitherWorker(address: URL, options: WorkerOptions) {
    return options.name === 'viewer' ? new DrawingWorker() : new Measuring(address, options)
  })
  vi.stubGlobal('OffscreenCanvas', class {})
  // jsdom gives no canvas away.
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) })
  return drawers
}

const solids = {
  cube: box([20, 10, 5]),
  lot: merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]), box([9, 9, 9], [40, 0, 0])),
}

async function open(language: 'fr' | 'en' = 'en', solid: keyof typeof solids = 'cube') {
  stubGateway({ 'GET /global/catalogue/current': () => catalogueAnswer() })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await renderApp('/quote', { language })
  const sheet = language === 'fr' ? 'Déposez vos fichiers 3D ici' : 'Drop your 3D files here'
  const files = [new StreamedFile([binaryStl(solids[solid])], 'part.stl')]
  fireEvent.drop(screen.getByRole('region', { name: sheet }), { dataTransfer: { files } })
  const opener = language === 'fr' ? 'Voir en 3D part.stl' : 'View in 3D part.stl'
  const button = await screen.findByRole('button', { name: opener }, patient)
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', {}, patient))
  return { button, dialog, surface: () => dialog.getByRole('application') }
}

async function openDrawn(language: 'fr' | 'en' = 'en', solid: keyof typeof solids = 'cube') {
  const drawers = stubDrawing()
  const opened = await open(language, solid)
  const [worker] = await waitFor(() => {
    expect(drawers).toHaveLength(1)
    return drawers
  })
  if (!worker) throw new Error('nothing draws')
  const lookOf = (request: ViewerRequest): Look[] => ('look' in request ? [request.look] : [])
  const sightOf = (request: ViewerRequest): Sight[] => ('sight' in request ? [request.sight] : [])
  return {
    ...opened,
    worker,
    drawers,
    tool: (name: string) => opened.dialog.getByRole('button', { name }),
    look: () => worker.asked.flatMap(lookOf).at(-1),
    sight: () => worker.asked.flatMap(sightOf).at(-1),
  }
}

describe('the viewer of a dropped part', () => {
  it('gets the part’s mesh when it is opened, and says in words what it shows', async () => {
    const { worker, dialog } = await openDrawn()
    const [start] = worker.asked
    expect(start).toMatchObject({
      kind: 'start',
      box: { min: [0, 0, 0], max: [20, 10, 5] },
      look: { edges: true, transparent: false, section: undefined },
    })
    const bodies = start?.kind === 'start' ? start.bodies : []
    expect(bodies.map(({ mesh, closed }) => [mesh.indices.length, closed])).toEqual([[36, true]])
    expect(dialog.getByRole('img', { name: 'part.stl: 1 body, 20 × 10 × 5 mm, volume 1 cm³, no hole.' })).toBeTruthy()
    expect(dialog.getByText('Preparing the view…')).toBeTruthy()
    worker.say('drawn')
    expect(dialog.queryByText('Preparing the view…')).toBeNull()
  })

  it('speaks French, and says that equal bodies are shown once', async () => {
    const { worker, dialog } = await openDrawn('fr', 'lot')
    const [start] = worker.asked
    expect(start?.kind === 'start' ? start.bodies : []).toHaveLength(2)
    expect(dialog.getByRole('img', { name: /^part\.stl\s: 3 corps, 49 × 9 × 9\smm/ })).toBeTruthy()
    expect(dialog.getByText(/Les corps identiques ne sont montrés qu’une fois\./)).toBeTruthy()
  })

  it('switches edges and transparency, and shows what is on', async () => {
    const { tool, look } = await openDrawn()
    expect(tool('Edges').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(tool('Edges'))
    expect(tool('Edges').getAttribute('aria-pressed')).toBe('false')
    expect(look()).toMatchObject({ edges: false, transparent: false })
    fireEvent.click(tool('Transparency'))
    expect(tool('Transparency').getAttribute('aria-pressed')).toBe('true')
    expect(look()).toMatchObject({ edges: false, transparent: true })
  })

  it('cuts the part where the slider stands, and makes it whole again', async () => {
    const { tool, look, dialog } = await openDrawn()
    expect(dialog.queryByRole('slider')).toBeNull()
    fireEvent.click(tool('Section across Y'))
    expect(look()?.section).toEqual({ axis: 'y', atMm: 5 })
    const slider = dialog.getByRole('slider', { name: 'Position of the section along Y' })
    fireEvent.change(slider, { target: { value: '50' } })
    expect(look()?.section).toEqual({ axis: 'y', atMm: 2.5 })
    expect(slider.getAttribute('aria-valuetext')).toBe('2.5 mm')
    fireEvent.click(tool('Section across X'))
    expect(look()?.section).toEqual({ axis: 'x', atMm: 10 })
    fireEvent.click(tool('Section across X'))
    expect(look()?.section).toBeUndefined()
  })

  it('is turned by the keys of its surface, and zoomed by its buttons', async () => {
    const { surface, sight, tool } = await openDrawn()
    const before = sight()?.camera
    fireEvent.keyDown(surface(), { key: 'ArrowLeft' })
    expect(sight()?.camera.turn).toBeCloseTo((before?.turn ?? 0) + Math.PI / 12, 9)
    fireEvent.click(tool('Zoom in'))
    expect(sight()?.camera.heightMm).toBeCloseTo((before?.heightMm ?? 0) / 1.25, 9)
    fireEvent.click(tool('Zoom out'))
    expect(sight()?.camera.heightMm).toBeCloseTo(before?.heightMm ?? 0, 9)
  })

  it('never draws more than two pixels for one', async () => {
    vi.stubGlobal('devicePixelRatio', 3)
    const { sight } = await openDrawn()
    expect(sight()?.ratio).toBe(2)
  })

  it('shows the dimensions until they are switched off', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
    vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
    const { worker, surface, tool } = await openDrawn()
    worker.say('drawn')
    const figures = () => [...surface().querySelectorAll('text')].map(({ textContent }) => textContent)
    expect(figures()).toEqual(['20 mm', '10 mm', '5 mm'])
    fireEvent.click(tool('Dimensions'))
    expect(figures()).toEqual([])
  })

  it('is closed by Escape: the drawing ends, the focus goes back', async () => {
    const { worker, button, surface } = await openDrawn()
    fireEvent.keyDown(surface(), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(worker.asked.at(-1)).toEqual({ kind: 'stop' })
    expect(document.activeElement).toBe(button)
  })

  it('tells when the graphics card gives up, and draws again on a new canvas', async () => {
    const { worker, drawers, dialog, surface, tool } = await openDrawn()
    worker.say('drawn')
    const canvas = surface().querySelector('canvas')
    worker.say('lost')
    expect(dialog.getByRole('alert').textContent).toContain('The graphics card interrupted the drawing.')
    fireEvent.click(tool('Draw again'))
    expect(worker.asked.at(-1)).toEqual({ kind: 'stop' })
    expect(drawers).toHaveLength(2)
    expect(drawers[1]?.asked[0]).toMatchObject({ kind: 'start' })
    expect(surface().querySelector('canvas')).not.toBe(canvas)
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  it('says where there is no WebGL, and keeps the words', async () => {
    const { worker, dialog } = await openDrawn()
    worker.say('unsupported')
    expect(dialog.getByRole('alert').textContent).toContain('This browser cannot draw in 3D')
    expect(dialog.queryByRole('button', { name: 'Draw again' })).toBeNull()
    expect(dialog.getAllByText(/20 × 10 × 5 mm/)).toHaveLength(1)
  })
})

it('a browser that cannot draw in a worker is told so, and no worker is started', async () => {
  stubWorkers()
  Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
  const { dialog } = await open()
  expect(dialog.getByRole('alert').textContent).toContain('This browser cannot draw in 3D')
})
