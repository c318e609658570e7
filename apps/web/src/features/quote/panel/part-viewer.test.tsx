import type { BodyFacts, Finding, Hole } from '@cotation/geometry'
import { box } from '@cotation/geometry/solids'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findingMarkId, holeMarkId, parseMarkId } from '#features/quote/choices/panel-scope.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { shownMesh } from '#viewer/scene/shown-mesh.fixture.ts'
import type { Finish } from '#viewer/scene/viewer-messages.ts'
import { stubDrawing } from './drawing-stub.fixture.ts'
import { PartViewer } from './part-viewer.tsx'

afterEach(() => vi.restoreAllMocks())

const { mesh, faceOf } = shownMesh(box([20, 10, 5]))

// Only the facts that the viewer reads.
const body = {
  colour: undefined,
  topology: { watertight: true },
  mass: { box: { min: [0, 0, 0], max: [20, 10, 5] } },
} as unknown as BodyFacts

const hole = (x: number, more: Partial<Hole> = {}): Hole => ({
  diameterMm: 4,
  depthMm: 5,
  through: true,
  axis: [0, 0, -1],
  entry: [x, 5, 5],
  bottom: 'open',
  counterbore: undefined,
  countersink: undefined,
  threadCandidates: [],
  edgeDistanceMm: undefined,
  faces: [],
  confidence: 1,
  ...more,
})

const holes = [hole(4), hole(10), hole(16, { diameterMm: 3, through: false, depthMm: 2 })]

const finding = (more: Partial<Finding>): Finding =>
  ({
    rule: 'min-wall-sla',
    severity: 'warns',
    metric: 'wall.min',
    value: 0.5,
    limit: 0.8,
    unit: 'mm',
    places: [{ at: [10, 0, 2], faces: [faceOf('-y')] }],
    resolve: [],
    ...more,
  }) as Finding

const findings = [
  { id: findingMarkId('min-wall-sla', 0), finding: finding({}) },
  { id: findingMarkId('sla-drift', 0), finding: finding({ rule: 'sla-drift', severity: 'informs', places: [] }) },
]

interface Given {
  finish?: Finish
  language?: 'fr' | 'en'
  wallLimitMm?: number
}

async function open({ finish, language = 'en', wallLimitMm = 0.8 }: Given = {}) {
  const { drawers, measurers } = stubDrawing()
  await ensureMessages(['viewer', 'geometry'], language)

  const chosen: (string | undefined)[] = []
  let measureAnew: (body: BodyFacts) => void = () => undefined

  function Page() {
    const [selected, setSelected] = useState<string>()
    const [measured, setMeasured] = useState(body)
    measureAnew = setMeasured

    const onSelect = (id: string | undefined) => {
      chosen.push(id)
      setSelected(id)
    }
    const description = 'part.stl: 20 × 10 × 5 mm'
    const figures = { mesh, body: measured, description, findings, holes, finish, wallLimitMm }

    return <PartViewer {...{ ...figures, selected, onSelect }} />
  }

  await renderScreen(Page, '/', '/', { language })

  const [worker] = drawers
  if (!worker) throw new Error('nothing draws')

  worker.say({ kind: 'drawn' })

  const surface = () => screen.getByRole('application')
  const tool = (name: string | RegExp) => screen.getByRole('button', { name })
  const click = async (x: number, y: number) => {
    const at = { clientX: x, clientY: y, button: 0 }
    const asked = worker.asked.filter(({ kind }) => kind === 'pick').length
    surface().dispatchEvent(Object.assign(new MouseEvent('pointerdown', { ...at, bubbles: true }), { pointerId: 1 }))
    surface().dispatchEvent(Object.assign(new MouseEvent('pointerup', { ...at, bubbles: true }), { pointerId: 1 }))
    await waitFor(() => expect(worker.asked.filter(({ kind }) => kind === 'pick')).toHaveLength(asked + 1))
  }

  return {
    worker,
    drawers,
    measurers,
    chosen,
    surface,
    tool,
    click,
    measureAnew: (is: BodyFacts) => act(() => measureAnew(is)),
  }
}

const list = (name: string) => within(screen.getByRole('list', { name, hidden: true }))

