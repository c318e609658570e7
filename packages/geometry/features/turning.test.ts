import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { unwatched } from '../model/watch.ts'
import { featuresOf } from './features-of-part.ts'
import {
  addEdge,
  addFace,
  block,
  drill,
  faceOf,
  featuresIn,
  halved,
  type Knot,
  knots,
  revolve,
  type Sketch,
  shaft,
  surroundings,
  withAxesReversed,
} from './graph-of.fixture.ts'

const stepped: Knot[] = knots('0,60 4,60 5,59 5,40 8,40 8,10 9,10 9,0 0,0')

/** The sketch with an additional flat of `areaMm2` along the axis. */
function withFlat(sketch: Sketch, areaMm2: number): Sketch {
  addFace(sketch, { areaMm2, centroid: [30, 0, 7], origin: [30, 0, 7], axis: [0, 0, 1] })
  return sketch
}

function disc(radius: number, thick: number, holes: number): Sketch {
  const sketch = shaft(knots(`0,${thick} ${radius},${thick} ${radius},0 0,0`))
  for (let i = 0; i < holes; i++) {
    const angle = (2 * Math.PI * i) / holes
    const origin: Vec3 = [thick, 0.7 * radius * Math.cos(angle), 0.7 * radius * Math.sin(angle)]
    const ends = { start: { face: 0, way: [-1, 0] }, end: { face: 2, way: [1, 0] } } as const
    revolve(sketch, { origin, axis: [-1, 0, 0] }, knots(`${radius / 12},0 ${radius / 12},${thick}`), ends)
  }

  return sketch
}

