import type { Vec3 } from '@cotation/geometry'
import type { Point2 } from '@cotation/geometry/solids'
import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

/** A block with one pocket in its top; the floor is 5 mm thick. */
const pocketed =
  ([length, width, depth]: Vec3, radiusMm: number) =>
  ({ box, roundedBox, cut }: Modeller): Solid => {
    const at: Vec3 = [(60 - length) / 2, (50 - width) / 2, 5]
    const tool: Vec3 = [length, width, depth + 1]
    return cut(box([60, 50, depth + 5]), radiusMm > 0 ? roundedBox(tool, radiusMm, at) : box(tool, at))
  }

/** A block with a channel of this outline from end to end. */
const channelled =
  (...outline: readonly Point2[]) =>
  ({ box, prism, cut }: Modeller): Solid =>
    cut(box([60, 50, 25]), prism(outline, 52, -1))

const tSlot = channelled([26, 26], [26, 17], [22, 17], [22, 11], [38, 11], [38, 17], [34, 17], [34, 26])
const dovetail = channelled([25, 26], [25, 25], [20, 15], [40, 15], [35, 25], [35, 26])
const plainSlot = channelled([26, 26], [26, 13], [34, 13], [34, 26])

/** A T-slot that a cutter enters from one side, with the round end that the cutter leaves. */
const blindTSlot = ({ box, cylinder, cut }: Modeller): Solid =>
  cut(
    box([60, 60, 25]),
    box([8, 46, 9], [26, -1, 17]),
    cylinder(8, 9, [30, 45, 17]),
    box([16, 46, 6], [22, -1, 11]),
    cylinder(16, 6, [30, 45, 11]),
  )

/** A T-slot that ends inside the block: no cutter gets in. */
const closedTSlot = ({ box, cut }: Modeller): Solid =>
  cut(box([60, 50, 25]), box([8, 30, 10], [26, 10, 17]), box([20, 30, 6], [20, 10, 11]))

const enclosedVoid = ({ box, cut }: Modeller): Solid => cut(box([40, 40, 40]), box([25, 25, 25], [7.5, 7.5, 7.5]))

/** A drilled hole of Ø 6 mm, 10 mm deep, with its point. */
const drillHole = ({ cylinder, fuse, sphere }: Modeller, at: Vec3, axis: Vec3): Solid => {
  const end: Vec3 = [at[0] + 10 * axis[0], at[1] + 10 * axis[1], at[2] + 10 * axis[2]]
  return fuse(cylinder(6, 10, at, axis), sphere(6, end))
}

const holesFrom =
  (...sides: readonly (readonly [at: Vec3, axis: Vec3])[]) =>
  (make: Modeller): Solid =>
    make.cut(make.box([40, 40, 40]), ...sides.map(([at, axis]) => drillHole(make, at, axis)))

const topAndBottom = [
  [
    [20, 20, 40],
    [0, 0, -1],
  ],
  [
    [20, 20, 0],
    [0, 0, 1],
  ],
] as const

const fourSides = [
  [
    [0, 20, 20],
    [1, 0, 0],
  ],
  [
    [40, 20, 20],
    [-1, 0, 0],
  ],
  [
    [20, 0, 20],
    [0, 1, 0],
  ],
  [
    [20, 40, 20],
    [0, -1, 0],
  ],
] as const

const crossOfBars = ({ box, fuse }: Modeller): Solid =>
  fuse(box([100, 6, 6], [-50, -3, -3]), box([6, 100, 6], [-3, -50, -3]), box([6, 6, 100], [-3, -3, -50]))

/** Pockets, slots and undercuts for the mill. */
export const pockets: readonly TruthPart[] = [
  { name: 'pocket with corners of R 5', build: pocketed([40, 30, 10], 5), truths: [inProcess('milling')] },
  {
    name: 'pocket with corners of R 2.5',
    build: pocketed([40, 30, 10], 2.5),
    truths: [inProcess('milling', { 'internal-corner': 'informs' })],
  },
  {
    name: 'pocket with corners of R 0.8',
    build: pocketed([40, 30, 5], 0.8),
    truths: [inProcess('milling', { 'internal-corner': 'warns' })],
  },
  {
    name: 'pocket with corners of R 0.15',
    build: pocketed([40, 30, 1], 0.15),
    truths: [inProcess('milling', { 'internal-corner': 'blocks' })],
  },
  {
    name: 'pocket nine times as deep as its corners',
    build: pocketed([40, 30, 27], 3),
    truths: [inProcess('milling', { 'corner-depth': 'warns' })],
  },
  {
    name: 'pocket 17 times as deep as its corners',
    build: pocketed([40, 30, 34], 2),
    truths: [inProcess('milling', { 'corner-depth': 'blocks', 'internal-corner': 'informs' })],
  },
  {
    name: 'pocket with sharp corners',
    build: pocketed([40, 30, 10], 0),
    truths: [inProcess('milling', { 'sharp-edge': 'warns' })],
  },
  {
    name: 'pocket three times as deep as wide',
    build: pocketed([30, 10, 30], 4.5),
    truths: [inProcess('milling')],
  },
  {
    name: 'pocket 3.5 times as deep as wide',
    build: pocketed([30, 8, 28], 3.5),
    truths: [inProcess('milling', { 'pocket-depth': 'informs' })],
  },
  {
    name: 'pocket 4.5 times as deep as wide',
    build: pocketed([30, 8, 36], 3.5),
    truths: [inProcess('milling', { 'pocket-depth': 'warns', 'corner-depth': 'warns' })],
  },
  {
    name: 'pocket 11 times as deep as wide',
    build: pocketed([30, 6, 66], 2.9),
    truths: [
      inProcess('milling', { 'pocket-depth': 'blocks', 'corner-depth': 'blocks', 'internal-corner': 'informs' }),
    ],
  },
  { name: 'plain slot open at both ends', build: plainSlot, truths: [inProcess('milling')] },
  {
    name: 'T-slot open at both ends',
    build: tSlot,
    truths: [inProcess('milling', { 'undercut-slot': ['informs', 'warns'] })],
  },
  {
    name: 'dovetail open at both ends',
    build: dovetail,
    truths: [inProcess('milling', { 'undercut-slot': ['informs', 'warns'] })],
  },
  {
    name: 'T-slot open at one end',
    build: blindTSlot,
    truths: [inProcess('milling', { 'undercut-slot': ['informs', 'warns'] })],
  },
  {
    name: 'T-slot closed at both ends',
    build: closedTSlot,
    truths: [
      inProcess('milling', { 'undercut-cnc': ['warns', 'blocks'] }, { unclaimed: ['sharp-edge', 'pocket-depth'] }),
    ],
  },
  {
    name: 'cube with an enclosed void',
    build: enclosedVoid,
    truths: [
      inProcess('milling', { 'closed-void-cnc': 'blocks', 'undercut-cnc': 'blocks' }, { unclaimed: ['sharp-edge'] }),
    ],
  },
  { name: 'holes from two sides', build: holesFrom(...topAndBottom), truths: [inProcess('milling')] },
  {
    name: 'holes from six sides',
    build: holesFrom(...topAndBottom, ...fourSides),
    truths: [inProcess('milling', { setups: 'warns' })],
  },
  {
    name: 'cross of bars',
    build: crossOfBars,
    truths: [inProcess('milling', { 'material-removal': 'warns' }, { unclaimed: ['setups', 'sharp-edge'] })],
  },
]
