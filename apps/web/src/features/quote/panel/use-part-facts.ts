import type { AnalysedBody, DisplayMesh, PartAnalysis } from '@cotation/geometry'
import { useMemo } from 'react'
import { useDisplayMesh, usePartAnalysis } from '#features/quote/workspace/part-data.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

export interface PartFacts {
  /** The file with the line's one body. */
  analysis: PartAnalysis | undefined
  body: AnalysedBody | undefined
  mesh: DisplayMesh | undefined
  state: 'loading' | 'ready' | 'none' | 'failed'
  retry: () => void
}

/**
 * What the panel shows and works out beyond the price: the model, and the facts that findings rest
 * on.
 */
export function usePartFacts(projectId: string, line: WorkLine): PartFacts {
  const facts = usePartAnalysis(projectId, line)
  const display = useDisplayMesh(projectId, line)
  const { body } = facts

  // Of an assembly read here: what is said of the line's own body must not speak of its neighbours.
  const analysis = useMemo(
    () => facts.analysis && body && { ...facts.analysis, bodies: [body] },
    [facts.analysis, body],
  )
  const states = [facts.state, display.state]
  const state = (['failed', 'loading', 'none'] as const).find((one) => states.includes(one)) ?? 'ready'

  return {
    analysis,
    body,
    mesh: display.mesh,
    state,
    retry: () => {
      if (facts.state === 'failed') facts.retry()
      if (display.state === 'failed') display.retry()
    },
  }
}
