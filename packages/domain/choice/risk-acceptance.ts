import type { Configuration } from '../configuration/configuration.ts'
import { type Fault, fault } from '../configuration/fault.ts'
import { selectionOf } from '../configuration/scope.ts'

/** The fault if the customer has not accepted the risk of every warning (catalogue 2, risk acceptance). */
export function requiredRiskAcceptance(
  warningRuleIds: readonly string[],
  configuration: Configuration,
): Fault | undefined {
  const acceptance = selectionOf(configuration, 'risk-acceptance')
  const accepted = new Set(acceptance?.option === 'accept' ? acceptance.ruleIds : [])
  const open = [...new Set(warningRuleIds)].filter((rule) => !accepted.has(rule))
  if (open.length === 0) return undefined
  return fault('RISK_NOT_ACCEPTED', 'services.risk-acceptance.ruleIds', { rules: open.join(', '), count: open.length })
}
