import { castingRules } from './casting.ts'
import { detailRules } from './details.ts'
import { fileRules } from './file.ts'
import { holeRules } from './holes.ts'
import { machiningRules } from './machining.ts'
import { printingRules } from './printing.ts'
import type { RiskKind, Rule } from './rule.ts'
import { serviceRules } from './services.ts'
import { sizeRules } from './size.ts'
import { wallRules } from './walls.ts'

const rules = [
  ...fileRules,
  ...sizeRules,
  ...wallRules,
  ...holeRules,
  ...detailRules,
  ...printingRules,
  ...machiningRules,
  ...castingRules,
  ...serviceRules,
] as const

export type RuleId = (typeof rules)[number]['id']

/** Every rule, in the sequence in which equally severe findings are listed. */
export const allRules: readonly (Rule & { id: RuleId })[] = rules

export const ruleIds: readonly RuleId[] = rules.map(({ id }) => id)

export const isRuleId = (text: string): text is RuleId => allRules.some(({ id }) => id === text)

/** The kind of risk that a customer takes who accepts a warning of the rule, if it is a special one. */
export const riskOf = (rule: RuleId): RiskKind | undefined => allRules.find(({ id }) => id === rule)?.risk
