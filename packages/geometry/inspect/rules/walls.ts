import { machining, type Rule } from './rule.ts'

/**
 * A small thin spot may come out porous, bent or broken, and the part is made nevertheless: it
 * blocks only where the part as a whole would fail, and informs where nobody would notice.
 */
const thin = {
  metric: 'wall.minMm',
  op: '<',
  ownMinimum: 'minWallMm',
  blocksFrom: { areaMm2: 500, sharePct: 10 },
  warnsFrom: { areaMm2: 1, sharePct: 0.5 },
} as const
const thick = { metric: 'wall.maxMm', op: '>' } as const
const thicken = ['thicken-wall', 'change-material', 'change-process'] as const

/** Walls too thin, too thick, too tall or too uneven. */
export const wallRules = [
  {
    id: 'min-wall-sla',
    processes: ['sla'],
    ...thin,
    bySize: [
      [5, 0.3, 0.5],
      [10, 0.4, 0.8],
      [50, 0.5, 1],
      [100, 0.6, 1.5],
      [200, 0.8, 2],
      [9999, 1, 2],
    ],
    resolve: thicken,
  },
  {
    id: 'min-wall-mjf',
    processes: ['mjf'],
    ...thin,
    bySize: [
      [5, 0.5, 1],
      [10, 0.5, 1.2],
      [50, 0.6, 1.5],
      [100, 0.8, 2],
      [200, 0.8, 2],
      [9999, 1, 2],
    ],
    resolve: thicken,
  },
  {
    id: 'min-wall-sls',
    processes: ['sls'],
    ...thin,
    bySize: [
      [5, 0.6, 1],
      [10, 0.6, 1.2],
      [50, 0.7, 1.5],
      [100, 0.8, 2],
      [200, 1, 2],
      [9999, 1, 2],
    ],
    resolve: thicken,
  },
  {
    id: 'min-wall-slm',
    processes: ['slm'],
    ...thin,
    bySize: [
      [5, 0.4, 1],
      [10, 0.4, 1.5],
      [50, 0.5, 1.5],
      [100, 0.8, 2],
      [200, 1, 2.5],
      [9999, 1.2, 2.5],
    ],
    resolve: thicken,
  },
  {
    id: 'min-wall-casting',
    processes: ['casting'],
    ...thin,
    bySize: [
      [50, 0.8, 1.2],
      [100, 1, 1.5],
      [200, 1.2, 2],
      [400, 1.5, 2.5],
      [9999, 2, 3],
    ],
    resolve: thicken,
  },
  {
    id: 'min-wall-cnc-metal',
    processes: machining,
    ...thin,
    families: 'metal',
    blocks: 0.5,
    warns: 0.8,
    resolve: ['thicken-wall', 'change-process'],
  },
  {
    id: 'min-wall-cnc-plastic',
    processes: machining,
    ...thin,
    families: 'plastic',
    blocks: 1,
    warns: 1.5,
    resolve: thicken,
  },
  {
    id: 'wall-aspect-cnc',
    processes: ['milling'],
    metric: 'wall.heightToThickness',
    op: '>',
    blocks: 30,
    warns: 10,
    // Stiffer than the cutter, whatever its height.
    enoughMm: 8,
    resolve: ['thicken-wall', 'lower-wall'],
  },
  { id: 'wall-too-thick-sla', processes: ['sla'], ...thick, informs: 25, resolve: ['hollow-part'] },
  {
    id: 'wall-too-thick-casting',
    processes: ['casting'],
    ...thick,
    blocks: 25,
    warns: 10,
    resolve: ['thin-section', 'change-process'],
  },
  {
    id: 'wall-too-thick-pbf',
    processes: ['mjf', 'sls'],
    ...thick,
    warns: 15,
    resolve: ['thin-section', 'hollow-part'],
  },
  { id: 'wall-too-thick-slm', processes: ['slm'], ...thick, warns: 20, resolve: ['thin-section'] },
  {
    id: 'wall-uniformity',
    processes: ['casting'],
    metric: 'wall.maxToMin',
    op: '>',
    warns: 4,
    // Thinner sections do not sink.
    fromMm: 6,
    resolve: ['even-out-walls'],
  },
] as const satisfies readonly Rule[]