describe('turned parts', () => {
  it.each([
    ['a stepped shaft', shaft(stepped), true, 18, 60],
    ['a shaft drawn in halves', halved(shaft(stepped)), true, 18, 60],
    ['a shaft with a small flat', withFlat(shaft(stepped), 100), true, 18, 60],
    ['a washer', shaft(knots('3,2 6,2 6,0 3,0 3,2')), true, 12, 2],
    ['a tube', shaft(knots('8,100 10,100 10,0 8,0 8,100')), true, 20, 100],
    ['a flange with eight bolt holes', disc(50, 12, 8), true, 100, 12],
    ['a shaft with a dome', shaft(knots('0,35 5,30,radius 5,0 0,0')), true, 10, 35],
    ['a shaft with large flats', withFlat(shaft(stepped), 800), false, 18, 60],
  ])('decides whether %s is turned, and from which bar', (_, sketch, turned, diameter, length) => {
    const { turning } = featuresIn(sketch)
    expect(turning.turned).toBe(turned)
    expect(turning.barDiameterMm).toBeCloseTo(diameter, 6)
    expect(turning.barLengthMm).toBeCloseTo(length, 6)
    expect(Math.abs(turning.axis[0])).toBeCloseTo(1, 6)
  })

  it('counts the round faces about the axis, however the file splits them, and none beside it', () => {
    const roundFacesOf = (sketch: Parameters<typeof featuresIn>[0]) => featuresIn(sketch).turning.roundFaces
    const steps = roundFacesOf(shaft(stepped))
    expect(steps).toBeGreaterThan(1)
    expect(roundFacesOf(halved(shaft(stepped)))).toBe(steps)
    expect(roundFacesOf(disc(50, 12, 8))).toBe(1)
  })

  it('counts the flats along the axis, but not its ends, chips of a mesh or walls of a keyway', () => {
    const flatsOf = (sketch: Sketch) => featuresIn(sketch).turning.flats
    expect(flatsOf(shaft(stepped))).toBe(0)
    expect(flatsOf(withFlat(shaft(stepped), 100))).toBe(1)
    expect(flatsOf(withFlat(shaft(stepped), 0.5))).toBe(0)
    expect(flatsOf(disc(50, 12, 8))).toBe(0)

    // A keyway of 20 × 4 mm along x, 3 mm deep in the step of 16 mm: its floor and its walls.
    const keyed = shaft(stepped)
    const floor = addFace(keyed, { areaMm2: 80, centroid: [25, 0, 5], origin: [25, 0, 5] })
    const walls: [axis: Vec3, at: Vec3, lengthMm: number][] = [
      [[0, 1, 0], [25, -2, 6.5], 20],
      [[0, -1, 0], [25, 2, 6.5], 20],
      [[1, 0, 0], [15, 0, 6.5], 4],
      [[-1, 0, 0], [35, 0, 6.5], 4],
    ]
    const round = keyed.graph.faces.findIndex(({ kind, radiusMm }) => kind === 'cylinder' && radiusMm === 8)
    for (const [axis, [x, y, z], lengthMm] of walls) {
      const wall = addFace(keyed, { areaMm2: 3 * lengthMm, axis, centroid: [x, y, z], origin: [x, y, z] })
      addEdge(keyed, floor, wall, { convexity: 'concave', lengthMm, midpoint: [x, y, 5] })
      addEdge(keyed, round, wall, { lengthMm, midpoint: [x, y, 8] })
    }

    expect(featuresIn(keyed).pockets).toMatchObject([{ depthMm: 3, widthMm: 4, lengthMm: 20 }])
    expect(flatsOf(keyed)).toBe(0)
  })

  it('turns about the axis in the middle of the part', () => {
    expect(featuresIn(shaft(stepped)).turning).toMatchObject({ axis: [1, 0, 0], origin: [30, 0, 0] })
  })

  it.each([
    ['a stepped shaft', shaft(stepped), 60],
    ['a shaft with a dome', shaft(knots('0,35 5,30,radius 5,0 0,0')), 35],
  ])('measures the length of %s by its faces if its box is drawn at an angle', (_, sketch, length) => {
    const { mass, orientedBox } = surroundings(sketch, sketch)
    const axes = [
      [Math.SQRT1_2, Math.SQRT1_2, 0],
      [-Math.SQRT1_2, Math.SQRT1_2, 0],
      [0, 0, 1],
    ] as const
    const { turning } = featuresOf(sketch.graph, mass, { ...orientedBox, axes }, unwatched)

    expect(turning.turned).toBe(true)
    expect(turning.barLengthMm).toBeCloseTo(length, 9)
  })

  it('trusts 70 % of a freeform face around the axis, and none of one beside it', () => {
    const scoreWith = (offCentreMm: number) => {
      const rod = shaft(knots('0,60 4,60 4,0 0,0'))
      addFace(rod, { kind: 'freeform', areaMm2: 160 * Math.PI, centroid: [20, offCentreMm, 0] })
      return featuresIn(rod).turning.rotationalScore
    }

    // The side of the rod has 480 π mm².
    expect(scoreWith(0.2)).toBeCloseTo((480 + 0.7 * 160) / 640, 9)
    expect(scoreWith(0.4)).toBeCloseTo(480 / 640, 9)
  })

  it('lists the stretches that are turned below the bar, slenderest first', () => {
    const stretchesOf = (text: string) => featuresIn(shaft(knots(text))).turning.stretches

    expect(stretchesOf('0,430 5,430 5,0 0,0')).toEqual([])
    expect(stretchesOf('0,430 4.5,430 5,429 5,1 4.5,0 0,0')).toMatchObject([{ lengthMm: 1 }, { lengthMm: 1 }])
    // Two steps of 8 and 12 mm make one stretch with their mean diameter, a cone has that of its middle.
    expect(stretchesOf('0,60 4,60 4,40 6,40 6,30 8,30 8,0 0,0')).toEqual([
      { lengthMm: 30, diameterMm: expect.closeTo((20 * 8 + 10 * 12) / 30, 9) },
    ])
    expect(stretchesOf('0,60 2,60 4,40 8,40 8,0 0,0')).toEqual([{ lengthMm: 20, diameterMm: 6 }])
    // Neither a bore nor a dome is a stretch.
    expect(stretchesOf('8,100 10,100 10,0 8,0 8,100')).toEqual([])
    expect(stretchesOf('0,33 3,30,radius 3,20 5,20 5,0 0,0')).toEqual([{ lengthMm: 10, diameterMm: 6 }])
    // A bar may be up to 1 % thinner where it is ground.
    expect(stretchesOf('0,60 9.95,60 9.95,30 10,30 10,0 0,0')).toEqual([])
    expect(stretchesOf('0,60 9.85,60 9.85,30 10,30 10,0 0,0')).toHaveLength(1)
    expect(stretchesOf('0,60 4,60 4,40 8,40 8,30 5,30 5,0 0,0')).toMatchObject([
      { lengthMm: 30, diameterMm: 10 },
      { lengthMm: 20, diameterMm: 8 },
    ])
  })

  it('lowers the score of a shaft by the share of its flat', () => {
    const sketch = shaft(stepped)
    const sides = sketch.graph.faces.filter(({ kind }) => kind !== 'plane').reduce((sum, face) => sum + face.areaMm2, 0)
    expect(featuresIn(sketch).turning.rotationalScore).toBeCloseTo(1, 9)
    expect(featuresIn(withFlat(sketch, sides / 4)).turning.rotationalScore).toBeCloseTo(0.8, 9)
  })

  it('does not take a box for turned and gives it the bar around its corners', () => {
    const { turning } = featuresIn(block([60, 40, 20]))
    expect(turning).toMatchObject({ turned: false })
    expect(turning.rotationalScore).toBe(0)
    expect(turning.barDiameterMm).toBeCloseTo(Math.hypot(60, 40), 9)
  })

  it('does not take a round plate with notches for turned', () => {
    const plate = disc(300, 5, 0)
    expect(featuresIn(plate).turning.turned).toBe(true)
    addFace(plate, { areaMm2: 1500, centroid: [2.5, 280, 0], origin: [2.5, 280, 0], axis: [0, 1, 0] })
    const { turning } = featuresIn(plate)
    const rim = Math.PI * 600 * 5
    expect(turning.rotationalScore).toBeCloseTo(rim / (rim + 1500), 6)
    expect(turning.turned).toBe(false)
  })

  it('does not take a square plate for turned, however large its hole', () => {
    const sketch = block([100, 100, 2])
    drill(sketch, [0, 0], knots('40,0 40,2'))

    expect(featuresIn(sketch).turning.turned).toBe(false)
  })
})

