import type { Vec3 } from '@cotation/geometry'
import type { Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

const block =
  (...size: Vec3) =>
  ({ box }: Modeller): Solid =>
    box(size)

/** Blocks, plates and bars whose size or proportion is the fault. */
export const plates: readonly TruthPart[] = [
  {
    name: 'plate of 200 × 120 × 3 mm',
    build: block(200, 120, 3),
    truths: [
      inProcess('sla', { 'flat-warp': 'warns' }),
      inProcess('mjf', { 'flat-warp': 'warns' }),
      inProcess('sls', { 'flat-warp': 'warns' }),
      inProcess('milling'),
    ],
  },
  {
    name: 'plate of 100 × 60 × 2 mm',
    build: block(100, 60, 2),
    wallMm: 2,
    truths: [inProcess('sla'), inProcess('mjf'), inProcess('sls'), inProcess('milling')],
  },
  {
    name: 'bar of 80 × 8 × 8 mm',
    build: block(80, 8, 8),
    truths: [inProcess('sla'), inProcess('mjf'), inProcess('slm')],
  },
  {
    name: 'bar of 100 × 8 × 8 mm',
    build: block(100, 8, 8),
    truths: [
      inProcess('sla', { slender: 'informs' }),
      inProcess('mjf', { slender: 'informs' }),
      inProcess('slm', { slender: 'informs' }),
    ],
  },
  {
    name: 'bar of 100 × 6 × 6 mm',
    build: block(100, 6, 6),
    truths: [inProcess('mjf', { slender: 'warns' }), inProcess('sls', { slender: 'warns' })],
  },
  {
    name: 'cube of 4 mm',
    build: block(4, 4, 4),
    truths: [
      inProcess('mjf', { 'min-size-am': 'warns' }),
      inProcess('sla', { 'min-size-am': 'warns' }),
      inProcess('milling'),
    ],
  },
  { name: 'cube of 5 mm', build: block(5, 5, 5), truths: [inProcess('mjf'), inProcess('sla'), inProcess('slm')] },
  { name: 'bar of 10 × 2 × 2 mm', build: block(10, 2, 2), truths: [inProcess('mjf'), inProcess('sla')] },
  {
    name: 'plate of 30 × 20 × 1.5 mm',
    build: block(30, 20, 1.5),
    truths: [inProcess('mjf', { 'min-size-am': 'blocks' }), inProcess('sla', { 'min-size-am': 'blocks' })],
  },
  {
    name: 'block of 380 × 100 × 10 mm',
    build: block(380, 100, 10),
    truths: [inProcess('mjf', { 'max-size': 'blocks' }), inProcess('milling')],
  },
  {
    name: 'block of 1600 × 100 × 20 mm',
    build: block(1600, 100, 20),
    truths: [inProcess('milling', { 'max-size': 'blocks' }, { unclaimed: ['unit-suspect'] })],
  },
  {
    name: 'block of 300 × 40 × 10 mm',
    build: block(300, 40, 10),
    truths: [inProcess('sla', { 'large-sla': 'informs' })],
  },
  { name: 'block of 250 × 40 × 10 mm', build: block(250, 40, 10), truths: [inProcess('sla')] },
  {
    name: 'cube of 30 mm',
    build: block(30, 30, 30),
    truths: [
      inProcess('sla', { 'wall-too-thick-sla': 'informs' }),
      inProcess('mjf', { 'wall-too-thick-pbf': 'warns' }),
      inProcess('sls', { 'wall-too-thick-pbf': 'warns' }),
      inProcess('slm', { 'wall-too-thick-slm': 'warns' }),
      inProcess('casting', { 'wall-too-thick-casting': 'blocks', 'draft-casting': 'informs' }),
      inProcess('milling'),
      inProcess('turning', { 'not-rotational': 'blocks' }),
    ],
  },
  {
    name: 'cube of 15 mm',
    build: block(15, 15, 15),
    truths: [
      inProcess('mjf'),
      inProcess('sls'),
      inProcess('slm'),
      inProcess('casting', { 'wall-too-thick-casting': 'warns', 'draft-casting': 'informs' }),
    ],
  },
  {
    name: 'plate of 40 × 40 × 10 mm',
    build: block(40, 40, 10),
    truths: [inProcess('casting', { 'draft-casting': 'informs' }), inProcess('milling')],
  },
  {
    name: 'sheet of 40 × 30 × 0.9 mm',
    build: block(40, 30, 0.9),
    truths: [inProcess('milling', { 'min-size-cnc': 'warns' })],
  },
  {
    name: 'sheet of 40 × 30 × 0.4 mm',
    build: block(40, 30, 0.4),
    truths: [inProcess('milling', { 'min-size-cnc': 'blocks', 'min-wall-cnc-metal': 'blocks' })],
  },
  {
    name: 'tight tolerance on 300 mm',
    build: block(300, 40, 20),
    truths: [
      inProcess('milling', { 'tolerance-vs-size': 'blocks' }, { toleranceId: 'pm-0.01' }),
      inProcess('milling', {}, { toleranceId: 'pm-0.10' }),
    ],
  },
  {
    name: 'tight tolerance on 100 mm',
    build: block(100, 40, 20),
    truths: [
      inProcess('milling', { 'tolerance-vs-size': 'warns' }, { toleranceId: 'pm-0.01' }),
      inProcess('milling', {}, { toleranceId: 'pm-0.05' }),
    ],
  },
]
