import { type ProcessId, processIds } from '@cotation/domain'
import type { MaterialLimits } from './material-limits.ts'
import type { MetricName } from './metric-names.ts'

/** Worst first. `blocks` stops the quote, `warns` asks for the risk to be accepted, `informs` is shown. */
export const severities = ['blocks', 'warns', 'informs'] as const
export type Severity = (typeof severities)[number]

/** What a customer can do about a finding; each has a text (`messages/geometry`, `resolve`). */
export const resolveWays = [
  'accept-risk',
  'add-draft',
  'add-escape-hole',
  'add-radius',
  'ask-expert',
  'change-finish',
  'change-material',
  'change-orientation',
  'change-process',
  'change-quantity',
  'check-unit',
  'deepen-hole',
  'drill-afterwards',
  'enlarge-detail',
  'enlarge-escape-hole',
  'enlarge-hole',
  'enlarge-part',
  'even-out-walls',
  'fill-void',
  'hollow-part',
  'loosen-tolerance',
  'lower-wall',
  'match-quantity',
  'move-hole',
  'open-undercut',
  'reduce-depth',
  'repair-mesh',
  'reshape-channel',
  'separate-bodies',
  'shorten-thread',
  'smaller-insert',
  'split-part',
  'stiffen-part',
  'tap-or-insert',
  'thicken-boss',
  'thicken-pin',
  'thicken-wall',
  'thin-section',
  'use-cone-bottom',
  'use-step',
  'widen-gap',
] as const

export type ResolveWay = (typeof resolveWays)[number]

export type Operator = '<' | '<=' | '>' | '==' | '!=' | 'outside' | 'notIn'

/** A limit that stands in the order, not in the rule: it comes with the metric's value. */
export interface Reference {
  from: 'line.quantity' | 'brassInsert.minBossWallMm'
}

export type Limit = number | boolean | string | readonly (number | string)[]

/** A metric, and the limit past which it blocks, warns or informs. */
export interface Rule {
  id: string
  processes: readonly ProcessId[]
  metric: MetricName
  op: Operator
  blocks?: Limit | Reference
  warns?: Limit | Reference
  informs?: Limit | Reference
  /** Limits by the part's longest side (mm): up to this size, blocks below, warns below. */
  bySize?: readonly (readonly [upToMm: number, blocksMm: number, warnsMm: number])[]
  /** Only for these materials. */
  families?: 'metal' | 'plastic'
  /** The material's own minimum (mm) warns too where it is stricter. */
  ownMinimum?: 'minWallMm' | 'minHoleMm' | 'minEngraveMm'
  /** No warning for a part whose longest side reaches this (mm). */
  sparedFromMm?: number
  /** `blocks` becomes `warns` once the customer has closed voids filled. */
  downgrade?: { to: 'warns'; when: 'voidsFilled' }
  /** What we can mend without asking. */
  autofix?: 'fill-holes'
  /** Working days that it adds. */
  leadDays?: number
  resolve: readonly ResolveWay[]
}

export const everyProcess = processIds
export const printing = ['sla', 'mjf', 'sls', 'slm'] as const
export const machining = ['milling', 'turning'] as const

/** Whether the material is of the rule's families; a rule without families is for all. */
export const isFor = (rule: Rule, material: MaterialLimits): boolean =>
  rule.families === undefined || (rule.families === 'metal') === material.isMetal
