import type { Configuration, ServiceId } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { withChargedLead } from '@cotation/pricing'
import { useEffect, useMemo, useState } from 'react'
import { configuredPart, type PanelScope, type PartMark } from '#features/quote/choices/panel-scope.ts'
import { useDeliveryDates } from '#features/quote/workspace/delivery-date.ts'
import { countryOf } from '#features/quote/workspace/destination.ts'
import type { EditLabel, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'

interface ScopeInput {
  workspace: Workspace
  line: WorkLine
  analysis: PartAnalysis | undefined
  readOnly: boolean
}

/** The scope of a line's sections, the consequences of its last change, and the selected mark. */
export function usePanelScope({ workspace, line, analysis, readOnly }: ScopeInput) {
  const { catalogue, actions } = workspace
  const dateAfter = useDeliveryDates(workspace)
  const country = countryOf(workspace)
  const [mark, onMark] = useState<PartMark>()
  const [lastChange, setLastChange] = useState<{
    consequences: Consequences | undefined
    configuration: Configuration
  }>()

  // Compared by value: after saving, the same configuration is another object. Another part, an
  // undo or an edit in the table makes the reported consequences stale.
  useEffect(() => {
    const isSame = (changed: Configuration) => JSON.stringify(changed) === JSON.stringify(line.configuration)
    setLastChange((before) => (before && isSame(before.configuration) ? before : undefined))
  }, [line.configuration])

  const scope = useMemo((): PanelScope | undefined => {
    const configured = configuredPart(line, catalogue)
    if (!configured) return undefined

    const change = (label: EditLabel, chosen: Configuration, service?: ServiceId) => {
      const after = withChargedLead(configured.part, chosen, catalogue)
      actions.edit({ label, edits: [{ lineId: line.id, configuration: after }] })
      setLastChange({
        consequences: consequencesOf(configured.configuration, after, label, service),
        configuration: after,
      })
    }

    return { ...configured, line, analysis, actions, dateAfter, country, readOnly, mark, onMark, change }
  }, [line, catalogue, analysis, actions, dateAfter, country, readOnly, mark])

  return { scope, consequences: lastChange?.consequences, mark, onMark }
}

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
function consequencesOf(
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