describe('pins', () => {
  const onPlate = (knots: Knot[], below = false): Sketch => {
    const sketch = block([60, 40, 20])
    const start = { face: faceOf.bottom, way: [-1, 0] } as const
    const end = { face: faceOf.top, way: [1, 0] } as const
    revolve(sketch, { origin: [5, 0, 20], axis: [0, 0, 1] }, knots, below ? { start, end } : { end })
    return sketch
  }

  it.each([
    ['a plain pin', onPlate(knots('0,12 2,12 2,0')), 4, 12, undefined],
    ['a chamfered pin', onPlate(knots('0,12 1.5,12 2,11.5 2,0')), 4, 12, undefined],
    ['a pin with a dome', onPlate(knots('0,12 2,10,radius 2,0')), 4, 12, undefined],
    ['a pin with a fillet at its foot', onPlate(knots('0,12 2,12 2,1 3,0,axis')), 4, 12, undefined],
    ['a drafted pin', onPlate(knots('0,12 2,12 2.2,0')), 4, 12, undefined],
    ['a boss with a blind hole', onPlate(knots('0,4 3,4 3,12 5,12 5,0')), 10, 12, 2],
    ['a boss with a through hole', onPlate(knots('3,-20 3,12 5,12 5,0'), true), 10, 12, 2],
    ['a boss over a wider bore below its foot', onPlate(knots('4,-20 4,-5 3,-5 3,12 5,12 5,0'), true), 10, 12, 2],
    ['a boss with a stepped hole', onPlate(knots('0,2 2,2 2,6 3,6 3,12 5,12 5,0')), 10, 12, 2],
    ['a boss with a chamfered hole', onPlate(knots('0,4 3,4 3,11 4,12 5,12 5,0')), 10, 12, 2],
  ])('measures %s, whichever way its axis is drawn', (_, sketch, diameter, height, wall) => {
    for (const drawn of [sketch, withAxesReversed(sketch)]) {
      const [pin, ...others] = featuresIn(drawn).pins

      expect(others).toEqual([])
      expect(pin?.diameterMm).toBeCloseTo(diameter, 9)
      expect(pin?.heightMm).toBeCloseTo(height, 9)
      expect(pin?.at).toEqual([5, 0, 32])
      if (wall === undefined) expect(pin?.wallMm).toBeUndefined()
      else expect(pin?.wallMm).toBeCloseTo(wall, 9)
    }
  })

  it('finds a pin with a hole across its tip', () => {
    const sketch = onPlate(knots('0,12 2,12 2,0'))
    const hole = addFace(sketch, {
      kind: 'cylinder',
      radiusMm: 0.5,
      axis: [1, 0, 0],
      origin: [3, 0, 30],
      centroid: [5, 0, 30],
      axialRange: [0, 4],
      sweepDeg: 360,
      concave: true,
      areaMm2: 4 * Math.PI,
    })
    const side = sketch.graph.faces.findIndex(({ kind, radiusMm }) => kind === 'cylinder' && radiusMm === 2)
    for (const x of [3, 7]) addEdge(sketch, side, hole, { kind: 'other', lengthMm: Math.PI, midpoint: [x, 0, 30] })

    expect(featuresIn(sketch).pins).toMatchObject([{ diameterMm: 4, heightMm: 12, wallMm: undefined }])
  })

  it('finds no pin in a cone of more than 6°, or in a round outside that is not closed', () => {
    expect(featuresIn(onPlate(knots('0,12 2,12 3.2,0'))).pins).toHaveLength(1)
    expect(featuresIn(onPlate(knots('0,12 2,12 3.4,0'))).pins).toEqual([])

    const open = onPlate(knots('0,12 2,12 2,0'))
    for (const face of open.graph.faces) if (face.kind === 'cylinder') face.sweepDeg = 320
    expect(featuresIn(open).pins).toEqual([])
  })

  it.each(['line', 'other'] as const)(
    'finds a pin with a flat along its tip, drawn with a border of kind %s',
    (kind) => {
      const sketch = onPlate(knots('0,12 2,12 2,0'))
      const side = sketch.graph.faces.findIndex(({ kind: surface }) => surface === 'cylinder')
      const flat = addFace(sketch, { axis: [1, 0, 0], centroid: [6.9, 0, 30], origin: [6.9, 0, 30], areaMm2: 2 })
      addEdge(sketch, side, flat, { kind, lengthMm: 4, turnDeg: 20, midpoint: [6.9, 0.4, 30] })

      expect(featuresIn(sketch).pins).toMatchObject([{ diameterMm: 4, heightMm: 12 }])
    },
  )

  it('finds no pin whose top leans against a wall', () => {
    const sketch = onPlate(knots('0,12 2,12 2,0'))
    const side = sketch.graph.faces.findIndex(({ kind }) => kind === 'cylinder')
    const wall = addFace(sketch, { kind: 'freeform', areaMm2: 50, centroid: [7, 0, 30] })
    addEdge(sketch, side, wall, { kind: 'other', convexity: 'concave', lengthMm: 2, midpoint: [7, 0, 31] })

    expect(featuresIn(sketch).pins).toEqual([])
  })

  it('finds no pin in the neck below a wider head, with sharp or with rounded ends', () => {
    expect(featuresIn(onPlate(knots('0,12 5,12 5,10 2,10 2,0'))).pins).toEqual([])
    expect(featuresIn(onPlate(knots('0,12 5,12 5,10 3,10 2,9,radius 2,1 3,0,axis'))).pins).toEqual([])
  })

  it('lists pins by diameter, then by height', () => {
    const sketch = block([60, 40, 20])
    for (const [x, outline] of [
      [-20, '0,9 2,9 2,0'],
      [0, '0,5 3,5 3,0'],
      [20, '0,7 2,7 2,0'],
    ] as const)
      revolve(sketch, { origin: [x, 0, 20], axis: [0, 0, 1] }, knots(outline), {
        end: { face: faceOf.top, way: [1, 0] },
      })

    expect(featuresIn(sketch).pins.map(({ diameterMm, heightMm }) => [diameterMm, heightMm])).toEqual([
      [4, 7],
      [4, 9],
      [6, 5],
    ])
  })

  it('measures a pin on a round bar from the lowest point of its foot', () => {
    // The foot of a pin of 4 mm on a bar of 20 mm is between z = √(10² − 2²) = 9.8 and z = 10.
    const bar = shaft(knots('0,60 10,60 10,0 0,0'))
    const [, side] = bar.graph.faces.map(({ id }) => id) as [number, number]
    const lowest = Math.sqrt(96)
    revolve(bar, { origin: [30, 0, 0], axis: [0, 0, 1] }, knots(`0,25 2,25 2,${lowest}`), {
      end: { face: side, way: [1, 0], kind: 'other' },
    })

    expect(featuresIn(bar).pins).toMatchObject([
      { diameterMm: 4, heightMm: expect.closeTo(25 - lowest, 9), at: [30, 0, 25], faces: [4] },
    ])
  })

  it('finds no pin in the steps of a shaft, but one in a slim spigot', () => {
    expect(featuresIn(shaft(stepped)).pins).toEqual([])

    const spigot = shaft(knots('0,60 2,60 2,40 9,40 9,0 0,0'))

    expect(featuresIn(spigot).pins).toMatchObject([{ diameterMm: 4, heightMm: 20 }])
  })

  it('finds no pin in a plain cylinder, nor on a chip of a rough mesh', () => {
    const rod = shaft(knots('0,60 5,60 5,0 0,0'))

    const roundedRod = shaft(knots('0,60 4,60 5,59,radius 5,0 0,0'))

    expect(featuresIn(withFlat(rod, 800)).pins).toEqual([])
    expect(featuresIn(withFlat(roundedRod, 800)).pins).toEqual([])

    const chip = addFace(rod, { areaMm2: 0.1, axis: [0.6, 0.8, 0], centroid: [1, 5, 0], origin: [1, 5, 0] })
    addEdge(rod, 1, chip, { convexity: 'concave', turnDeg: 6, kind: 'other', lengthMm: 1, midpoint: [1, 5, 0] })

    expect(featuresIn(rod).pins).toEqual([])
  })
})
