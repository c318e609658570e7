type LimitValue = number | boolean | string | readonly (number | string)[]

/** Limits of a rule: blocks, warns (risk acceptance), informs. Null switches one off. */
export interface RuleLimit {
  blocks?: LimitValue | null
  warns?: LimitValue | null
  informs?: LimitValue | null
}

export type RuleLimits = Readonly<Record<string, RuleLimit>>
