import { describe, expect, it } from 'vitest'
import type { FaceEdge } from '../model/face-graph.ts'
import { addEdge, addFace, featuresIn, knots, type Sketch, shaft } from './graph-of.fixture.ts'

/** Along x from 0 to 60, Ø8: faces are its end, its side and its other end. */
const rod = (): Sketch => shaft(knots('0,60 4,60 4,0 0,0'))
const side = 1

const helix: Partial<FaceEdge> = { kind: 'other', lengthMm: 10 * 2 * Math.PI * 4 }

interface Groove {
  /** Distance of the flanks from the axis. */
  offCentreMm?: number
  edge?: Partial<FaceEdge>
}

/** Ten turns of a groove with two flanks and a root. */
function cutThread(sketch: Sketch, { offCentreMm = 0.1, edge = helix }: Groove = {}): Sketch {
  const flank = { kind: 'freeform', areaMm2: 200, centroid: [20, offCentreMm, 0] } as const
  const upper = addFace(sketch, flank)
  const lower = addFace(sketch, flank)
  const root = addFace(sketch, { ...flank, areaMm2: 30, centroid: [20, 0, 0] })

  addEdge(sketch, side, upper, edge)
  addEdge(sketch, side, lower, edge)
  addEdge(sketch, upper, root, { ...edge, convexity: 'concave' })
  addEdge(sketch, lower, root, { ...edge, convexity: 'concave' })

  return sketch
}

const threadsOf = (sketch: Sketch) => featuresIn(sketch).modelledThreads

describe('threads that are drawn with their helix', () => {
  it('are the flanks that wind around a cylinder, and the root between them', () => {
    const before = rod().graph.faces.length
    expect(threadsOf(cutThread(rod()))).toEqual([
      { diameterMm: 8, internal: false, areaMm2: 430, faces: [before, before + 1, before + 2] },
    ])
    expect(threadsOf(rod())).toEqual([])
  })

  it('are not rims of revolved splines, a flank of half a turn, or a single face', () => {
    expect(threadsOf(cutThread(rod(), { edge: { kind: 'circle', lengthMm: 2 * Math.PI * 4 } }))).toEqual([])
    expect(threadsOf(cutThread(rod(), { offCentreMm: 2.5 }))).toEqual([])
    expect(threadsOf(cutThread(rod(), { edge: { kind: 'other', lengthMm: 12 } }))).toEqual([])

    const single = rod()
    const face = addFace(single, { kind: 'freeform', areaMm2: 200, centroid: [20, 0, 0] })
    addEdge(single, side, face, helix)
    expect(threadsOf(single)).toEqual([])
  })

  it('wind more than once in a mesh, which may draw the rim of a revolved spline roughly', () => {
    const inMesh = ({ graph, box }: Sketch): Sketch => ({ graph: { ...graph, source: 'mesh' }, box })
    const turns = (count: number): Sketch =>
      cutThread(rod(), { edge: { kind: 'other', lengthMm: count * 2 * Math.PI * 4 } })

    expect(threadsOf(inMesh(turns(10)))).toEqual(threadsOf(turns(10)))
    expect(threadsOf(turns(1.2))).toHaveLength(1)
    expect(threadsOf(inMesh(turns(1.2)))).toEqual([])
  })

  it('need a cylinder as their crest', () => {
    const tapered = cutThread(rod())
    const crest = tapered.graph.faces[side]
    if (crest) crest.kind = 'cone'

    expect(threadsOf(tapered)).toEqual([])
  })

  it('have the bore among their faces if they are inner ones', () => {
    const bored = cutThread(rod())
    const bore = bored.graph.faces[side]
    if (bore) bore.concave = true

    expect(threadsOf(bored)).toMatchObject([{ internal: true, areaMm2: 430, faces: [side, 3, 4, 5] }])
  })

  it('are turned: a rod with a thread over a third of its surface comes from the lathe', () => {
    const { turning } = featuresIn(cutThread(rod()))
    expect(turning).toMatchObject({ turned: true, roundFaces: 1 })
    expect(turning.rotationalScore).toBeGreaterThan(0.99)
  })
})
