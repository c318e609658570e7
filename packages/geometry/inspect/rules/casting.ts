import type { Rule } from './rule.ts'

/** Limits of silicone moulds. */
export const castingRules = [
  {
    id: 'undercut-casting',
    processes: ['casting'],
    metric: 'access.undercutPct',
    op: '>',
    blocks: 25,
    warns: 8,
    informs: 2,
    risk: 'marks',
    resolve: ['open-undercut', 'split-part', 'change-process'],
  },
  {
    id: 'casting-closed',
    processes: ['casting'],
    metric: 'cavity.enclosedCount',
    op: '>',
    blocks: 0,
    // Thinner slits fuse, or are faults of the file.
    fromMm: 0.3,
    resolve: ['split-part', 'fill-void', 'change-process'],
  },
  {
    id: 'draft-casting',
    processes: ['casting'],
    metric: 'draft.minDeg',
    op: '<',
    informs: 1,
    resolve: ['add-draft'],
  },
  {
    id: 'qty-casting',
    processes: ['casting'],
    metric: 'line.quantity',
    op: 'outside',
    informs: [5, 200],
    resolve: ['change-quantity', 'change-process'],
  },
] as const satisfies readonly Rule[]