describe('the text alternative', () => {
  it('gives the size, findings with and without a location, and holes, equal ones once', async () => {
    await open()
    expect(screen.getByRole('img', { name: 'part.stl: 20 × 10 × 5 mm' })).toBeTruthy()
    expect(screen.getByText('On the part: 1 finding, 3 holes')).toBeTruthy()
    expect(list('Findings').getByText(/Wall of 0\.5 mm: 0\.8 mm advised/)).toBeTruthy()

    const drilled = list('Holes').getAllByRole('button', { hidden: true })
    expect(drilled.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ').trim())).toEqual([
      'Ø 4 mm through, 5 mm deep× 2',
      'Ø 3 mm blind, 2 mm deep',
    ])
    expect(list('Findings about the whole part').getByText(/A resin part may change/)).toBeTruthy()
  })

  it('is translated to French', async () => {
    await open({ language: 'fr' })
    expect(screen.getByText(/^Sur la pièce\s: 1 constat, 3 trous$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Épaisseur des parois' })).toBeTruthy()
  })
})

describe('figures that arrive later', () => {
  const box = { min: [0, 0, 0], max: [20, 10, 5] }

  it('do not redraw anything if they are equal', async () => {
    const { drawers, measureAnew, surface } = await open()
    measureAnew({ ...body, mass: { box: structuredClone(box) } } as unknown as BodyFacts)
    expect(drawers).toHaveLength(1)
    expect(surface().dataset.state).toBe('drawn')
  })

  it('are redrawn if the server’s differ from the browser’s while the part is open', async () => {
    const { worker, drawers, measureAnew, surface } = await open()
    measureAnew({ ...body, mass: { box: { ...box, max: [20, 10, 5.1] } } } as unknown as BodyFacts)
    expect(worker.last('stop')).toBeTruthy()
    expect(drawers).toHaveLength(2)
    drawers[1]?.say({ kind: 'drawn' })
    expect(surface().dataset.state).toBe('drawn')
  })
})

describe('marks', () => {
  it('are sent to the scene with the faces to highlight', async () => {
    const { worker } = await open()
    const told = worker.last('marks')
    expect(told?.marks.map(({ id }) => id)).toEqual(['finding:min-wall-sla:0', 'hole:0', 'hole:1', 'hole:2'])
    expect(told?.marks[0]).toMatchObject({ tone: 'warns', faces: [faceOf('-y')], at: [10, 0, 2] })
  })

  it('are selected in the list, equal ones in turn, and the camera moves there, without animation if motion is reduced', async () => {
    const usual = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...usual(media), matches: true }))

    const { worker, chosen } = await open()
    const [four] = list('Holes').getAllByRole('button', { hidden: true })
    if (!four) throw new Error('no entry')

    fireEvent.click(four)
    fireEvent.click(four)

    expect(chosen).toEqual(['hole:0', 'hole:1'])
    expect(four.getAttribute('aria-pressed')).toBe('true')
    expect(four.textContent).toContain('2 of 2')
    expect(worker.last('marks')?.selected).toBe('hole:1')
    expect(worker.last('viewport')?.viewport.camera.centre).toEqual([10, 5, 5])
  })

  it('are selected by clicking their face, and deselected beside it', async () => {
    const { worker, chosen, click } = await open()
    worker.under = { at: [3, 0, 1], on: 'face', face: faceOf('-y'), form: undefined }
    await click(300, 200)
    await waitFor(() => expect(chosen).toEqual(['finding:min-wall-sla:0']))
    worker.under = undefined
    await click(5, 5)
    await waitFor(() => expect(chosen.at(-1)).toBeUndefined())
  })

  it('are cycled through with N, and deselected with Escape', async () => {
    const { chosen, surface } = await open()
    fireEvent.keyDown(surface(), { key: 'n' })
    fireEvent.keyDown(surface(), { key: 'n' })
    fireEvent.keyDown(surface(), { key: 'N', shiftKey: true })
    fireEvent.keyDown(surface(), { key: 'Escape' })
    expect(chosen).toEqual(['finding:min-wall-sla:0', 'hole:0', 'finding:min-wall-sla:0', undefined])
  })

  it('are dimmed behind the part, and hidden by kind', async () => {
    const { worker, surface, tool } = await open()
    const markers = () => [...surface().querySelectorAll<HTMLElement>('[data-kind]')]
    const dimmed = () => markers().filter(({ dataset }) => dataset.hidden !== undefined).length
    const all = markers().length

    expect([all, dimmed()]).toEqual([4, 0])

    worker.say({ kind: 'hidden', marks: ['finding:min-wall-sla:0'] })
    expect(dimmed()).toBe(1)

    fireEvent.click(tool('Holes'))
    expect(markers().map(({ dataset }) => dataset.kind)).toEqual(['finding'])
    expect(worker.last('marks')?.marks).toHaveLength(1)
  })
})

