import { everyProcess, machining, type Rule } from './rule.ts'

const meshed = ['sla', 'mjf', 'sls', 'slm', 'casting'] as const

/** The file itself: its type, whether its surface closes, and what was left out of it. */
export const fileRules = [
  {
    id: 'file-type',
    processes: everyProcess,
    metric: 'file.extension',
    op: 'notIn',
    blocks: ['.stl', '.step', '.stp'],
    resolve: ['use-step'],
  },
  {
    id: 'mesh-watertight',
    processes: meshed,
    metric: 'mesh.openEdges',
    op: '>',
    blocks: 200,
    warns: 0,
    autofix: 'fill-holes',
    resolve: ['repair-mesh', 'use-step'],
  },
  {
    id: 'mesh-nonmanifold',
    processes: meshed,
    metric: 'mesh.nonManifoldEdges',
    op: '>',
    blocks: 500,
    warns: 0,
    resolve: ['repair-mesh', 'use-step'],
  },
  {
    id: 'mesh-inverted',
    processes: everyProcess,
    metric: 'mesh.signedVolume',
    op: '<=',
    informs: 0,
    resolve: ['repair-mesh'],
  },
  {
    id: 'multi-shell',
    processes: everyProcess,
    metric: 'mesh.shells',
    op: '>',
    warns: 1,
    resolve: ['separate-bodies'],
  },
  {
    id: 'left-out-fragments',
    processes: everyProcess,
    metric: 'file.fragments',
    op: '>',
    informs: 0,
    resolve: ['repair-mesh'],
  },
  {
    id: 'left-out-surfaces',
    processes: everyProcess,
    metric: 'file.openSurfaces',
    op: '>',
    informs: 0,
    resolve: ['close-surfaces'],
  },
  {
    id: 'cnc-needs-step',
    processes: machining,
    metric: 'file.kind',
    op: '==',
    warns: 'mesh',
    resolve: ['use-step'],
  },
  {
    id: 'faces-invalid',
    processes: everyProcess,
    metric: 'mass.replacedPct',
    op: '>',
    informs: 0.5,
    resolve: ['repair-faces'],
  },
] as const satisfies readonly Rule[]
