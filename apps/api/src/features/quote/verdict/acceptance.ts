import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'

/** A risk that a customer accepted, as it was then. */
export interface Acceptance {
  rule: string
  finding: Finding
  accepted_by: string
  accepted_at: Date
}

const known = ({ rule, value, limit, severity }: Finding): unknown =>
  // As the database gives it back: what JSON cannot say is not a difference.
  JSON.parse(JSON.stringify([rule, value, limit, severity]))

/** Whether what was accepted is what is found: another value, limit or severity is another risk. */
export const covers = (accepted: Finding, found: Finding): boolean => isDeepStrictEqual(known(accepted), known(found))

/** The acceptance that holds for a finding, if there is one. */
export const acceptanceOf = <A extends Pick<Acceptance, 'finding'>>(
  finding: Finding,
  acceptances: readonly A[],
): A | undefined => (finding.severity === 'warns' ? acceptances.find((one) => covers(one.finding, finding)) : undefined)

/** What a client says it accepts counts for nothing: only what is recorded does. */
export function withoutRiskAcceptance(configuration: Configuration): Configuration {
  return { ...configuration, services: configuration.services.filter(({ id }) => id !== 'risk-acceptance') }
}

/** The configuration with the recorded acceptances in place of whatever a client said. */
export function withRecordedAcceptance(configuration: Configuration, ruleIds: readonly string[]): Configuration {
  const stripped = withoutRiskAcceptance(configuration)
  if (ruleIds.length === 0) return stripped
  return { ...stripped, services: [...stripped.services, { id: 'risk-acceptance', option: 'accept', ruleIds }] }
}
