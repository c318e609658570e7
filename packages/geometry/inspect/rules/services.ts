import { everyProcess, machining, printing, type Rule } from './rule.ts'

/** Threads, inserts and anodizing: they depend on the configuration, not on the shape. */
export const serviceRules = [
  {
    id: 'printed-thread',
    processes: printing,
    metric: 'thread.minNominalMm',
    op: '<',
    warns: 6,
    resolve: ['tap-or-insert'],
  },
  {
    id: 'thread-depth',
    processes: machining,
    metric: 'thread.depthRatio',
    op: '>',
    warns: 3,
    informs: 2,
    risk: 'reach',
    resolve: ['shorten-thread'],
  },
  {
    id: 'insert-hole-depth',
    processes: everyProcess,
    metric: 'insert.holeDepthMinusLengthMm',
    op: '<',
    blocks: 1.5,
    resolve: ['deepen-hole', 'smaller-insert'],
  },
  {
    id: 'insert-boss-wall',
    processes: ['sla', 'mjf', 'sls', 'slm', 'casting', 'milling'],
    metric: 'insert.bossWallMm',
    op: '<',
    warns: { from: 'brassInsert.minBossWallMm' },
    resolve: ['thicken-boss', 'smaller-insert'],
  },
  {
    id: 'anodize-qty',
    processes: ['milling', 'turning', 'slm'],
    metric: 'anodizing.quantity',
    op: '!=',
    blocks: { from: 'line.quantity' },
    resolve: ['match-quantity'],
  },
  {
    id: 'hard-anodize-fit',
    processes: machining,
    metric: 'anodizing.typeIIIWithFit',
    op: '==',
    informs: true,
    resolve: ['change-finish', 'loosen-tolerance'],
  },
] as const satisfies readonly Rule[]