describe('measuring', () => {
  const result = () => screen.getByText(/Between the points/).textContent?.replaceAll('\u00a0', ' ')

  it('shows the distance between two clicks, and is cleared and ended with Escape', async () => {
    const { worker, tool, click, surface, chosen } = await open()
    fireEvent.click(tool('Measure'))

    expect(worker.last('pick')).toBeUndefined()

    worker.under = { at: [0, 0, 0], on: 'corner', face: undefined, form: undefined }
    await click(100, 100)
    await screen.findByText(/Select a second point/)
    worker.under = { at: [3, 4, 0], on: 'edge', face: undefined, form: undefined }
    await click(200, 100)
    await waitFor(() => expect(result()).toBe('Between the points: 5 mm (x 3 mm, y 4 mm, z 0 mm)'))

    expect(worker.last('pick')?.snapPx).toBe(12)

    fireEvent.keyDown(surface(), { key: 'Escape' })
    expect(screen.queryByText(/Between the points/)).toBeNull()
    expect(tool('Measure').getAttribute('aria-pressed')).toBe('true')

    fireEvent.keyDown(surface(), { key: 'Escape' })
    expect(tool('Measure').getAttribute('aria-pressed')).toBe('false')
    expect(chosen).toEqual([])
  })

  it('works without a pointer: Enter picks the centre of the picture, the list its marks', async () => {
    const { worker, tool, surface } = await open()
    fireEvent.click(tool('Measure'))

    const form = { kind: 'cylinder', at: [0, 0, 0], axis: [0, 0, 1], diameterMm: 6, concave: true } as const
    worker.under = { at: [0, 3, 0], on: 'face', face: 1, form }
    fireEvent.keyDown(surface(), { key: 'Enter' })

    expect(worker.last('pick')?.at).toEqual([400, 250])

    await screen.findByText(/^Diameter: Ø\s6\smm$/)
    fireEvent.click(tool('Clear'))
    for (const entry of list('Holes').getAllByRole('button', { hidden: true })) fireEvent.click(entry)

    expect(result()).toBe('Between the points: 12 mm (x 12 mm, y 0 mm, z 0 mm)')
  })
})

describe('the wall thickness map', () => {
  it('is measured on demand, drawn with a legend, and cached', async () => {
    const { worker, measurers, tool } = await open({ wallLimitMm: 6 })
    expect(measurers).toHaveLength(0)

    fireEvent.click(tool('Wall thickness'))
    expect(screen.getByRole('progressbar', { name: 'Measuring the walls…' })).toBeTruthy()

    measurers[0]?.measure()
    expect(measurers[0]?.ended).toBe(true)
    expect(worker.last('walls')?.walls).toMatchObject({ scale: { limitMm: 6, maxMm: 50 } })
    expect(screen.getByText(/About 57\s?% of the measured surface is thinner than 6 mm\./)).toBeTruthy()

    fireEvent.click(tool('Wall thickness'))
    expect(worker.last('walls')?.walls).toBeUndefined()

    fireEvent.click(tool('Wall thickness'))
    expect(measurers).toHaveLength(1)
    expect(worker.last('walls')?.walls?.maps).toHaveLength(1)
  })

  it('can be cancelled, and reports a failure', async () => {
    const { measurers, tool } = await open()
    fireEvent.click(tool('Wall thickness'))
    fireEvent.click(tool('Cancel'))

    expect(measurers[0]?.ended).toBe(true)
    expect(screen.queryByRole('progressbar')).toBeNull()

    fireEvent.click(tool('Wall thickness'))
    await waitFor(() => measurers[1]?.onerror?.())

    expect((await screen.findByRole('alert')).textContent).toContain('could not be measured')
  })
})

