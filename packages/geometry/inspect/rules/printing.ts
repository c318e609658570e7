import { printing, type Rule } from './rule.ts'

/** Limits of layers, powder and resin: openings of cavities, supports. */
export const printingRules = [
  {
    id: 'enclosed-void',
    processes: printing,
    metric: 'cavity.enclosedCount',
    op: '>',
    blocks: 0,
    // Thinner slits fuse, or are faults of the file.
    fromMm: 0.3,
    downgrade: { to: 'warns', when: 'voidsFilled' },
    resolve: ['add-escape-hole', 'fill-void'],
  },
  {
    id: 'escape-hole-dia',
    processes: ['sla', 'mjf', 'sls'],
    metric: 'cavity.escapeDiaMm',
    op: '<',
    blocks: 2,
    warns: 3.5,
    resolve: ['enlarge-escape-hole', 'add-escape-hole'],
  },
  {
    id: 'escape-hole-slm',
    processes: ['slm'],
    metric: 'cavity.escapeDiaMm',
    op: '<',
    blocks: 2,
    warns: 4,
    resolve: ['enlarge-escape-hole', 'add-escape-hole'],
  },
  {
    id: 'overhang-slm',
    processes: ['slm'],
    metric: 'overhang.areaBelow45Pct',
    op: '>',
    warns: 35,
    informs: 10,
    resolve: ['change-orientation', 'change-process'],
  },
  {
    id: 'slm-channel',
    processes: ['slm'],
    metric: 'channel.horizontalDiaMm',
    op: '>',
    warns: 8,
    resolve: ['reshape-channel', 'change-orientation'],
  },
  {
    id: 'support-trapped',
    processes: ['sla', 'slm'],
    metric: 'support.trapped',
    op: '==',
    warns: true,
    resolve: ['add-escape-hole', 'change-orientation', 'change-process'],
  },
  { id: 'sla-drift', processes: ['sla'], metric: 'always', op: '==', informs: true, resolve: ['change-process'] },
] as const satisfies readonly Rule[]
