import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

/** A block with a through hole from above, in its middle unless `x` is given. */
const drilled =
  ([length, width, height]: readonly [number, number, number], diameterMm: number, x = length / 2) =>
  ({ box, cylinder, cut }: Modeller): Solid =>
    cut(box([length, width, height]), cylinder(diameterMm, height + 2, [x, width / 2, -1]))

const flatBlindHole = ({ box, cylinder, cut }: Modeller): Solid => cut(box([30, 30, 20]), cylinder(6, 13, [15, 15, 8]))

/** The hole that a drill leaves, with its point of 118°. */
const drilledBlindHole = ({ box, turned, cut, moved }: Modeller): Solid => {
  const point = 3 / Math.tan((59 * Math.PI) / 180)
  const drill = turned([
    [0, 0],
    [3, point],
    [3, 20],
    [0, 20],
  ])
  return cut(box([30, 30, 20]), moved(drill, [15, 15, 8 - point]))
}

const onePlate = [40, 30, 3] as const

/** Drilled holes: too small, too deep, too close to the edge, and their innocent neighbours. */
export const holes: readonly TruthPart[] = [
  {
    name: 'hole of Ø 0.45 mm',
    build: drilled(onePlate, 0.45),
    truths: [
      inProcess('milling', { 'min-hole-cnc': 'blocks', 'hole-depth-cnc': 'informs' }),
      inProcess('sla', { 'min-hole-sla': 'blocks', 'hole-depth-am': 'warns' }),
      inProcess('mjf', { 'min-hole-pbf': 'blocks', 'hole-depth-am': 'warns' }),
      inProcess('casting', { 'min-hole-casting': 'blocks', 'draft-casting': 'informs' }),
    ],
  },
  {
    name: 'hole of Ø 0.9 mm',
    build: drilled(onePlate, 0.9),
    truths: [
      inProcess('milling', { 'min-hole-cnc': 'warns' }),
      inProcess('sla', { 'min-hole-sla': 'warns', 'hole-depth-am': 'warns' }),
      inProcess('slm', { 'min-hole-pbf': 'warns', 'hole-depth-am': 'warns' }),
    ],
  },
  {
    name: 'hole of Ø 1 mm',
    build: drilled(onePlate, 1),
    truths: [
      inProcess('milling'),
      inProcess('sla'),
      inProcess('mjf', { 'min-hole-pbf': 'warns' }),
      inProcess('casting', { 'min-hole-casting': 'warns', 'draft-casting': 'informs' }),
    ],
  },
  {
    name: 'hole of Ø 1.5 mm',
    build: drilled(onePlate, 1.5),
    truths: [inProcess('mjf'), inProcess('sls'), inProcess('slm')],
  },
  {
    name: 'hole of Ø 2 mm',
    build: drilled(onePlate, 2),
    truths: [inProcess('casting', { 'draft-casting': 'informs' }), inProcess('milling')],
  },
  { name: 'hole of Ø 3 mm, 9 mm deep', build: drilled([30, 30, 9], 3), truths: [inProcess('mjf'), inProcess('sls')] },
  {
    name: 'hole of Ø 3 mm, 12 mm deep',
    build: drilled([30, 30, 12], 3),
    truths: [inProcess('mjf', { 'hole-depth-am': 'warns' }), inProcess('milling')],
  },
  {
    name: 'hole of Ø 3 mm, 30 mm deep',
    build: drilled([30, 30, 30], 3),
    truths: [inProcess('milling', { 'hole-depth-cnc': 'informs' })],
  },
  {
    name: 'hole of Ø 3 mm, 33 mm deep',
    build: drilled([30, 30, 33], 3),
    truths: [inProcess('milling', { 'hole-depth-cnc': 'warns' })],
  },
  {
    name: 'hole of Ø 3 mm, 63 mm deep',
    build: drilled([30, 30, 63], 3),
    truths: [inProcess('milling', { 'hole-depth-cnc': 'blocks' })],
  },
  {
    name: 'blind hole with a flat bottom',
    build: flatBlindHole,
    truths: [inProcess('milling', { 'hole-flat-bottom': 'informs' })],
  },
  { name: 'blind hole with a drill point', build: drilledBlindHole, truths: [inProcess('milling')] },
  {
    name: 'hole of Ø 6 mm, 1.6 mm from the edge',
    build: drilled([40, 30, 6], 6, 4.6),
    truths: [
      inProcess('milling', { 'hole-edge-distance': 'warns' }),
      inProcess('mjf', { 'hole-edge-distance': 'warns' }),
      inProcess('casting', { 'hole-edge-distance': 'warns', 'draft-casting': 'informs' }),
    ],
  },
  {
    name: 'hole of Ø 6 mm, 6 mm from the edge',
    build: drilled([40, 30, 6], 6, 9),
    truths: [inProcess('milling'), inProcess('mjf')],
  },
  {
    name: 'bore of Ø 40 mm with 20 mm of material beside it',
    build: drilled([100, 80, 12], 40),
    truths: [inProcess('milling'), inProcess('mjf')],
  },
  {
    name: 'bore of Ø 152.4 mm with 139.7 mm of material beside it',
    build: drilled([431.8, 431.8, 20], 152.4),
    truths: [inProcess('milling')],
  },
]
