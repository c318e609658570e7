import { describe, expect, it } from 'vitest'
import { addEdge, addFace, block, drill, halved, knots } from './graph-of.fixture.ts'
import { partGraphOf } from './part-graph.ts'

const smooth = { convexity: 'smooth', turnDeg: 0 } as const

describe('the healed graph', () => {
  it('joins faces that a file has split: halves, lengths and coplanar pieces', () => {
    const sketch = block([60, 40, 20])
    const [wall] = drill(sketch, [0, 0], knots('5,0 5,12 0,12')) as [number]
    const below = { ...sketch.graph.faces[wall], axialRange: [12, 15] as const, areaMm2: 30 * Math.PI }
    const lower = addFace(sketch, below)
    addEdge(sketch, wall, lower, { ...smooth, kind: 'circle', lengthMm: 10 * Math.PI, midpoint: [0, 0, 8] })

    const piece = addFace(sketch, { axis: [0, 0, 1], centroid: [40, 0, 20], origin: [40, 0, 20], areaMm2: 100 })
    addEdge(sketch, 5, piece, { ...smooth, lengthMm: 10, midpoint: [30, 0, 20] })

    const { graph, box } = halved(sketch)
    const { faces, borders } = partGraphOf(graph, box)

    expect(faces.filter(({ kind }) => kind === 'cylinder')).toMatchObject([
      { axialRange: [0, 15], sweepDeg: 360, areaMm2: expect.closeTo(150 * Math.PI, 6) },
    ])
    expect(faces.find(({ sources }) => sources.includes(piece))?.sources).toEqual([5, piece])

    for (const face of faces) expect(borders[face.id]?.every(({ other }) => other.id !== face.id)).toBe(true)
  })

  it('keeps the two sides of a thin sheet, and cylinders of other radius or axis, apart', () => {
    const sketch = block([60, 40, 20])
    const sheet = addFace(sketch, { axis: [0, 0, -1], centroid: [0, 0, 20], origin: [0, 0, 20], areaMm2: 50 })
    addEdge(sketch, 5, sheet, { lengthMm: 10, turnDeg: 180 })

    const round = { kind: 'cylinder', radiusMm: 5, axialRange: [0, 10], sweepDeg: 180, areaMm2: 10 } as const
    const first = addFace(sketch, round)
    const others = [
      { radiusMm: 5.1 },
      { origin: [0.5, 0, 0] as const },
      { concave: true },
      { axis: [0, 0.1, 0.995] as const },
    ]
    for (const other of others) addEdge(sketch, first, addFace(sketch, { ...round, ...other }), smooth)

    expect(partGraphOf(sketch.graph, sketch.box).faces).toHaveLength(sketch.graph.faces.length)
  })

  it('measures the sweep of joined pieces where they cover most', () => {
    const sketch = block([60, 40, 20])
    const round = { kind: 'cylinder', radiusMm: 5, concave: true, areaMm2: 10 } as const
    const whole = addFace(sketch, { ...round, axialRange: [0, 10], sweepDeg: 200 })
    addEdge(sketch, whole, addFace(sketch, { ...round, axialRange: [0, 6], sweepDeg: 100 }), smooth)
    addEdge(sketch, whole, addFace(sketch, { ...round, axialRange: [6, 10], sweepDeg: 90 }), smooth)
    expect(partGraphOf(sketch.graph, sketch.box).faces.at(-1)?.sweepDeg).toBe(300)
  })
})
