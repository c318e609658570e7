import type { Modeller, Solid } from './modeller.ts'
import { inPlastic, inProcess, type Severity, type Truth, type TruthPart } from './truth-part.ts'

/** A base of 3 mm with one upright wall along its length. */
const rib =
  (thicknessMm: number, heightMm: number, lengthMm = 40) =>
  ({ box, fuse }: Modeller): Solid =>
    fuse(box([lengthMm, 30, 3]), box([lengthMm, thicknessMm, heightMm], [0, 10, 3]))

const wall = (
  rule: 'min-wall-sla' | 'min-wall-mjf' | 'min-wall-sls' | 'min-wall-slm',
  severity: Severity | undefined,
) => (severity === undefined ? {} : { [rule]: severity })

/** What each printing process says of the wall, where it says anything. */
const printed = ({ sla, mjf, sls, slm }: Partial<Record<'sla' | 'mjf' | 'sls' | 'slm', Severity>>): Truth[] => [
  inProcess('sla', wall('min-wall-sla', sla)),
  inProcess('mjf', wall('min-wall-mjf', mjf)),
  inProcess('sls', wall('min-wall-sls', sls)),
  inProcess('slm', wall('min-wall-slm', slm)),
]

/** Printed walls at their limits and 1 % below: 0.5, 0.6, 0.7 and 1.0, 1.5 mm up to 50 mm. */
const printedRibs: TruthPart[] = [
  {
    name: 'printed wall of 0.495 mm',
    build: rib(0.495, 17),
    wallMm: 0.495,
    truths: printed({ sla: 'blocks', mjf: 'blocks', sls: 'blocks', slm: 'blocks' }),
  },
  {
    name: 'printed wall of 0.5 mm',
    build: rib(0.5, 17),
    wallMm: 0.5,
    truths: printed({ sla: 'warns', mjf: 'blocks', sls: 'blocks', slm: 'warns' }),
  },
  {
    name: 'printed wall of 0.594 mm',
    build: rib(0.594, 17),
    wallMm: 0.594,
    truths: printed({ sla: 'warns', mjf: 'blocks', sls: 'blocks', slm: 'warns' }),
  },
  {
    name: 'printed wall of 0.6 mm',
    build: rib(0.6, 17),
    wallMm: 0.6,
    truths: printed({ sla: 'warns', mjf: 'warns', sls: 'blocks', slm: 'warns' }),
  },
  {
    name: 'printed wall of 0.7 mm',
    build: rib(0.7, 17),
    wallMm: 0.7,
    truths: printed({ sla: 'warns', mjf: 'warns', sls: 'warns', slm: 'warns' }),
  },
  {
    name: 'printed wall of 0.99 mm',
    build: rib(0.99, 17),
    wallMm: 0.99,
    truths: printed({ sla: 'warns', mjf: 'warns', sls: 'warns', slm: 'warns' }),
  },
  {
    name: 'printed wall of 1 mm',
    build: rib(1, 17),
    wallMm: 1,
    truths: printed({ mjf: 'warns', sls: 'warns', slm: 'warns' }),
  },
  {
    name: 'printed wall of 1.485 mm',
    build: rib(1.485, 17),
    wallMm: 1.485,
    truths: printed({ mjf: 'warns', sls: 'warns', slm: 'warns' }),
  },
  { name: 'printed wall of 1.5 mm', build: rib(1.5, 17), wallMm: 1.5, truths: printed({}) },
  {
    name: 'printed wall of 0.8 mm, 150 mm long',
    build: rib(0.8, 17, 150),
    wallMm: 0.8,
    truths: printed({ sla: 'warns', mjf: 'warns', sls: 'blocks', slm: 'blocks' }),
  },
  {
    name: 'printed wall of 2 mm, 150 mm long',
    build: rib(2, 17, 150),
    wallMm: 2,
    truths: printed({ slm: 'warns' }),
  },
]

/** Machined walls, low enough not to chatter: 0.5 and 0.8 mm in metal, 1.0 and 1.5 mm in plastic. */
const machinedRibs: TruthPart[] = [
  {
    name: 'milled wall of 0.495 mm',
    build: rib(0.495, 4),
    wallMm: 0.495,
    truths: [
      inProcess('milling', { 'min-wall-cnc-metal': 'blocks' }),
      inPlastic('milling', { 'min-wall-cnc-plastic': 'blocks' }),
    ],
  },
  {
    name: 'milled wall of 0.5 mm',
    build: rib(0.5, 4),
    wallMm: 0.5,
    truths: [inProcess('milling', { 'min-wall-cnc-metal': 'warns' })],
  },
  {
    name: 'milled wall of 0.8 mm',
    build: rib(0.8, 4),
    wallMm: 0.8,
    truths: [inProcess('milling')],
  },
  {
    name: 'milled wall of 0.99 mm',
    build: rib(0.99, 4),
    wallMm: 0.99,
    truths: [inProcess('milling'), inPlastic('milling', { 'min-wall-cnc-plastic': 'blocks' })],
  },
  {
    name: 'milled wall of 1 mm',
    build: rib(1, 4),
    wallMm: 1,
    truths: [inProcess('milling'), inPlastic('milling', { 'min-wall-cnc-plastic': 'warns' })],
  },
  {
    name: 'milled wall of 1.5 mm',
    build: rib(1.5, 4),
    wallMm: 1.5,
    truths: [inProcess('milling'), inPlastic('milling')],
  },
  { name: 'milled wall ten times as high as thick', build: rib(1, 10), truths: [inProcess('milling')] },
  {
    name: 'milled wall twelve times as high as thick',
    build: rib(1, 12),
    truths: [inProcess('milling', { 'wall-aspect-cnc': 'warns' })],
  },
  {
    name: 'milled wall 32 times as high as thick',
    build: rib(1, 32),
    truths: [inProcess('milling', { 'wall-aspect-cnc': 'blocks' })],
  },
]

/** Cast walls: 0.8 and 1.2 mm up to 50 mm. None of the ribs has draft. */
const castRibs: TruthPart[] = [
  {
    name: 'cast wall of 0.79 mm',
    build: rib(0.79, 8),
    wallMm: 0.79,
    truths: [
      inProcess(
        'casting',
        { 'min-wall-casting': 'blocks', 'draft-casting': 'informs' },
        { unclaimed: ['wall-uniformity'] },
      ),
    ],
  },
  {
    name: 'cast wall of 0.8 mm',
    build: rib(0.8, 8),
    wallMm: 0.8,
    truths: [
      inProcess(
        'casting',
        { 'min-wall-casting': 'warns', 'draft-casting': 'informs' },
        { unclaimed: ['wall-uniformity'] },
      ),
    ],
  },
  {
    name: 'cast wall of 1.2 mm',
    build: rib(1.2, 8),
    wallMm: 1.2,
    truths: [inProcess('casting', { 'draft-casting': 'informs' })],
  },
]

/** Flat walls at the published limits and just below. */
export const ribs: readonly TruthPart[] = [...printedRibs, ...machinedRibs, ...castRibs]
