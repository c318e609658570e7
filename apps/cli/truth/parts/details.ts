import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

/** A plate of 40 × 30 × 5 mm with a straight groove across its top. */
const grooved =
  (widthMm: number, depthMm: number) =>
  ({ box, cut }: Modeller): Solid =>
    cut(box([40, 30, 5]), box([42, widthMm, depthMm + 1], [-1, 12, 5 - depthMm]))

/** A block with a deep slot between two thick walls. */
const slotted =
  (widthMm: number) =>
  ({ box, cut }: Modeller): Solid =>
    cut(box([30, 20, 14]), box([32, widthMm, 11], [-1, 10, 4]))

const withPin =
  (diameterMm: number) =>
  ({ box, cylinder, fuse }: Modeller): Solid =>
    fuse(box([40, 30, 3]), cylinder(diameterMm, 8, [20, 15, 3]))

/** A screw boss of Ø 8 mm on a plate. */
const withBoss =
  (wallMm: number) =>
  ({ box, cylinder, fuse, cut }: Modeller): Solid =>
    cut(fuse(box([40, 30, 3]), cylinder(8, 8, [20, 15, 3])), cylinder(8 - 2 * wallMm, 9, [20, 15, 4]))

const embossed = ({ box, fuse }: Modeller): Solid => fuse(box([40, 30, 5]), box([30, 0.5, 0.5], [5, 12, 5]))

/** Two holes that meet almost: a sacrificial membrane of 0.3 mm stays between them. */
const withMembrane =
  (diameterMm: number) =>
  ({ box, cylinder, cut }: Modeller): Solid =>
    cut(box([120, 120, 10]), cylinder(diameterMm, 5, [60, 60, -0.15]), cylinder(diameterMm, 6, [60, 60, 5.15]))

/** A wedge that ends in an edge of 0.04 mm. */
const featherEdge = ({ prism }: Modeller): Solid =>
  prism(
    [
      [0, 0],
      [40, 0],
      [40, 8],
      [0, 0.04],
    ],
    30,
  )

/** Lettering, gaps, pins, bosses and places that are thin but small. */
export const details: readonly TruthPart[] = [
  {
    name: 'engraved groove of 0.5 mm',
    build: grooved(0.5, 0.5),
    truths: [
      inProcess('mjf', { 'engrave-am': 'warns' }, { unclaimed: ['clearance-pbf'] }),
      inProcess('slm', { 'engrave-slm': 'warns' }, { unclaimed: ['clearance-slm'] }),
      inProcess('milling'),
    ],
  },
  {
    name: 'engraved groove of 0.9 mm',
    build: grooved(0.9, 0.9),
    truths: [
      inProcess('mjf', { 'engrave-am': 'informs' }),
      inProcess('slm', { 'engrave-slm': 'warns' }, { unclaimed: ['clearance-slm'] }),
    ],
  },
  {
    name: 'engraved groove of 1 mm',
    build: grooved(1, 1),
    truths: [inProcess('mjf'), inProcess('sla'), inProcess('slm')],
  },
  {
    name: 'engraved groove of 0.4 mm',
    build: grooved(0.4, 0.3),
    truths: [inProcess('milling', { 'engrave-cnc': 'warns' })],
  },
  {
    name: 'engraved groove of 0.15 mm',
    build: grooved(0.15, 0.15),
    truths: [inProcess('milling', { 'engrave-cnc': 'blocks' })],
  },
  {
    name: 'embossed line of 0.5 mm',
    build: embossed,
    truths: [inProcess('mjf', { 'engrave-am': 'warns' }, { claim: 'makeable' })],
  },
  {
    name: 'slot of 0.15 mm',
    build: slotted(0.15),
    truths: [inProcess('sla', { 'clearance-sla': 'warns' }), inProcess('mjf', { 'clearance-pbf': 'warns' })],
  },
  {
    name: 'slot of 0.3 mm',
    build: slotted(0.3),
    truths: [
      inProcess('sla'),
      inProcess('mjf', { 'clearance-pbf': 'warns' }),
      inProcess('slm', { 'clearance-slm': 'warns' }),
    ],
  },
  {
    name: 'slot of 0.5 mm',
    build: slotted(0.5),
    truths: [
      inProcess('mjf', { 'clearance-pbf': 'informs' }),
      inProcess('slm', { 'clearance-slm': 'informs' }),
      inProcess('milling', { 'pocket-depth': 'blocks' }, { unclaimed: ['corner-depth'] }),
    ],
  },
  {
    name: 'slot of 0.6 mm',
    build: slotted(0.6),
    truths: [inProcess('mjf'), inProcess('sls')],
  },
  {
    name: 'pin of Ø 0.7 mm',
    build: withPin(0.7),
    truths: [
      inProcess('mjf', { 'min-pin-pbf': 'blocks' }, { unclaimed: ['min-wall-mjf'] }),
      inProcess('sla', { 'min-pin-sla': 'warns' }, { unclaimed: ['min-wall-sla'] }),
    ],
  },
  {
    name: 'pin of Ø 1.8 mm',
    build: withPin(1.8),
    truths: [inProcess('mjf', { 'min-pin-pbf': 'warns' }), inProcess('sla')],
  },
  { name: 'pin of Ø 2 mm', build: withPin(2), truths: [inProcess('mjf'), inProcess('sls'), inProcess('slm')] },
  {
    name: 'boss with a wall of 1.2 mm',
    build: withBoss(1.2),
    truths: [inProcess('mjf', { 'boss-snap': 'warns' }, { unclaimed: ['min-wall-mjf', 'hole-edge-distance'] })],
  },
  { name: 'boss with a wall of 1.5 mm', build: withBoss(1.5), truths: [inProcess('mjf'), inProcess('sla')] },
  {
    name: 'membrane of 0.3 mm over 3 mm²',
    build: withMembrane(1.95),
    truths: [
      inProcess('mjf', { 'min-wall-mjf': ['warns', 'informs'] }),
      inProcess('sls', { 'min-wall-sls': ['warns', 'informs'] }),
      inProcess('sla', { 'min-wall-sla': ['warns', 'informs'] }),
    ],
  },
  {
    name: 'membrane of 0.3 mm over 200 mm²',
    build: withMembrane(16),
    truths: [
      inProcess('mjf', { 'min-wall-mjf': ['warns', 'blocks'] }),
      inProcess('sla', { 'min-wall-sla': ['warns', 'blocks'] }),
    ],
  },
  {
    name: 'membrane of 0.3 mm over 1250 mm²',
    build: withMembrane(40),
    truths: [
      inProcess('mjf', { 'min-wall-mjf': 'blocks' }),
      inProcess('sla', { 'min-wall-sla': 'blocks' }),
      inProcess('milling', { 'min-wall-cnc-metal': 'blocks', 'hole-flat-bottom': 'informs' }),
    ],
  },
  {
    name: 'wedge with a feather edge of 0.04 mm',
    build: featherEdge,
    truths: [inProcess('milling', {}, { claim: 'makeable' }), inProcess('mjf', {}, { claim: 'makeable' })],
  },
]
