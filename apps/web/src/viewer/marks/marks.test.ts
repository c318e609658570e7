import type { Box, Vec3 } from '@cotation/geometry'
import { box } from '@cotation/geometry/solids'
import { describe, expect, it } from 'vitest'
import { shownMesh } from '#viewer/scene/shown-mesh.fixture.ts'
import { aimedAt, axesOf, fitted, fromPixels, toPixels, viewOf } from '../camera/camera.ts'
import { equalMarks, markOfFace, markTarget, maxMarkers, nextMark, placedMarks, type ViewMark } from './marks.ts'

const extent: Box = { min: [0, 0, 0], max: [30, 20, 10] }
const size = { width: 800, height: 500 }
const camera = viewOf('top', extent, size)
const none = { hidden: new Set<string>(), selected: undefined }

const mark = (id: string, at: Vec3, more: Partial<ViewMark> = {}): ViewMark => ({
  id,
  kind: 'hole',
  tone: 'neutral',
  at,
  faces: [],
  label: id,
  ...more,
})

describe('markers', () => {
  it('are drawn at the positions of their marks', () => {
    const [placed] = placedMarks([mark('a', [4, 5, 10])], camera, size, none)
    expect(placed).toMatchObject({ at: toPixels([4, 5, 10], camera, size), hidden: false, selected: false })
  })

  it('merge marks that are too close, with the tone and position of the worst', () => {
    const worse = mark('b', [4.2, 5, 10], { kind: 'finding', tone: 'blocks' })
    const placed = placedMarks([mark('a', [4, 5, 10]), worse, mark('c', [25, 5, 10])], camera, size, none)
    expect(placed.map(({ marks, tone }) => [marks.map(({ id }) => id), tone])).toEqual([
      [['b', 'a'], 'blocks'],
      [['c'], 'neutral'],
    ])
    expect(placed[0]?.at).toEqual(toPixels(worse.at, camera, size))
  })

  it('are dimmed when all their marks are hidden, and show the selected mark first', () => {
    const marks = [mark('a', [4, 5, 10]), mark('b', [4.2, 5, 0])]
    const seen = (hidden: string[], selected?: string) =>
      placedMarks(marks, camera, size, { hidden: new Set(hidden), selected })
    expect(seen(['b'])[0]).toMatchObject({ hidden: false, at: toPixels([4, 5, 10], camera, size) })
    expect(seen(['a', 'b'])[0]?.hidden).toBe(true)
    expect(seen(['b'], 'b')[0]).toMatchObject({ selected: true, at: toPixels([4.2, 5, 0], camera, size) })
  })

  it('are limited in number, and still represent every mark', () => {
    const many = Array.from({ length: 600 }, (_, i) =>
      mark(`hole:${i}`, [(i % 30) + 0.5, Math.floor(i / 30) + 0.5, 10]),
    )
    const placed = placedMarks(many, camera, { width: 2400, height: 1500 }, none)

    expect(placed.length).toBeLessThanOrEqual(maxMarkers)
    expect(placed.flatMap(({ marks }) => marks)).toHaveLength(
      many.filter(({ at }) => {
        const [x, y] = toPixels(at, camera, { width: 2400, height: 1500 })
        return x >= 0 && y >= 0 && x <= 2400 && y <= 1500
      }).length,
    )
  })

  it('are omitted for marks outside of the picture', () => {
    expect(placedMarks([mark('far', [900, 5, 10])], camera, size, none)).toEqual([])
  })
})

describe('the list', () => {
  const marks = ['a', 'b', 'c'].map((id) => mark(id, [0, 0, 0], { label: id === 'c' ? 'Ø 5' : 'Ø 4' }))

  it('cycles through the marks in both directions', () => {
    expect(nextMark(marks, undefined)?.id).toBe('a')
    expect(nextMark(marks, 'c')?.id).toBe('a')
    expect(nextMark(marks, 'a', -1)?.id).toBe('c')
    expect(nextMark(marks, undefined, -1)?.id).toBe('c')
    expect(nextMark([], 'a')).toBeUndefined()
  })

  it('lists marks with the same label once', () => {
    expect(equalMarks(marks).map(({ label, marks: equal }) => [label, equal.length])).toEqual([
      ['Ø 4', 2],
      ['Ø 5', 1],
    ])
  })

  it('finds the mark of a clicked face, the worst of several', () => {
    const shared = [
      mark('hole', [0, 0, 0], { faces: [3, 4] }),
      mark('thin', [0, 0, 0], { faces: [4], tone: 'warns', kind: 'finding' }),
    ]

    expect(markOfFace(shared, 3)?.id).toBe('hole')
    expect(markOfFace(shared, 4)?.id).toBe('thin')
    expect(markOfFace(shared, 9)).toBeUndefined()
    expect(markOfFace(shared, undefined)).toBeUndefined()
  })
})

describe('the flight to a mark', () => {
  const { mesh, faceOf } = shownMesh(box([30, 20, 10]))
  const iso = viewOf('iso', extent, size)
  const whole = fitted(iso, extent, size).heightMm
  const go = (more: Partial<ViewMark>, hidden = false) =>
    markTarget(mark('a', [5, 5, 10], more), mesh, { camera: iso, box: extent, size, hidden })

  it('shows at most the whole part and at least a quarter of it', () => {
    expect(go({}).heightMm).toBeCloseTo(whole / 4, 9)
    expect(go({ faces: [faceOf('+z')] }).heightMm).toBeCloseTo(whole, 9)
  })

  it('keeps the direction if the mark is visible, and turns to it if it is not', () => {
    const up: Vec3 = [0, 0, 1]
    const seen = aimedAt(iso, { at: [5, 5, 10], heightMm: 9, facing: up, hidden: false })

    expect(seen).toEqual({ ...iso, centre: [5, 5, 10], heightMm: 9 })

    for (const facing of [
      [0, 0, -1],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -0.6, -0.8],
    ] as const) {
      const { eye } = axesOf(aimedAt(iso, { at: [5, 5, 0], heightMm: 9, facing, hidden: true }))
      expect(eye[0] * facing[0] + eye[1] * facing[1] + eye[2] * facing[2]).toBeGreaterThan(0.5)
    }

    const blind = { at: [1, 1, 1] as const, heightMm: 9, facing: undefined, hidden: true }
    expect(aimedAt(iso, blind).turn).toBe(iso.turn)
  })
})

it('maps a pixel of the picture back to its point in space', () => {
  const at = fromPixels([123, 456], camera, size)
  expect(toPixels(at, camera, size)).toEqual([expect.closeTo(123, 6), expect.closeTo(456, 6)])
})
