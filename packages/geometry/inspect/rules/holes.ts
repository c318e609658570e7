import { everyProcess, machining, printing, type Rule } from './rule.ts'

const narrow = { metric: 'hole.minDiaMm', op: '<', ownMinimum: 'minHoleMm' } as const
const powder = ['mjf', 'sls', 'slm'] as const

/** Holes and pins. */
export const holeRules = [
  {
    id: 'min-hole-sla',
    processes: ['sla'],
    ...narrow,
    blocks: 0.5,
    warns: 1,
    resolve: ['enlarge-hole', 'drill-afterwards'],
  },
  {
    id: 'min-hole-pbf',
    processes: powder,
    ...narrow,
    blocks: 0.5,
    warns: 1.5,
    resolve: ['enlarge-hole', 'drill-afterwards'],
  },
  { id: 'min-hole-cnc', processes: machining, ...narrow, blocks: 0.5, warns: 1, resolve: ['enlarge-hole'] },
  {
    id: 'min-hole-casting',
    processes: ['casting'],
    ...narrow,
    blocks: 0.8,
    warns: 2,
    resolve: ['drill-afterwards', 'enlarge-hole'],
  },
  {
    id: 'hole-depth-am',
    processes: printing,
    metric: 'hole.maxDepthRatio',
    op: '>',
    blocks: 20,
    warns: 3,
    // A brush and an air lance go through.
    enoughMm: 6,
    risk: 'trapped',
    resolve: ['enlarge-hole', 'reduce-depth', 'drill-afterwards'],
  },
  {
    id: 'hole-depth-cnc',
    processes: machining,
    metric: 'hole.maxDepthRatio',
    op: '>',
    blocks: 20,
    warns: 10,
    informs: 4,
    risk: 'reach',
    resolve: ['enlarge-hole', 'reduce-depth'],
  },
  {
    id: 'hole-flat-bottom',
    processes: machining,
    metric: 'hole.flatBottomBlind',
    op: '>',
    informs: 0,
    resolve: ['use-cone-bottom'],
  },
  {
    id: 'hole-edge-distance',
    processes: everyProcess,
    metric: 'hole.edgeDistanceRatio',
    op: '<',
    warns: 1,
    // The thickest wall that any process advises.
    enoughMm: 3,
    resolve: ['move-hole', 'thicken-wall'],
  },
  {
    id: 'min-pin-sla',
    processes: ['sla'],
    metric: 'pin.minDiaMm',
    op: '<',
    blocks: 0.5,
    warns: 1,
    resolve: ['thicken-pin'],
  },
  {
    id: 'min-pin-pbf',
    processes: powder,
    metric: 'pin.minDiaMm',
    op: '<',
    blocks: 0.8,
    warns: 2,
    resolve: ['thicken-pin', 'change-process'],
  },
] as const satisfies readonly Rule[]
