import { type AnalysedBody, type DisplayMesh, decodeMesh, type PartAnalysis } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api, apiBytes } from '#lib/gateway/api.ts'
import { projectStore } from './project-stores.ts'
import { factsKey, type WorkLine } from './work-line.ts'

interface PartAnalysisView {
  /** `none` until the part is measured. */
  state: 'loading' | 'ready' | 'none' | 'failed'
  analysis: PartAnalysis | undefined
  body: AnalysedBody | undefined
  retry: () => void
}

/** The server has measured the line's current file. */
const isMeasured = ({ view, provisional }: WorkLine): boolean =>
  !provisional && view.part !== null && view.upload.state === 'done'

function queryState(isEnabled: boolean, { isError, isSuccess }: { isError: boolean; isSuccess: boolean }) {
  if (isSuccess) return 'ready'
  if (isError) return 'failed'
  return isEnabled ? 'loading' : 'none'
}

/**
 * The analysis of a line's part: this browser's own while it has the file, otherwise the server's,
 * fetched once. It gives the findings of a changed configuration before the server responds.
 */
function usePartAnalysis(projectId: string, line: WorkLine): PartAnalysisView {
  const { local, view } = line
  const isEnabled = !local && isMeasured(line)
  const key = factsKey(view)
  const facts = useQuery({
    queryKey: ['line-facts', projectId, view.id, key],
    queryFn: ({ signal }) => {
      const params = { projectId, lineId: view.id }
      return api('GET /global/project/{projectId}/line/{lineId}/facts', { params }, { signal, quiet: true })
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const analysis = facts.data?.analysis

  useEffect(() => {
    if (analysis) projectStore(projectId).takeFacts(view.id, key, analysis)
  }, [projectId, view.id, key, analysis])

  const retry = () => void facts.refetch()
  if (local) return { state: 'ready', analysis: local.analysis, body: local.body, retry }

  return { state: queryState(isEnabled, facts), analysis, body: analysis?.bodies[0], retry }
}

interface DisplayMeshView {
  state: PartAnalysisView['state']
  mesh: DisplayMesh | undefined
  retry: () => void
}

/**
 * The mesh of a line's part for the viewer: this browser's own while it has one, otherwise the
 * server's.
 */
function useDisplayMesh(projectId: string, line: WorkLine): DisplayMeshView {
  const { local, view } = line
  const localMesh = local?.body.display
  const isEnabled = !localMesh && isMeasured(line)
  const fetched = useQuery({
    queryKey: ['line-mesh', projectId, view.id, factsKey(view)],
    queryFn: async ({ signal }) => {
      const params = { projectId, lineId: view.id }
      const path = 'GET /global/project/{projectId}/line/{lineId}/mesh'
      const mesh = decodeMesh(await apiBytes(path, { params }, { signal, quiet: true }))
      if (!mesh) throw new Error('The mesh cannot be decoded')
      return mesh
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    // Some megabytes each: freed a minute after the viewer closes.
    gcTime: 60_000,
  })
  const retry = () => void fetched.refetch()
  if (localMesh) return { state: 'ready', mesh: localMesh, retry }

  return { state: queryState(isEnabled, fetched), mesh: fetched.data, retry }
}

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
