import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

/** A box with walls of 5 mm around a void, and a hole through its lid if it has a diameter. */
const hollowBox =
  (escapeMm: number) =>
  ({ box, cylinder, cut }: Modeller): Solid => {
    const closed = cut(box([40, 30, 20]), box([30, 20, 10], [5, 5, 5]))
    return escapeMm > 0 ? cut(closed, cylinder(escapeMm, 8, [20, 15, 13])) : closed
  }

const openBox = ({ box, cut }: Modeller): Solid => cut(box([40, 30, 20]), box([36, 26, 20], [2, 2, 2]))

/** A plate on a stem: what sticks out needs supports. */
const mushroom =
  (sideMm: number) =>
  ({ box, fuse }: Modeller): Solid =>
    fuse(box([10, 10, 30], [-5, -5, 0]), box([sideMm, sideMm, 5], [-sideMm / 2, -sideMm / 2, 30]))

const horizontalHole =
  (diameterMm: number) =>
  ({ box, cylinder, cut }: Modeller): Solid =>
    cut(box([60, 20, 40]), cylinder(diameterMm, 22, [30, -1, 20], [0, 1, 0]))

const verticalHole = ({ box, cylinder, cut }: Modeller): Solid => cut(box([60, 40, 20]), cylinder(10, 22, [30, 20, -1]))

/** Hollow boxes, overhangs and channels of printed parts. */
export const boxes: readonly TruthPart[] = [
  {
    name: 'box with an enclosed void',
    build: hollowBox(0),
    truths: [
      inProcess('mjf', { 'enclosed-void': 'blocks' }),
      inProcess('sls', { 'enclosed-void': 'blocks' }),
      inProcess('sla', { 'enclosed-void': 'blocks', 'support-trapped': 'warns' }),
      inProcess('slm', { 'enclosed-void': 'blocks', 'support-trapped': 'warns' }),
      inProcess(
        'casting',
        { 'casting-closed': 'blocks', 'draft-casting': 'informs' },
        { unclaimed: ['undercut-casting'] },
      ),
    ],
  },
  {
    name: 'box with an escape hole of Ø 1.8 mm',
    build: hollowBox(1.8),
    truths: [
      inProcess('mjf', { 'escape-hole-dia': 'blocks' }),
      inProcess('slm', { 'escape-hole-slm': 'blocks', 'support-trapped': 'warns' }),
    ],
  },
  {
    name: 'box with an escape hole of Ø 3 mm',
    build: hollowBox(3),
    truths: [
      inProcess('mjf', { 'escape-hole-dia': 'warns' }),
      inProcess('sls', { 'escape-hole-dia': 'warns' }),
      inProcess('slm', { 'escape-hole-slm': 'warns', 'support-trapped': 'warns' }),
    ],
  },
  { name: 'box with an escape hole of Ø 5 mm', build: hollowBox(5), truths: [inProcess('mjf'), inProcess('sls')] },
  {
    name: 'open box with walls of 2 mm',
    build: openBox,
    wallMm: 2,
    truths: [inProcess('mjf'), inProcess('sls'), inProcess('sla'), inProcess('slm')],
  },
  {
    name: 'plate of 40 mm on a stem',
    build: mushroom(40),
    truths: [inProcess('slm', { 'overhang-slm': 'informs' }), inProcess('mjf')],
  },
  {
    name: 'plate of 60 mm on a stem',
    build: mushroom(60),
    truths: [inProcess('slm', { 'overhang-slm': 'warns' })],
  },
  { name: 'horizontal hole of Ø 8 mm', build: horizontalHole(8), truths: [inProcess('slm')] },
  {
    name: 'horizontal hole of Ø 10 mm',
    build: horizontalHole(10),
    truths: [inProcess('slm', { 'slm-channel': 'warns' })],
  },
  { name: 'vertical hole of Ø 10 mm', build: verticalHole, truths: [inProcess('slm'), inProcess('milling')] },
]
