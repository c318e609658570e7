import { num } from '../math/typed-access.ts'
import { add, type Box, cross, dot, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import { aFace } from '../model/face-graph.fixture.ts'
import type { Face, FaceEdge, FaceGraph } from '../model/face-graph.ts'
import type { FeatureFacts, MassFacts, OrientedBox } from '../model/facts.ts'
import { unwatched } from '../model/watch.ts'
import { featuresOf } from './features-of-part.ts'

/** A graph as the B-rep reader makes it, of a part whose features are known. */
export interface Sketch {
  graph: FaceGraph
  box: Box
}

export const addFace = ({ graph }: Sketch, face: Partial<Omit<Face, 'id'>>): number =>
  graph.faces.push(aFace({ ...face, id: graph.faces.length })) - 1

export function addEdge({ graph }: Sketch, one: number, other: number, edge: Partial<FaceEdge>): void {
  const ends = { a: Math.min(one, other), b: Math.max(one, other) }
  const line = { lengthMm: 1, convexity: 'convex', turnDeg: 90, kind: 'line', radiusMm: 0, closed: false } as const
  graph.edges.push({ ...line, midpoint: [0, 0, 0], ...edge, ...ends })
}

const vector = (at: (i: number) => number): Vec3 => [at(0), at(1), at(2)]

const boxOf = (points: readonly Vec3[]): Box => ({
  min: vector((i) => Math.min(...points.map((point) => point[i] ?? 0))),
  max: vector((i) => Math.max(...points.map((point) => point[i] ?? 0))),
})

/**
 * Six planes: x−, x+, y−, y+, bottom, top are faces 0 to 5. Centred on the z axis, standing on z =
 * 0.
 */
export function block([x, y, z]: Vec3): Sketch {
  const box: Box = { min: [-x / 2, -y / 2, 0], max: [x / 2, y / 2, z] }
  const sketch: Sketch = { graph: { source: 'brep', faces: [], edges: [] }, box }
  const sizes: Vec3 = [x, y, z]
  const centre: Vec3 = [0, 0, z / 2]

  const normals: Vec3[] = [0, 1, 2].flatMap((i) => [-1, 1].map((side) => vector((k) => (k === i ? side : 0))))
  for (const normal of normals) {
    const centroid = add(
      centre,
      vector((k) => ((normal[k] ?? 0) * (sizes[k] ?? 0)) / 2),
    )
    const flat = vector((k) => (normal[k] ? 0 : (sizes[k] ?? 0) / 2))
    const areaMm2 = sizes.reduce((area, size, k) => (normal[k] ? area : area * size), 1)
    addFace(sketch, {
      areaMm2,
      centroid,
      origin: centroid,
      axis: normal,
      box: boxOf([subtract(centroid, flat), add(centroid, flat)]),
    })
  }

  normals.forEach((first, a) => {
    normals.forEach((second, b) => {
      if (b <= a || dot(first, second) !== 0) return
      const along = cross(first, second)
      const lengthMm = Math.abs(dot(along, sizes))
      const half = vector((k) => (((first[k] ?? 0) + (second[k] ?? 0)) * (sizes[k] ?? 0)) / 2)
      addEdge(sketch, a, b, { lengthMm, midpoint: add(centre, half) })
    })
  })

  return sketch
}

export const faceOf = { left: 0, right: 1, front: 2, back: 3, bottom: 4, top: 5 } as const

/**
 * A point of a turned outline; with `arc`, the line to it is a quarter circle that starts along the
 * axis or along the radius.
 */
export type Knot = readonly [radius: number, height: number, arc?: 'axis' | 'radius' | undefined]
type Way = readonly [dr: number, dh: number]

/** Knots as text: `'5,0 5,12 0,14.5,axis'`. */
export const knots = (text: string): Knot[] =>
  text.split(' ').map((knot): Knot => {
    const [radius, height, arc] = knot.split(',')
    return [Number(radius), Number(height), arc as Knot[2]]
  })

interface Joint {
  face: number
  way: Way
  kind?: FaceEdge['kind']
}

/** The direction from one knot to the next. */
function wayBetween(a: Knot, b: Knot): Way {
  const dr = b[0] - a[0]
  const dh = b[1] - a[1]
  const length = Math.hypot(dr, dh)
  return [dr / length, dh / length]
}

/**
 * Faces of revolution along an outline of (radius, height) knots, with the material to the right:
 * outlines of holes run into the part, those of shafts from the far end back. `start` and `end` are
 * the faces it joins, with the outline's direction on them.
 */
export function revolve(
  sketch: Sketch,
  frame: { origin: Vec3; axis: Vec3 },
  knots: readonly Knot[],
  { start, end }: { start?: Joint; end?: Joint } = {},
): number[] {
  const { origin, axis } = frame
  const made: number[] = []
  let before: Joint | undefined = start
  const join = (face: number, way: Way, [radiusMm, height]: Knot, kind: FaceEdge['kind'] = 'circle') => {
    if (!before || radiusMm <= 0) return

    const turn = before.way[0] * way[1] - before.way[1] * way[0]
    const turnDeg = (Math.abs(Math.atan2(turn, before.way[0] * way[0] + before.way[1] * way[1])) * 180) / Math.PI
    const bend = turn > 0 ? 'concave' : 'convex'
    addEdge(sketch, before.face, face, {
      lengthMm: 2 * Math.PI * radiusMm,
      closed: true,
      radiusMm: kind === 'circle' ? radiusMm : 0,
      convexity: turnDeg < 0.01 ? 'smooth' : bend,
      turnDeg,
      kind,
      midpoint: add(origin, scale(axis, height)),
    })
  }

  knots.slice(1).forEach((knot, i) => {
    const last = knots[i] as Knot
    const { face, from, to } = revolved(last, knot)
    const low = Math.min(last[1], knot[1])
    const high = Math.max(last[1], knot[1])
    const widest = Math.max(last[0], knot[0])
    const reach = vector((k) => widest * Math.sqrt(Math.max(0, 1 - (axis[k] ?? 0) ** 2)))
    const ends = [low, high].map((h) => add(origin, scale(axis, h)))
    const box = boxOf(ends.flatMap((point) => [add(point, reach), subtract(point, reach)]))
    const at = add(origin, scale(axis, face.height))
    const direction = face.kind === 'plane' ? scale(axis, Math.sign(from[0])) : axis
    const origins: Record<typeof face.kind, Vec3> = {
      plane: at,
      cylinder: origin,
      cone: origin,
      sphere: add(origin, scale(axis, face.centre)),
      torus: add(origin, scale(axis, face.centre)),
    }
    const id = addFace(sketch, {
      ...face.data,
      kind: face.kind,
      box,
      centroid: at,
      axis: direction,
      origin: origins[face.kind],
    })

    join(id, from, last, before?.kind)
    before = { face: id, way: to }
    made.push(id)
  })

  const last = knots.at(-1)
  if (end && last) join(end.face, end.way, last, end.kind)

  return made
}

function revolved(a: Knot, b: Knot) {
  const [r0, h0] = a
  const [r1, h1, arc] = b
  const way = wayBetween(a, b)
  const mean = (2 * (h0 * r0 + h1 * r1) + h0 * r1 + h1 * r0) / (3 * (r0 + r1))
  const range = { axialRange: [Math.min(h0, h1), Math.max(h0, h1)] as const, sweepDeg: 360 }
  const slant = Math.hypot(r1 - r0, h1 - h0)

  if (arc) {
    const along: Way = [0, Math.sign(h1 - h0)]
    const across: Way = [Math.sign(r1 - r0), 0]
    const [from, to] = arc === 'axis' ? [along, across] : [across, along]
    const [major, centre] = arc === 'axis' ? [r1, h0] : [r0, h1]
    const concave = from[0] * to[1] - from[1] * to[0] > 0
    const minor = Math.abs(r1 - r0)
    const height = centre + (arc === 'axis' ? 0.64 * (h1 - h0) : 0.64 * (h0 - h1))
    const areaMm2 = major === 0 ? 2 * Math.PI * minor ** 2 : Math.PI ** 2 * minor * major

    if (major === 0)
      return {
        from,
        to,
        face: { kind: 'sphere', height, centre, data: { ...range, areaMm2, radiusMm: minor, concave } },
      } as const

    // The range along the axis is counted from the centre, where the torus' origin lies.
    const axialRange = [range.axialRange[0] - centre, range.axialRange[1] - centre] as const

    return {
      from,
      to,
      face: {
        kind: 'torus',
        height,
        centre,
        data: { ...range, axialRange, areaMm2, radiusMm: major, minorRadiusMm: minor, concave },
      },
    } as const
  }

  const areaMm2 = Math.PI * (r0 + r1) * slant
  const ways = { from: way, to: way }
  if (h0 === h1) return { ...ways, face: { kind: 'plane', height: h0, centre: 0, data: { areaMm2 } } } as const

  const round = { ...range, areaMm2, radiusMm: Math.max(r0, r1), concave: h1 > h0 }
  if (r0 === r1) return { ...ways, face: { kind: 'cylinder', height: (h0 + h1) / 2, centre: 0, data: round } } as const

  const halfAngleDeg = (Math.atan2(Math.abs(r1 - r0), Math.abs(h1 - h0)) * 180) / Math.PI
  return {
    ...ways,
    face: { kind: 'cone', height: mean, centre: 0, data: { ...round, minorRadiusMm: Math.min(r0, r1), halfAngleDeg } },
  } as const
}

/**
 * A hole from the top of a block: knots of (radius, depth) from the rim down; it is through when it
 * ends at the full height.
 */
export function drill(sketch: Sketch, [x, y]: readonly [number, number], knots: readonly Knot[]): number[] {
  const heightMm = sketch.box.max[2]
  const through = knots.at(-1)?.[1] === heightMm
  const frame = { origin: [x, y, heightMm] as Vec3, axis: [0, 0, -1] as Vec3 }
  const start: Joint = { face: faceOf.top, way: [-1, 0] }
  return revolve(sketch, frame, knots, through ? { start, end: { face: faceOf.bottom, way: [1, 0] } } : { start })
}

/**
 * A shaft along x from (radius, x) knots given from its far end back; outlines that start and end
 * at radius 0 are solid.
 */
export function shaft(knots: readonly Knot[]): Sketch {
  const radius = Math.max(...knots.map(([r]) => r))
  const reach = knots.map(([, x]) => x)
  const box: Box = { min: [Math.min(...reach), -radius, -radius], max: [Math.max(...reach), radius, radius] }
  const sketch: Sketch = { graph: { source: 'brep', faces: [], edges: [] }, box }
  revolve(sketch, { origin: [0, 0, 0], axis: [1, 0, 0] }, knots)
  return sketch
}

interface Cutout {
  at?: readonly [number, number]
  size: readonly [x: number, y: number]
  /** Depth of its floor below the top; undefined goes through to the bottom. */
  depth?: number
  corner: number
  /** The face it is sunk into, and its level. */
  from?: { face: number; level: number }
}

interface Piece {
  face: Partial<Omit<Face, 'id'>>
  lengthMm: number
  /** Where it meets the next piece, at half height. */
  seam: Vec3
}

/**
 * Walls round a rectangle in turn: plane, corner, plane, corner …; planes of no length (the ends of
 * a slot) are left out.
 */
function wallPieces(middle: Vec3, [sx, sy]: readonly [number, number], heightMm: number, corner: number): Piece[] {
  const up: Vec3 = [0, 0, heightMm / 2]
  const sides: readonly [out: Vec3, next: Vec3, deep: number, wide: number][] = [
    [[1, 0, 0], [0, 1, 0], sx / 2, sy],
    [[0, 1, 0], [-1, 0, 0], sy / 2, sx],
    [[-1, 0, 0], [0, -1, 0], sx / 2, sy],
    [[0, -1, 0], [1, 0, 0], sy / 2, sx],
  ]

  return sides.flatMap(([out, next, deep, wide]) => {
    const straight = wide - 2 * corner
    const place = add(middle, scale(out, deep))
    const end = add(place, scale(next, straight / 2))
    const box = boxOf([add(end, up), subtract(subtract(place, scale(next, straight / 2)), up)])
    const areaMm2 = straight * heightMm
    const plane = {
      face: { areaMm2, centroid: place, origin: place, axis: scale(out, -1), box },
      lengthMm: straight,
      seam: end,
    }

    const centre = subtract(end, scale(out, corner))
    const bulge = add(centre, scale(unit(add(out, next)), corner))
    const lengthMm = (Math.PI / 2) * corner
    const round: Piece['face'] = {
      kind: 'cylinder',
      areaMm2: lengthMm * heightMm,
      centroid: bulge,
      origin: centre,
      radiusMm: corner,
      axialRange: [-heightMm / 2, heightMm / 2],
      sweepDeg: 90,
      concave: true,
      box: boxOf([add(centre, up), subtract(bulge, up)]),
    }
    const rounded = { face: round, lengthMm, seam: add(centre, scale(next, corner)) }

    return [...(straight > 1e-9 ? [plane] : []), ...(corner > 0 ? [rounded] : [])]
  })
}

/**
 * A rectangular pocket, window or obround slot with plane floor; returns the floor (or the bottom)
 * and the walls.
 */
export function cutOut(sketch: Sketch, { at: [x, y] = [0, 0], size, depth, corner, from }: Cutout) {
  const top = from ?? { face: faceOf.top, level: sketch.box.max[2] }
  const base = depth === undefined ? 0 : top.level - depth
  const dx = size[0] / 2
  const dy = size[1] / 2
  const flat = boxOf([
    [x - dx, y - dy, base],
    [x + dx, y + dy, base],
  ])

  const areaMm2 = size[0] * size[1] - (4 - Math.PI) * corner ** 2
  const isBlind = depth !== undefined
  const ground: Partial<Face> = { areaMm2, centroid: [x, y, base], origin: [x, y, base], box: flat }
  const floor = isBlind ? addFace(sketch, ground) : faceOf.bottom
  const pieces = wallPieces([x, y, (top.level + base) / 2], size, top.level - base, corner)
  const walls = pieces.map(({ face }) => addFace(sketch, face))

  pieces.forEach(({ face, lengthMm, seam }, i) => {
    const wall = num(walls, i)
    const [px, py] = face.centroid as Vec3
    const rim = { lengthMm, kind: face.kind ? 'circle' : 'line', radiusMm: face.kind ? corner : 0 } as const
    addEdge(sketch, wall, top.face, { ...rim, midpoint: [px, py, top.level] })
    addEdge(sketch, wall, floor, { ...rim, convexity: isBlind ? 'concave' : 'convex', midpoint: [px, py, base] })

    const turn =
      corner > 0 ? ({ convexity: 'smooth', turnDeg: 0 } as const) : ({ convexity: 'concave', turnDeg: 90 } as const)
    addEdge(sketch, wall, num(walls, (i + 1) % walls.length), {
      ...turn,
      lengthMm: top.level - base,
      midpoint: seam,
    })
  })

  return { floor, walls }
}

/** A milled part with three holes, two pockets, a slot and a pin. */
export function busyPart(): Sketch {
  const sketch = block([80, 50, 20])
  drill(sketch, [-25, 10], knots('5.5,0 5.5,6 3.3,6 3.3,20'))
  drill(sketch, [-25, -10], knots('6,0 3,3 3,20'))
  drill(sketch, [-10, -15], knots('2.5,0 2.5,12 0,13.5'))
  cutOut(sketch, { at: [15, 0], size: [20, 16], depth: 8, corner: 2 })
  cutOut(sketch, { at: [34, 0], size: [6, 20], corner: 3 })
  cutOut(sketch, { at: [-5, 10], size: [9, 7], depth: 3, corner: 0 })
  revolve(sketch, { origin: [0, -18, 20], axis: [0, 0, 1] }, knots('0,7 2,7 2,0'), {
    end: { face: faceOf.top, way: [1, 0] },
  })

  return sketch
}

/** Every closed round face as two halves with seams between, as some CAD systems write it. */
export function halved({ graph, box }: Sketch): Sketch {
  const split = new Map<number, number>()
  const next: Sketch = { graph: { source: graph.source, faces: [], edges: [] }, box }
  for (const face of graph.faces) addFace(next, face)

  for (const face of graph.faces) {
    if (face.sweepDeg !== 360 || face.kind === 'sphere') continue

    const aside = scale(perpendicular(face.axis), (2 / Math.PI) * face.radiusMm)
    const half = { ...face, sweepDeg: 180, areaMm2: face.areaMm2 / 2 }
    next.graph.faces[face.id] = { ...half, centroid: add(face.centroid, aside) }

    const other = addFace(next, { ...half, centroid: subtract(face.centroid, aside) })
    split.set(face.id, other)

    for (const sign of [1, -1]) {
      const seam = scale(cross(face.axis, unit(aside)), sign * face.radiusMm)
      addEdge(next, face.id, other, {
        convexity: 'smooth',
        turnDeg: 0,
        lengthMm: 1,
        midpoint: add(face.centroid, seam),
      })
    }
  }

  for (const edge of graph.edges) {
    const a = split.get(edge.a)
    const b = split.get(edge.b)
    if (a === undefined && b === undefined) next.graph.edges.push(edge)
    else {
      const half = { ...edge, lengthMm: edge.lengthMm / 2, closed: false }
      addEdge(next, edge.a, edge.b, half)
      addEdge(next, a ?? edge.a, b ?? edge.b, half)
    }
  }

  return next
}

/** The same part with the axes of round faces drawn the other way, of all or of every second one. */
export function withAxesReversed({ graph, box }: Sketch, every = 1): Sketch {
  const faces = graph.faces.map((face): Face => {
    if (face.kind === 'plane' || face.id % every !== 0) return face
    const [from, to] = face.axialRange
    return { ...face, axis: scale(face.axis, -1), axialRange: [-to, -from] }
  })

  return { graph: { ...graph, faces }, box }
}

/**
 * Turned by a rotation matrix (three rows) and moved; boxes become those of the turned boxes'
 * corners.
 */
export function placed({ graph, box }: Sketch, rows: readonly [Vec3, Vec3, Vec3], shift: Vec3): Sketch {
  const turn = (v: Vec3): Vec3 => [dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)]
  const place = (v: Vec3): Vec3 => add(turn(v), shift)
  const boxAt = ({ min, max }: Box): Box =>
    boxOf(
      [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
        place([k & 1 ? min[0] : max[0], k & 2 ? min[1] : max[1], k & 4 ? min[2] : max[2]]),
      ),
    )
  const faces = graph.faces.map((face) => ({
    ...face,
    axis: turn(face.axis),
    origin: place(face.origin),
    centroid: place(face.centroid),
    box: boxAt(face.box),
  }))

  const edges = graph.edges.map((edge) => ({ ...edge, midpoint: place(edge.midpoint) }))
  return { graph: { source: graph.source, faces, edges }, box: boxAt(box) }
}

