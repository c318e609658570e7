import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

/** A cup with walls of 2 mm that open by 3.8°. */
const draftedCup = ({ turned }: Modeller): Solid =>
  turned([
    [0, 0],
    [20, 0],
    [22, 30],
    [20, 30],
    [18.133, 2],
    [0, 2],
  ])

const straightCup = ({ cylinder, cut }: Modeller): Solid => cut(cylinder(44, 30), cylinder(40, 30, [0, 0, 2]))

/** Half of the plate is 2 mm thick. */
const steppedPlate =
  (thickMm: number) =>
  ({ box, fuse }: Modeller): Solid =>
    fuse(box([40, 40, 2]), box([20, 40, thickMm]))

/** Three bores that cross: at most one of them lies along the pull. */
const crossedBores = ({ box, cylinder, cut }: Modeller): Solid =>
  cut(
    box([20, 20, 20], [-10, -10, -10]),
    cylinder(10, 22, [0, 0, -11]),
    cylinder(10, 22, [-11, 0, 0], [1, 0, 0]),
    cylinder(10, 22, [0, -11, 0], [0, 1, 0]),
  )

/** The mould opens across the axis, so the flanges are no undercut. */
const spool = ({ turned }: Modeller): Solid =>
  turned([
    [0, 0],
    [15, 0],
    [15, 3],
    [4, 3],
    [4, 23],
    [15, 23],
    [15, 26],
    [0, 26],
  ])

/** Parts for the silicone mould. */
export const castings: readonly TruthPart[] = [
  {
    name: 'cup with draft',
    build: draftedCup,
    truths: [
      inProcess('casting'),
      inProcess('casting', { 'qty-casting': 'informs' }, { quantity: 1 }),
      inProcess('mjf'),
    ],
  },
  {
    name: 'cup without draft',
    build: straightCup,
    wallMm: 2,
    truths: [inProcess('casting', { 'draft-casting': 'informs' })],
  },
  {
    name: 'plate with sections of 2 and 7 mm',
    build: steppedPlate(7),
    truths: [inProcess('casting', { 'draft-casting': 'informs' })],
  },
  {
    name: 'plate with sections of 2 and 9 mm',
    build: steppedPlate(9),
    truths: [inProcess('casting', { 'wall-uniformity': 'warns', 'draft-casting': 'informs' })],
  },
  {
    name: 'cube with three crossing bores',
    build: crossedBores,
    truths: [
      inProcess(
        'casting',
        { 'undercut-casting': ['warns', 'blocks'], 'draft-casting': 'informs' },
        { unclaimed: ['hole-edge-distance', 'wall-uniformity', 'min-wall-casting'] },
      ),
    ],
  },
  {
    name: 'spool',
    build: spool,
    truths: [inProcess('casting', { 'draft-casting': 'informs' }, { unclaimed: ['wall-uniformity'] })],
  },
]