describe('the finish', () => {
  it('is shown as configured, or as in the file', async () => {
    const finish = { hex: '#1f3a5f', surface: 'gloss' } as const
    const { worker, tool } = await open({ finish })
    expect(worker.last('appearance')?.appearance.finish).toEqual(finish)
    fireEvent.click(tool('As the file'))
    expect(worker.last('appearance')?.appearance.finish).toBeUndefined()
    expect(tool('As the file').getAttribute('aria-pressed')).toBe('true')
  })

  it('has no switch if nothing is configured', async () => {
    await open()
    expect(screen.queryByRole('button', { name: 'As ordered' })).toBeNull()
  })
})

describe('the picture', () => {
  it('switches edges, transparency and dimensions', async () => {
    const { worker, tool, surface } = await open()
    const figures = () => [...surface().querySelectorAll('text')].map(({ textContent }) => textContent)

    expect(figures()).toEqual(['20 mm', '10 mm', '5 mm'])

    fireEvent.click(tool('Dimensions'))
    expect(figures()).toEqual([])

    fireEvent.click(tool('Edges'))
    fireEvent.click(tool('Transparency'))

    expect(worker.last('appearance')?.appearance).toMatchObject({ edges: false, transparent: true })
    expect(tool('Transparency').getAttribute('aria-pressed')).toBe('true')
  })

  it('is cut at the position of the slider, and restored', async () => {
    const { worker, tool } = await open()
    fireEvent.click(tool('Section across Y'))
    fireEvent.change(screen.getByRole('slider'), { target: { value: '50' } })
    expect(worker.last('appearance')?.appearance.section).toEqual({ axis: 'y', atMm: 2.5 })
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('2.5 mm')
    fireEvent.click(tool('Section across Y'))
    expect(worker.last('appearance')?.appearance.section).toBeUndefined()
  })

  it('is redrawn completely on a new canvas after the WebGL context is lost', async () => {
    const { worker, drawers, surface, tool } = await open()
    const canvas = surface().querySelector('canvas')
    worker.say({ kind: 'lost' })

    expect(screen.getByRole('alert').textContent).toContain('The graphics card interrupted the drawing.')

    fireEvent.click(tool('Draw again'))
    expect(worker.asked.at(-1)).toEqual({ kind: 'stop' })
    expect(drawers[1]?.asked.map(({ kind }) => kind)).toEqual(['start', 'appearance', 'marks'])
    expect(surface().querySelector('canvas')).not.toBe(canvas)
  })

  it('shows a message without WebGL, and keeps the text alternative', async () => {
    const { worker } = await open()
    worker.say({ kind: 'unsupported' })
    expect(screen.getByRole('alert').textContent).toContain('This browser cannot draw in 3D')
    expect(screen.getByText('part.stl: 20 × 10 × 5 mm')).toBeTruthy()
  })

  it('limits the device pixel ratio to two', async () => {
    vi.stubGlobal('devicePixelRatio', 3)
    const { worker } = await open()
    expect(worker.last('start')?.viewport.ratio).toBe(2)
  })

  it('fills the screen and returns with Escape, on the same canvas', async () => {
    const { surface, tool, drawers } = await open()
    const canvas = surface().querySelector('canvas')
    fireEvent.click(tool('Full screen'))

    const region = screen.getByRole('region', { name: '3D view of the part' })
    expect(region.dataset.full).toBe('true')

    fireEvent.keyDown(surface(), { key: 'Escape' })
    expect(region.dataset.full).toBeUndefined()
    expect(surface().querySelector('canvas')).toBe(canvas)
    expect(drawers).toHaveLength(1)
  })
})

describe('mark ids', () => {
  it('are parsed back to the same mark', () => {
    expect(parseMarkId(findingMarkId('min-wall-sla', 3))).toEqual({ kind: 'finding', rule: 'min-wall-sla', place: 3 })
    expect(parseMarkId(holeMarkId(12))).toEqual({ kind: 'hole', index: 12 })
    expect(['', 'hole:', 'hole:x', 'finding:a', 'finding::1'].map(parseMarkId)).toEqual(new Array(5).fill(undefined))
  })
})