/** The same part with its faces in another sequence: face `i` becomes `newIds[i]`. */
export function renumbered({ graph, box }: Sketch, newIds: readonly number[]): Sketch {
  const to = (id: number) => num(newIds, id)
  const faces = graph.faces.map((face) => ({ ...face, id: to(face.id) })).sort((a, b) => a.id - b.id)
  const edges = graph.edges.map((edge) => ({
    ...edge,
    a: Math.min(to(edge.a), to(edge.b)),
    b: Math.max(to(edge.a), to(edge.b)),
  }))

  return { graph: { source: graph.source, faces, edges: edges.reverse() }, box }
}

/** Mass and oriented box of a part that fills its box; `rows` turns the axes with it. */
export function surroundings(
  { graph, box }: Sketch,
  upright: Sketch,
  rows?: readonly [Vec3, Vec3, Vec3],
): { mass: MassFacts; orientedBox: OrientedBox } {
  const turn = (v: Vec3): Vec3 => (rows ? [dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)] : v)
  const centre = scale(add(box.min, box.max), 0.5)
  const size = subtract(upright.box.max, upright.box.min)
  const longestFirst = [0, 1, 2].sort((a, b) => (size[b] ?? 0) - (size[a] ?? 0))
  const side = (rank: number): Vec3 => turn(vector((i) => (i === longestFirst[rank] ? 1 : 0)))
  const areaMm2 = graph.faces.reduce((sum, face) => sum + face.areaMm2, 0)

  return {
    mass: { volumeMm3: size[0] * size[1] * size[2], areaMm2, box, centreOfMass: centre, exactness: 'brep' },
    orientedBox: {
      centre,
      axes: [side(0), side(1), side(2)],
      sizeMm: vector((rank) => size[longestFirst[rank] ?? 0] ?? 0),
    },
  }
}

/** Features of a sketch as drawn. */
export function featuresIn(sketch: Sketch): FeatureFacts {
  const { mass, orientedBox } = surroundings(sketch, sketch)
  return featuresOf(sketch.graph, mass, orientedBox, unwatched)
}
