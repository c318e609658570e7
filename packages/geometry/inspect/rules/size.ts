import { everyProcess, machining, printing, type Rule } from './rule.ts'

/** The part as a whole: its size and proportions. */
export const sizeRules = [
  {
    id: 'unit-suspect',
    processes: everyProcess,
    metric: 'bbox.maxMm',
    op: 'outside',
    warns: [2, 1500],
    risk: 'size',
    resolve: ['check-unit'],
  },
  {
    id: 'max-size',
    processes: everyProcess,
    metric: 'bbox.fitsEnvelope',
    op: '==',
    blocks: false,
    resolve: ['split-part', 'change-material', 'change-process', 'check-unit'],
  },
  {
    id: 'min-size-am',
    processes: printing,
    metric: 'bbox.minMm',
    op: '<',
    blocks: 2,
    warns: 5,
    // The minimum is 5 × 5 × 5 mm or 10 × 2 × 2 mm: a large plate of 3 mm is not "too small".
    exemptFromMm: 10,
    resolve: ['enlarge-part', 'check-unit', 'change-process'],
  },
  {
    id: 'min-size-cnc',
    processes: machining,
    metric: 'bbox.minMm',
    op: '<',
    blocks: 0.5,
    warns: 1,
    resolve: ['thicken-wall', 'check-unit'],
  },
  {
    id: 'large-sla',
    processes: ['sla'],
    metric: 'bbox.maxMm',
    op: '>',
    informs: 250,
    leadDays: 1,
    resolve: ['split-part'],
  },
  {
    id: 'flat-warp',
    processes: ['sla', 'mjf', 'sls'],
    metric: 'shape.flatness',
    op: '>',
    warns: 40,
    // A shorter part warps by less than its tolerance.
    fromMm: 60,
    resolve: ['thicken-wall', 'stiffen-part', 'change-process'],
  },
  {
    id: 'slender',
    processes: printing,
    metric: 'shape.slenderness',
    op: '>',
    warns: 15,
    informs: 10,
    // A bar of this section does not bend when it is blasted.
    enoughMm: 12,
    resolve: ['stiffen-part', 'split-part'],
  },
] as const satisfies readonly Rule[]
