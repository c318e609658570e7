import type { Processes, Technology } from '@cotation/domain'
import { casting } from './casting.ts'
import { milling, turning } from './cnc.ts'
import { slm } from './metal-printing.ts'
import { mjf, sla, sls } from './plastic-printing.ts'

/** Technologies with their ids (spec 9) and their minimum order (catalogue 3). */
export const technologies: readonly Technology[] = [
  {
    id: 22,
    slug: '3d-printing',
    name: { fr: 'Impression 3D', en: '3D printing' },
    processIds: ['slm', 'sla', 'mjf', 'sls'],
    minOrderUsd: 10,
  },
  {
    id: 23,
    slug: 'cnc',
    name: { fr: 'Usinage CNC', en: 'CNC machining' },
    processIds: ['milling', 'turning'],
    minOrderUsd: 25,
  },
  {
    id: 27,
    slug: 'vacuum-casting',
    name: { fr: 'Coulée sous vide', en: 'Vacuum casting' },
    processIds: ['casting'],
    minOrderUsd: 150,
  },
]

export const processes: Processes = { sla, mjf, sls, slm, milling, turning, casting }
