import type { Vec3 } from '@cotation/geometry'
import { binaryStl, box, insideOut, merge, meshOf, moved, sphere } from '@cotation/geometry/solids'
import type { Modeller } from './modeller.ts'
import { type Faults, inProcess, type TruthPart } from './truth-part.ts'

type Mesh = ReturnType<typeof box>

const stlOnly = (mesh: Mesh) => () => ({ stl: binaryStl(mesh) })

/** A housing of 60 × 40 × 30 mm that is open above; its walls are 3 mm thick. */
const housing = ({ box: block, cut }: Modeller) => cut(block([60, 40, 30]), block([54, 34, 30], [3, 3, 3]))

const body = box([60, 40, 12])

/** A triangle with both of its sides drawn: a closed shell without any volume. */
const folded = (at: Vec3): Mesh =>
  moved(
    meshOf(
      [
        [0, 0, 0],
        [2, 0, 0],
        [1, 1e-4, 0],
      ],
      [
        [0, 1, 2],
        [0, 2, 1],
      ],
    ),
    at,
  )

/** Four of the body's own triangles a second time. */
const doubled: Mesh = { positions: body.positions, indices: body.indices.slice(0, 12) }

const tetrahedron = (sideMm: number, at: Vec3): Mesh =>
  moved(
    meshOf(
      [
        [0, 0, 0],
        [sideMm, 0, 0],
        [0, sideMm, 0],
        [0, 0, sideMm],
      ],
      [
        [0, 2, 1],
        [0, 1, 3],
        [1, 2, 3],
        [0, 3, 2],
      ],
    ),
    at,
  )

/** The mesh without its triangles in the plane of this x. */
function openAt(mesh: Mesh, x: number): Mesh {
  const isInPlane = (vertex: number) => mesh.positions[3 * vertex] === x
  const triangles = Array.from({ length: mesh.indices.length / 3 }, (_, t) => [...mesh.indices.slice(3 * t, 3 * t + 3)])
  return { positions: mesh.positions, indices: Uint32Array.from(triangles.filter((t) => !t.every(isInPlane)).flat()) }
}

/** A finding says what was left out of the part. */
const leftOut: Faults = { 'left-out-fragments': 'informs' }

const dirtRules = ['mesh-nonmanifold', 'mesh-watertight'] as const

const withoutTriangle = (mesh: Mesh): Mesh => ({ positions: mesh.positions, indices: mesh.indices.slice(3) })

/** Two equal blocks that touch along one edge: two parts, however their vertices are welded. */
const touching = merge(box([20, 20, 10]), box([20, 20, 10], [20, 20, 0]))

/** A triangle that hangs on an edge of the body: a leftover of a surface, not a part. */
const fin = meshOf(
  [
    [0, 0, 12],
    [60, 0, 12],
    [30, -10, 20],
  ],
  [[0, 1, 2]],
)

/** Two chambers with one wall between them that has no thickness. */
const partition = meshOf(
  [
    [20, 0, 0],
    [20, 40, 0],
    [20, 40, 12],
    [20, 0, 12],
  ],
  [
    [0, 1, 2],
    [0, 2, 3],
  ],
)
const chambers = merge(openAt(box([20, 40, 12]), 20), openAt(box([40, 40, 12], [20, 0, 0]), 20), partition)

/** Dirt, open surfaces and several bodies in one file. */
export const files: readonly TruthPart[] = [
  {
    name: 'body with slivers beside it',
    build: stlOnly(merge(body, folded([70, 0, 0]), folded([70, 5, 3]), folded([10, 10, 20]))),
    truths: [inProcess('mjf', leftOut, { unclaimed: dirtRules }), inProcess('milling', leftOut)],
  },
  {
    name: 'body with doubled triangles',
    build: stlOnly(merge(body, doubled)),
    truths: [inProcess('mjf', {}, { unclaimed: dirtRules })],
  },
  {
    name: 'body with a crumb of 0.01 mm beside it',
    build: stlOnly(merge(body, tetrahedron(0.01, [70, 5, 5]))),
    truths: [inProcess('mjf', leftOut), inProcess('sls', leftOut)],
  },
  {
    name: 'body with a speck inside its material',
    build: stlOnly(merge(body, insideOut(box([0.016, 0.12, 0.1], [30, 20, 6])))),
    truths: [inProcess('mjf', leftOut), inProcess('sla', leftOut)],
  },
  {
    name: 'body with a real void of 65 mm³',
    build: stlOnly(merge(body, insideOut(moved(sphere(2.5), [30, 20, 6])))),
    truths: [inProcess('mjf', { 'enclosed-void': 'blocks' }, { unclaimed: ['min-wall-mjf'] })],
  },
  {
    name: 'plate with a small washer beside it',
    build: ({ box: block, cylinder, cut, stepOf, stlOf }) => {
      const washer = cut(cylinder(8, 2, [120, 10, 0]), cylinder(3.2, 4, [120, 10, -1]))
      const bodies = [block([100, 60, 12]), washer]
      return { step: stepOf(...bodies), stl: stlOf(bodies) }
    },
    lines: 2,
    truths: [inProcess('mjf', { 'min-size-am': 'warns' }, { unclaimed: ['hole-edge-distance'] })],
  },
  {
    name: 'solid with open surfaces beside it',
    build: (make) => {
      const outline = [
        [-20, 0],
        [80, 0],
        [80, 50],
        [-20, 50],
      ] as const
      return { step: make.stepOf(housing(make), make.sheet(outline, -15), make.sheet(outline, 60)) }
    },
    truths: [
      inProcess('mjf', { 'left-out-surfaces': 'informs' }),
      inProcess('sls', { 'left-out-surfaces': 'informs' }),
    ],
  },
  { name: 'housing with walls of 3 mm', build: housing, wallMm: 3, truths: [inProcess('mjf'), inProcess('sls')] },
  {
    name: 'mesh turned inside out',
    build: stlOnly(insideOut(body)),
    truths: [inProcess('mjf', { 'mesh-inverted': 'informs' }), inProcess('milling', { 'mesh-inverted': 'informs' })],
  },
  {
    name: 'mesh with a missing triangle',
    build: stlOnly(withoutTriangle(body)),
    truths: [inProcess('mjf', { 'mesh-watertight': 'warns' })],
  },
  {
    name: 'two blocks that touch along an edge',
    build: stlOnly(touching),
    truths: [inProcess('mjf'), inProcess('milling')],
  },
  {
    name: 'body with a triangle on one edge',
    build: stlOnly(merge(body, fin)),
    truths: [inProcess('mjf', leftOut, { unclaimed: dirtRules })],
  },
  {
    name: 'body with a wall of no thickness inside',
    build: stlOnly(chambers),
    truths: [inProcess('mjf', { 'mesh-nonmanifold': 'warns' }, { claim: 'makeable' })],
  },
  {
    name: 'part of 1.9 m in a file without a unit',
    build: stlOnly(box([1900, 100, 20])),
    truths: [inProcess('milling', { 'unit-suspect': 'warns', 'max-size': 'blocks' })],
  },
]
