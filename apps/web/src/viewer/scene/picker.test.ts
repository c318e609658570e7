import type { Box, Vec3 } from '@cotation/geometry'
import { box, cylinder } from '@cotation/geometry/solids'
import { describe, expect, it } from 'vitest'
import { toPixels, viewOf } from '#viewer/camera/camera.ts'
import type { DrawnMark } from '#viewer/scene/viewer-messages.ts'
import { featureEdges } from './feature-edges.ts'
import { trianglesOf } from './highlights.ts'
import { createPicker } from './picker.ts'
import { shownMesh, sideOf } from './shown-mesh.fixture.ts'
import { cornersAmong, snapPoints } from './snap.ts'

const extent: Box = { min: [0, 0, 0], max: [30, 20, 10] }
const size = { width: 800, height: 500 }
const block = shownMesh(box([30, 20, 10]))
const body = { mesh: block.mesh, colour: undefined, closed: true }
const picker = createPicker([body], extent)
const top = { camera: viewOf('top', extent, size), size }
const iso = { camera: viewOf('iso', extent, size), size }
const px = (at: Vec3, viewport = top) => toPixels(at, viewport.camera, viewport.size)
const near = (at: Vec3) => at.map((value) => expect.closeTo(value, 4))

describe('a pick', () => {
  it('finds the point and the face under the pointer, and what face that is', () => {
    expect(picker.pick(top, undefined, px([7, 5, 0]), 0)).toEqual({
      at: near([7, 5, 10]),
      on: 'face',
      face: block.faceOf('+z'),
      form: { kind: 'plane', at: near([15, 10, 10]), normal: near([0, 0, 1]) },
    })
    expect(picker.pick(iso, undefined, px([30, 6, 4], iso), 0)).toMatchObject({
      at: near([30, 6, 4]),
      face: block.faceOf('+x'),
    })
  })

  it('finds nothing beside the part', () => {
    expect(picker.pick(top, undefined, [1, 1], 0)).toBeUndefined()
  })

  it('hits the face of a section, and nothing that is cut away', () => {
    const section = { axis: 'z', atMm: 4 } as const
    expect(picker.pick(top, section, px([7, 5, 0]), 0)).toEqual({
      at: near([7, 5, 4]),
      on: 'cut',
      face: undefined,
      form: undefined,
    })

    const across = { axis: 'x', atMm: 12 } as const
    expect(picker.pick(top, across, px([20, 5, 10]), 0)).toBeUndefined()
    expect(picker.pick(top, across, px([11, 5, 10]), 0)).toMatchObject({ at: near([11, 5, 10]), on: 'face' })
  })

  it('takes the nearer of two bodies', () => {
    const above = shownMesh(box([30, 20, 2], [0, 0, 20]))
    const two = createPicker([body, { ...body, mesh: above.mesh }], { min: [0, 0, 0], max: [30, 20, 22] })
    expect(two.pick(top, undefined, px([7, 5, 0]), 0)).toMatchObject({ at: near([7, 5, 22]) })
  })

  it('fits the diameter of a round face (spec 4)', () => {
    const bar = shownMesh(cylinder(4, 20), (normal) => (Math.abs(normal[2]) > 0.5 ? sideOf(normal) : 'round'))
    const bounds: Box = { min: [-4, -4, 0], max: [4, 4, 20] }
    const viewport = { camera: viewOf('front', bounds, size), size }
    const picked = createPicker([{ ...body, mesh: bar.mesh }], bounds).pick(
      viewport,
      undefined,
      px([1, -4, 9], viewport),
      0,
    )
    expect(picked?.form).toMatchObject({ kind: 'cylinder', concave: false, diameterMm: expect.closeTo(8, 4) })
  })
})

describe('snapping', () => {
  const beside = ([x, y]: readonly [number, number], right: number, down: number) => [x + right, y + down] as const

  it('prefers corners to edges and edges to faces, only nearby', () => {
    expect(picker.pick(top, undefined, beside(px([30, 20, 10]), -4, 5), 12)).toMatchObject({
      at: near([30, 20, 10]),
      on: 'corner',
    })
    expect(picker.pick(top, undefined, beside(px([15, 20, 10]), 0, 6), 12)).toMatchObject({
      at: near([15, 20, 10]),
      on: 'edge',
    })
    expect(picker.pick(top, undefined, beside(px([15, 20, 10]), 0, 40), 12)).toMatchObject({ on: 'face' })
  })

  it('ignores targets that are behind the part or cut away', () => {
    const hiddenCorner: Vec3 = [0, 20, 0]
    expect(picker.pick(iso, undefined, px(hiddenCorner, iso), 6)).not.toMatchObject({ at: near(hiddenCorner) })
    const cut = picker.pick(top, { axis: 'z', atMm: 4 }, px([30, 20, 10]), 12)
    expect(cut?.at[2] ?? 0).toBeLessThanOrEqual(4.1)
  })

  it('tells corners from the joints of a curve', () => {
    const bar = shownMesh(cylinder(4, 20), (normal) => (Math.abs(normal[2]) > 0.5 ? sideOf(normal) : 'round'))
    expect(cornersAmong(featureEdges(bar.mesh))).toHaveLength(0)
    const corners = cornersAmong(featureEdges(block.mesh))
    expect(corners).toHaveLength(24)
  })

  it('lists corners first, then edges, nearest first', () => {
    const lines = featureEdges(block.mesh)
    const points = snapPoints({ lines, corners: cornersAmong(lines) }, top, beside(px([30, 20, 10]), 1, 1), 8)
    const kinds = points.map(({ on }) => on)
    expect(kinds).toEqual([...kinds].sort())
    expect(kinds).toContain('edge')
    const edges = points.filter(({ on }) => on === 'edge').map((point) => point.px)
    expect(edges).toEqual([...edges].sort((a, b) => a - b))
  })
})

describe('marks behind the part', () => {
  const mark = (id: string, at: Vec3): DrawnMark => ({ id, kind: 'hole', tone: 'neutral', at, faces: [] })
  const marks = [mark('above', [5, 5, 10]), mark('below', [5, 5, 0]), mark('left', [0, 10, 5])]

  it('are reported for each view direction', () => {
    expect(picker.hidden(top, undefined, marks.slice(0, 2))).toEqual(['below'])
    expect(picker.hidden(iso, undefined, marks)).toEqual(['below', 'left'])
  })

  it('become visible when a section cuts away what hid them', () => {
    expect(picker.hidden(top, { axis: 'z', atMm: 0.001 }, marks)).toEqual(['above', 'left'])
  })
})

it('lists exactly the triangles of the requested faces', () => {
  const { mesh, faceOf } = block
  const found = trianglesOf(mesh, new Set([faceOf('+z'), faceOf('-x')]))

  expect(found).toHaveLength(12)

  for (const vertex of found) {
    const [nx, , nz] = mesh.normals.subarray(3 * vertex, 3 * vertex + 3)
    expect(nz === 1 || nx === -1).toBe(true)
  }

  expect(trianglesOf(mesh, new Set([99]))).toHaveLength(0)
})
