import type { AnalysedBody, DisplayMesh, PartAnalysis } from '@cotation/geometry'
import { useMemo } from 'react'
import { useDisplayMesh, usePartAnalysis } from '#features/quote/workspace/part-data.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

export interface PartFacts {
  /** The analysis of the file, reduced to the line's body. */
  analysis: PartAnalysis | undefined
  body: AnalysedBody | undefined
  mesh: DisplayMesh | undefined
  state: 'loading' | 'ready' | 'none' | 'failed'
  retry: () => void
}

/** The model and the analysis of a part, for the viewer and the findings. */
export function usePartFacts(projectId: string, line: WorkLine): PartFacts {
  const facts = usePartAnalysis(projectId, line)
  const display = useDisplayMesh(projectId, line)
  const { body } = facts

  // A locally read assembly has all bodies: the findings must not include those of the others.
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
