import type { Configuration, ServiceId } from '@cotation/domain'
import type { EditLabel } from '#features/quote/workspace/work-line.ts'

/** What a choice changed in addition to what was chosen; always shown to the customer. */
export interface Consequences {
  removed: readonly ServiceId[]
  added: readonly ServiceId[]
  /** Set if it changed. */
  colourId: string | undefined
  toleranceId: string | undefined
  lead: Configuration['lead'] | undefined
}

/** Compares a line before and after a choice; undefined if only the choice itself differs. */
export function consequencesOf(
  before: Configuration,
  after: Configuration,
  label: EditLabel,
  service?: ServiceId,
): Consequences | undefined {
  const idsOf = ({ services }: Configuration) => services.map(({ id }) => id)
  const lacking = (some: readonly ServiceId[], others: readonly ServiceId[]) =>
    some.filter((id) => id !== service && !others.includes(id))
  const became = <T>(old: T, now: T, chosen: boolean): T | undefined => (chosen || old === now ? undefined : now)
  const found: Consequences = {
    removed: lacking(idsOf(before), idsOf(after)),
    added: lacking(idsOf(after), idsOf(before)),
    colourId: became(before.colourId, after.colourId, label === 'colour'),
    toleranceId: became(before.toleranceId, after.toleranceId, label === 'tolerance'),
    lead: became(before.lead, after.lead, label === 'lead'),
  }
  const isNothing =
    found.removed.length + found.added.length === 0 && !found.colourId && !found.toleranceId && !found.lead

  return isNothing ? undefined : found
}
