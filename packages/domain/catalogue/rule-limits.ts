type LimitValue = number | boolean | string | readonly (number | string)[]

/** Limits of one manufacturability rule: what blocks, what asks for risk acceptance, what is only said; null switches one off. */
export interface RuleLimit {
  blocks?: LimitValue | null
  warns?: LimitValue | null
  informs?: LimitValue | null
}

export type RuleLimits = Readonly<Record<string, RuleLimit>>
