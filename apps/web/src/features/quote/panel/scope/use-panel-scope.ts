import type { Configuration, ServiceId } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { useEffect, useMemo, useState } from 'react'
import { useMinute } from '#features/quote/texts/use-minute.ts'
import type { EditLabel, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { type Consequences, consequencesOf } from './consequences.ts'
import type { PartMark } from './mark-ids.ts'
import { configuredPart, type PanelScope } from './panel-scope.ts'

interface ScopeInput {
  workspace: Workspace
  line: WorkLine
  analysis: PartAnalysis | undefined
  readOnly: boolean
}

/** The scope of a line's sections, the consequences of its last change, and the selected mark. */
export function usePanelScope({ workspace, line, analysis, readOnly }: ScopeInput) {
  const { catalogue, actions } = workspace
  const now = useMinute()
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
    const change = (label: EditLabel, after: Configuration, service?: ServiceId) => {
      actions.edit({ label, edits: [{ lineId: line.id, configuration: after }] })
      setLastChange({
        consequences: consequencesOf(configured.configuration, after, label, service),
        configuration: after,
      })
    }
    return { ...configured, line, analysis, actions, now, readOnly, mark, onMark, change }
  }, [line, catalogue, analysis, actions, now, readOnly, mark])

  return { scope, consequences: lastChange?.consequences, mark, onMark }
}
