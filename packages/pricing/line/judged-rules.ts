import type { Catalogue, Configuration, PartMeasures } from '@cotation/domain'
import { type RuleId, rulesFor } from '@cotation/geometry'
import { inspectionChoice } from './inspection-choice.ts'

/**
 * The rules that judged a part as configured. Each of them was either passed, or shown and agreed to
 * before the order: a firm price covers it.
 */
export function judgedRules(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): RuleId[] {
  const choice = inspectionChoice(part, configuration, catalogue)
  return choice ? rulesFor(choice, catalogue.ruleLimits).map(({ id }) => id) : []
}
