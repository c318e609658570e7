import type { Facets, Modeller, Solid } from './modeller.ts'
import { inPlastic, inProcess, type TruthPart } from './truth-part.ts'

const tube =
  (outerMm: number, wallMm: number, lengthMm: number) =>
  ({ cylinder, cut }: Modeller): Solid =>
    cut(cylinder(outerMm, lengthMm), cylinder(outerMm - 2 * wallMm, lengthMm + 2, [0, 0, -1]))

/** Half of a hollow ball. */
const dome =
  (outerMm: number, wallMm: number) =>
  ({ sphere, box, cut }: Modeller): Solid =>
    cut(sphere(outerMm), sphere(outerMm - 2 * wallMm), box([60, 60, 30], [-30, -30, -30]))

/** Finer facets would make some ten thousand triangles. */
const domeFacets: Facets = { deflectionMm: 0.05, angleRad: 0.3 }

/** Walls of tubes at the published limits, and 5 % below. Designers draw at the limit. */
export const tubes: readonly TruthPart[] = [
  {
    name: 'tube with a wall of 0.475 mm',
    build: tube(20, 0.475, 30),
    wallMm: 0.475,
    truths: [
      inProcess('sla', { 'min-wall-sla': 'blocks' }),
      inProcess('turning', { 'min-wall-cnc-metal': 'blocks' }),
      inProcess('slm', { 'min-wall-slm': 'blocks' }),
    ],
  },
  {
    name: 'tube with a wall of 0.5 mm',
    build: tube(20, 0.5, 30),
    wallMm: 0.5,
    truths: [
      inProcess('sla', { 'min-wall-sla': 'warns' }),
      inProcess('turning', { 'min-wall-cnc-metal': 'warns' }),
      inProcess('slm', { 'min-wall-slm': 'warns' }),
      inProcess('mjf', { 'min-wall-mjf': 'blocks' }),
    ],
  },
  {
    name: 'tube with a wall of 0.57 mm',
    build: tube(20, 0.57, 30),
    wallMm: 0.57,
    truths: [inProcess('mjf', { 'min-wall-mjf': 'blocks' })],
  },
  {
    name: 'tube with a wall of 0.6 mm',
    build: tube(20, 0.6, 30),
    wallMm: 0.6,
    truths: [inProcess('mjf', { 'min-wall-mjf': 'warns' }), inProcess('sls', { 'min-wall-sls': 'blocks' })],
  },
  {
    name: 'tube with a wall of 0.7 mm',
    build: tube(20, 0.7, 30),
    wallMm: 0.7,
    truths: [inProcess('sls', { 'min-wall-sls': 'warns' })],
  },
  {
    name: 'tube with a wall of 0.76 mm',
    build: tube(20, 0.76, 30),
    wallMm: 0.76,
    truths: [
      inProcess('turning', { 'min-wall-cnc-metal': 'warns' }),
      inProcess('casting', { 'min-wall-casting': 'blocks', 'draft-casting': 'informs' }),
    ],
  },
  {
    name: 'tube with a wall of 0.8 mm',
    build: tube(20, 0.8, 30),
    wallMm: 0.8,
    truths: [inProcess('turning'), inProcess('casting', { 'min-wall-casting': 'warns', 'draft-casting': 'informs' })],
  },
  {
    name: 'tube with a wall of 0.95 mm',
    build: tube(20, 0.95, 30),
    wallMm: 0.95,
    truths: [inPlastic('turning', { 'min-wall-cnc-plastic': 'blocks' }), inProcess('sla', { 'min-wall-sla': 'warns' })],
  },
  {
    name: 'tube with a wall of 1 mm',
    build: tube(20, 1, 30),
    wallMm: 1,
    truths: [inPlastic('turning', { 'min-wall-cnc-plastic': 'warns' }), inProcess('sla'), inProcess('turning')],
  },
  {
    name: 'tube with a wall of 1.2 mm',
    build: tube(20, 1.2, 30),
    wallMm: 1.2,
    truths: [inProcess('casting', { 'draft-casting': 'informs' })],
  },
  {
    name: 'tube with a wall of 1.425 mm',
    build: tube(20, 1.425, 30),
    wallMm: 1.425,
    truths: [
      inPlastic('turning', { 'min-wall-cnc-plastic': 'warns' }),
      inProcess('mjf', { 'min-wall-mjf': 'warns' }),
      inProcess('sls', { 'min-wall-sls': 'warns' }),
    ],
  },
  {
    name: 'tube with a wall of 1.5 mm',
    build: tube(20, 1.5, 30),
    wallMm: 1.5,
    truths: [inPlastic('turning'), inProcess('mjf'), inProcess('sls'), inProcess('slm')],
  },
  {
    name: 'tube with a wall of 1.5 mm in coarse facets',
    build: (make) => ({ stl: make.stlOf([tube(20, 1.5, 30)(make)], { deflectionMm: 0.1, angleRad: 0.5 }) }),
    truths: [inPlastic('turning'), inProcess('mjf'), inProcess('sls')],
  },
  {
    name: 'wide tube with a wall of 0.8 mm',
    build: tube(90, 0.8, 40),
    wallMm: 0.8,
    truths: [
      inProcess('mjf', { 'min-wall-mjf': 'warns' }),
      inProcess('sls', { 'min-wall-sls': 'warns' }),
      inProcess('turning'),
    ],
  },
  {
    name: 'wide tube with a wall of 2 mm',
    build: tube(90, 2, 40),
    wallMm: 2,
    truths: [inProcess('mjf'), inProcess('sls')],
  },
  {
    name: 'dome with a wall of 1.5 mm',
    build: dome(40, 1.5),
    facets: domeFacets,
    wallMm: 1.5,
    truths: [inProcess('mjf'), inProcess('sls')],
  },
  {
    name: 'dome with a wall of 0.57 mm',
    build: dome(40, 0.57),
    facets: domeFacets,
    wallMm: 0.57,
    truths: [inProcess('mjf', { 'min-wall-mjf': 'blocks' })],
  },
]
