import { type AnalysedBody, type DisplayMesh, decodeMesh, type PartAnalysis } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, apiBytes } from '#lib/gateway/api.ts'
import { projectStore } from './project-stores.ts'
import { factsKey, type WorkLine } from './work-line.ts'

export interface PartAnalysisView {
  /** `none` while nobody has measured the part yet. */
  state: 'loading' | 'ready' | 'none' | 'failed'
  analysis: PartAnalysis | undefined
  body: AnalysedBody | undefined
  retry: () => void
}

/** The server has measured the file that the line has now. */
const isMeasured = ({ view, provisional }: WorkLine): boolean =>
  !provisional && view.part !== null && view.upload.state === 'done'

const queryState = (isAsked: boolean, { isError, isSuccess }: { isError: boolean; isSuccess: boolean }) =>
  isSuccess ? 'ready' : isError ? 'failed' : isAsked ? 'loading' : 'none'

/**
 * All that is known of a line's part: the browser's own reading while the file is here, else the server's, fetched once. With it the
 * findings of a changed configuration are known before the server answers.
 */
export function usePartAnalysis(projectId: string, line: WorkLine): PartAnalysisView {
  const { local, view } = line
  const isAsked = !local && isMeasured(line)
  const key = factsKey(view)
  const facts = useQuery({
    queryKey: ['line-facts', projectId, view.id, key],
    queryFn: ({ signal }) => {
      const params = { projectId, lineId: view.id }
      return api('GET /global/project/{projectId}/line/{lineId}/facts', { params }, { signal, quiet: true })
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const analysis = facts.data?.analysis

  useEffect(() => {
    if (analysis) projectStore(projectId).takeFacts(view.id, key, analysis)
  }, [projectId, view.id, key, analysis])

  const retry = () => void facts.refetch()
  if (local) return { state: 'ready', analysis: local.analysis, body: local.body, retry }

  return { state: queryState(isAsked, facts), analysis, body: analysis?.bodies[0], retry }
}

export interface DisplayMeshView {
  state: PartAnalysisView['state']
  mesh: DisplayMesh | undefined
  retry: () => void
}

/** A line's part to look at: the browser's own mesh while it has one, else the server's. */
export function useDisplayMesh(projectId: string, line: WorkLine): DisplayMeshView {
  const { local, view } = line
  const here = local?.body.display
  const isAsked = !here && isMeasured(line)
  const fetched = useQuery({
    queryKey: ['line-mesh', projectId, view.id, factsKey(view)],
    queryFn: async ({ signal }) => {
      const params = { projectId, lineId: view.id }
      const path = 'GET /global/project/{projectId}/line/{lineId}/mesh'
      const mesh = decodeMesh(await apiBytes(path, { params }, { signal, quiet: true }))
      if (!mesh) throw new Error('the mesh cannot be read')
      return mesh
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    // Some megabytes each: kept while it is looked at, and a little longer.
    gcTime: 60_000,
  })
  const retry = () => void fetched.refetch()
  if (here) return { state: 'ready', mesh: here, retry }

  return { state: queryState(isAsked, fetched), mesh: fetched.data, retry }
}
