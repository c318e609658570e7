import type { ServiceSelection } from '@cotation/domain'
import type { Facets, Modeller, Solid } from './modeller.ts'
import { inProcess, type TruthPart } from './truth-part.ts'

/** A cheese-head screw M6 × 8 with its thread modelled as a helix. */
function screw({ cylinder, fuse, threaded }: Modeller): Solid {
  const blank = fuse(cylinder(6, 9), cylinder(10, 4, [0, 0, 8]))
  return threaded(blank, { diameterMm: 6, pitchMm: 1, fromMm: 1, turns: 5 })
}

/** A grub screw M6 × 8: most of its surface is thread. */
const grubScrew = ({ cylinder, threaded }: Modeller): Solid =>
  threaded(cylinder(6, 8), { diameterMm: 6, pitchMm: 1, fromMm: 1, turns: 6 })

/** A block with a through hole M6 whose thread is modelled. */
const threadedBlock = ({ box, cylinder, cut, threaded }: Modeller): Solid =>
  threaded(cut(box([14, 14, 8], [-7, -7, 0]), cylinder(5, 10, [0, 0, -1])), {
    diameterMm: 5,
    pitchMm: 1,
    fromMm: 1,
    turns: 6,
    isInternal: true,
  })

/** Finer facets would only make more triangles of the same thread. */
const threadFacets: Facets = { deflectionMm: 0.02, angleRad: 0.3 }

const bracket = ({ box, cylinder, cut, fuse }: Modeller): Solid =>
  cut(fuse(box([40, 30, 5]), box([40, 5, 25])), cylinder(6.6, 7, [20, 18, -1]))

/** A bracket with its screw beside it. */
function assembly(make: Modeller) {
  const bodies = [bracket(make), make.moved(screw(make), [60, 0, 0])]
  return { step: make.stepOf(...bodies), stl: make.stlOf(bodies, threadFacets) }
}

const tappingBlock = ({ box, cylinder, cut }: Modeller): Solid => cut(box([30, 30, 20]), cylinder(5, 22, [15, 15, -1]))

const tapped = (depthMm: number): ServiceSelection => ({
  id: 'tapping',
  option: '6H',
  items: [{ size: 'M6', count: 1, depthMm, holes: [0] }],
})

/** A block with a blind hole of Ø 4 mm for an insert M3, 5.7 mm long. */
const insertBlock =
  (depthMm: number, wallMm: number) =>
  ({ box, cylinder, cut }: Modeller): Solid =>
    cut(box([30, 20, 12]), cylinder(4, depthMm + 1, [wallMm + 2, 10, 12 - depthMm]))

const insert = (depthMm: number): ServiceSelection => ({
  id: 'brass-insert',
  option: 'heat-set',
  items: [{ size: 'M3', count: 1, depthMm, holes: [0] }],
})

const anodized = (option: 'type-ii' | 'type-iii', quantity: number): ServiceSelection => ({
  id: 'anodizing',
  option,
  colour: 'clear',
  gloss: 'matte',
  quantity,
})

const reamed: ServiceSelection = {
  id: 'reaming',
  option: 'H7',
  items: [{ diameterMm: 5, depthMm: 20, count: 1, holes: [0] }],
}

/** Threads, modelled or ordered as a service, with inserts and the finish of fits. */
export const threads: readonly TruthPart[] = [
  {
    name: 'grub screw with a modelled thread',
    build: grubScrew,
    facets: threadFacets,
    truths: [inProcess('turning', {}, { claim: 'makeable' }), inProcess('milling', {}, { claim: 'makeable' })],
  },
  {
    name: 'block with a modelled inner thread',
    build: threadedBlock,
    facets: threadFacets,
    // The ridge of a thread is as thin as its pitch.
    truths: [inProcess('milling', {}, { unclaimed: ['min-wall-cnc-metal'] })],
  },
  {
    name: 'bracket and screw with a modelled thread',
    build: assembly,
    lines: 2,
    truths: [inProcess('mjf', {}, { claim: 'makeable' })],
  },
  {
    name: 'tapped hole',
    build: tappingBlock,
    truths: [
      inProcess('milling', { 'thread-depth': 'warns' }, { services: [tapped(20)] }),
      inProcess('milling', { 'thread-depth': 'informs' }, { services: [tapped(15)] }),
      inProcess('milling', {}, { services: [tapped(12)] }),
      inProcess('milling', { 'anodize-qty': 'blocks' }, { quantity: 5, services: [anodized('type-ii', 4)] }),
      inProcess('milling', {}, { quantity: 5, services: [anodized('type-ii', 5)] }),
      inProcess('milling', { 'hard-anodize-fit': 'informs' }, { services: [anodized('type-iii', 1), reamed] }),
    ],
  },
  {
    name: 'hole too shallow for its insert',
    build: insertBlock(6, 13),
    truths: [inProcess('mjf', { 'insert-hole-depth': 'blocks' }, { services: [insert(6)] })],
  },
  {
    name: 'hole deep enough for its insert',
    build: insertBlock(8, 13),
    truths: [inProcess('mjf', {}, { services: [insert(8)] })],
  },
  {
    name: 'insert too close to the edge',
    build: insertBlock(8, 1.55),
    truths: [
      inProcess('mjf', { 'insert-boss-wall': 'warns', 'hole-edge-distance': 'warns' }, { services: [insert(8)] }),
    ],
  },
]
