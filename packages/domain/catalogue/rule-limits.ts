type LimitValue = number | boolean | string | readonly (number | string)[]

/** Limits of a rule: blocks, warns (risk acceptance), informs. Null switches one off. */
export interface RuleLimit {
  blocks?: LimitValue | null
  warns?: LimitValue | null
  informs?: LimitValue | null
  /** Sizes between which the proportions of a wall, hole, pocket or part matter. */
  fromMm?: number | null
  enoughMm?: number | null
  /** From this area or share on, a breach blocks or warns; a smaller one is milder. */
  blocksFrom?: { areaMm2: number; sharePct: number } | null
  warnsFrom?: { areaMm2: number; sharePct: number } | null
}

export type RuleLimits = Readonly<Record<string, RuleLimit>>
