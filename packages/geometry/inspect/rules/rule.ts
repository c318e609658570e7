import { type ProcessId, processIds } from '@cotation/domain'
import type { MaterialLimits } from './material-limits.ts'
import type { MetricName } from './metric-names.ts'

/** Worst first. `blocks` stops the quote, `warns` needs acceptance, `informs` is only shown. */
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
  'close-surfaces',
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
  'repair-faces',
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

/**
 * What a customer who accepts a warning may receive; each has a text (`messages/geometry`, `risk`).
 * Warnings without a kind mean breakage, warping or loss of detail, as the catalogue's agreement says.
 */
export const riskKinds = [
  'bodies',
  'estimate',
  'filled',
  'marks',
  'reach',
  'repair',
  'size',
  'tolerance',
  'trapped',
] as const

export type RiskKind = (typeof riskKinds)[number]

export type Operator = '<' | '<=' | '>' | '==' | '!=' | 'outside' | 'notIn'

/** A limit that comes from the configuration, together with the metric's value. */
export interface Reference {
  from: 'line.quantity' | 'brassInsert.minBossWallMm'
}

export type Limit = number | boolean | string | readonly (number | string)[]

/** How much of a part is beyond a limit: its area, and its share of the whole surface. */
export interface Extent {
  areaMm2: number
  sharePct: number
}

/** A metric and the limits beyond which it blocks, warns or informs. */
export interface Rule {
  id: string
  processes: readonly ProcessId[]
  metric: MetricName
  op: Operator
  blocks?: Limit | Reference
  warns?: Limit | Reference
  informs?: Limit | Reference
  /** `blocks` and `warns` for parts whose longest side is at most `upToMm`. */
  bySize?: readonly (readonly [upToMm: number, blocksMm: number, warnsMm: number])[]
  /** The rule applies to these materials only. */
  families?: 'metal' | 'plastic'
  /** The material's own minimum (mm) replaces `warns` if it is stricter. */
  ownMinimum?: 'minWallMm' | 'minHoleMm' | 'minEngraveMm'
  /** No warning for parts whose longest side is at least this long. */
  exemptFromMm?: number
  /**
   * Sizes of the wall, hole, pocket or part itself between which its proportions matter: at least
   * `fromMm`, less than `enoughMm`.
   */
  fromMm?: number
  enoughMm?: number
  /**
   * From this area or share on, a breach blocks or warns; a smaller one is milder. Only for metrics
   * that know their extent.
   */
  blocksFrom?: Extent
  warnsFrom?: Extent
  /** `blocks` becomes `warns` if the customer wants closed voids filled. */
  downgrade?: { to: 'warns'; when: 'voidsFilled' }
  /** A repair that needs no answer from the customer. */
  autofix?: 'fill-holes'
  /** Additional working days. */
  leadDays?: number
  risk?: RiskKind
  resolve: readonly ResolveWay[]
}

export const everyProcess = processIds
export const printing = ['sla', 'mjf', 'sls', 'slm'] as const
export const machining = ['milling', 'turning'] as const

/** Whether the rule applies to the material; a rule without families applies to all. */
export const appliesTo = (rule: Rule, material: MaterialLimits): boolean =>
  rule.families === undefined || (rule.families === 'metal') === material.isMetal
