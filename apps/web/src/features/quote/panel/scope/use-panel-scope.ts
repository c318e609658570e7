import type { Configuration, ServiceId } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { useEffect, useMemo, useState } from 'react'
import { useMinute } from '#features/quote/texts/use-minute.ts'
import type { EditLabel, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { type Consequences, consequencesOf } from './consequences.ts'
import { configuredPart, type PanelPlace, type PanelScope } from './panel-scope.ts'

interface ScopeRequest {
  workspace: Workspace
  line: WorkLine
  analysis: PartAnalysis | undefined
  readOnly: boolean
}

/**
 * The line as its sections work with it, what its last change brought about, and the place pointed
 * at.
 */
export function usePanelScope({ workspace, line, analysis, readOnly }: ScopeRequest) {
  const { catalogue, actions } = workspace
  const now = useMinute()
  const [place, onPlace] = useState<PanelPlace>()
  const [told, setTold] = useState<{ consequences: Consequences | undefined; configuration: Configuration }>()

  // Saved, the same choice comes back as another object. Another part, or a change from elsewhere
  // (undone, edited in the table): what was told is no longer so.
  useEffect(() => {
    const isSame = (told: Configuration) => JSON.stringify(told) === JSON.stringify(line.configuration)
    setTold((before) => (before && isSame(before.configuration) ? before : undefined))
  }, [line.configuration])

  const scope = useMemo((): PanelScope | undefined => {
    const configured = configuredPart(line, catalogue)
    if (!configured) return undefined
    const change = (label: EditLabel, after: Configuration, service?: ServiceId) => {
      actions.edit({ label, edits: [{ lineId: line.id, configuration: after }] })
      setTold({ consequences: consequencesOf(configured.configuration, after, label, service), configuration: after })
    }
    return { ...configured, line, analysis, actions, now, readOnly, place, onPlace, change }
  }, [line, catalogue, analysis, actions, now, readOnly, place])

  return { scope, told: told?.consequences, place, onPlace }
}
