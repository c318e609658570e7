import type { Configuration } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'

/** A risk that a customer accepted, with the finding as it was then. */
export interface AcceptedRisk {
  finding: Finding
}

/** Compared as JSON, because a stored finding lost what JSON drops. */
const riskOf = ({ rule, value, limit, severity }: Finding): string => JSON.stringify([rule, value, limit, severity])

/**
 * The acceptance of a finding, if any. Only warnings can be accepted, and a different value, limit
 * or severity is a different risk.
 */
export function acceptanceOf<A extends AcceptedRisk>(finding: Finding, acceptances: readonly A[]): A | undefined {
  if (finding.severity !== 'warns') return undefined
  const risk = riskOf(finding)
  return acceptances.find((acceptance) => riskOf(acceptance.finding) === risk)
}

/** The configuration without accepted risks: those that a client sends are not trusted. */
export function withoutRiskAcceptance(configuration: Configuration): Configuration {
  return { ...configuration, services: configuration.services.filter(({ id }) => id !== 'risk-acceptance') }
}

/** The configuration with the recorded acceptances in place of those that a client sent. */
export function withRecordedAcceptance(configuration: Configuration, ruleIds: readonly string[]): Configuration {
  const stripped = withoutRiskAcceptance(configuration)
  if (ruleIds.length === 0) return stripped
  return { ...stripped, services: [...stripped.services, { id: 'risk-acceptance', option: 'accept', ruleIds }] }
}
