import { type AnalysedBody, type DisplayMesh, decodeMesh, type PartAnalysis } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api, apiBytes } from '#lib/gateway/api.ts'
import { projectStore } from './project-stores.ts'
import { factsKey, type WorkLine } from './work-line.ts'

export interface PartFacts {
  /** The analysis of the file, reduced to the line's body. */
  analysis: PartAnalysis | undefined
  body: AnalysedBody | undefined
  mesh: DisplayMesh | undefined
  /** `none` until the part is measured. */
  state: 'loading' | 'ready' | 'none' | 'failed'
  retry: () => void
}

/** The server has measured the line's current file. */
const isMeasured = ({ view, provisional }: WorkLine): boolean =>
  !provisional && view.part !== null && view.upload.state === 'done'

/** The server's analysis of a part, fetched once if this browser has not read the file itself. */
function useFetchedAnalysis(projectId: string, line: WorkLine) {
  const { view } = line
  const key = factsKey(view)
  const fetched = useQuery({
    queryKey: ['line-facts', projectId, view.id, key],
    queryFn: ({ signal }) => {
      const params = { projectId, lineId: view.id }
      return api('GET /global/project/{projectId}/line/{lineId}/facts', { params }, { signal, quiet: true })
    },
    enabled: !line.local && isMeasured(line),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const analysis = fetched.data?.analysis

  // Gives the findings of a changed configuration before the server responds.
  useEffect(() => {
    if (analysis) projectStore(projectId).takeFacts(view.id, key, analysis)
  }, [projectId, view.id, key, analysis])

  return fetched
}

/** The server's mesh of a part for the viewer, if this browser has none itself. */
function useFetchedMesh(projectId: string, line: WorkLine) {
  const { view } = line
  return useQuery({
    queryKey: ['line-mesh', projectId, view.id, factsKey(view)],
    queryFn: async ({ signal }) => {
      const params = { projectId, lineId: view.id }
      const path = 'GET /global/project/{projectId}/line/{lineId}/mesh'
      const mesh = decodeMesh(await apiBytes(path, { params }, { signal, quiet: true }))
      if (!mesh) throw new Error('The mesh cannot be decoded')
      return mesh
    },
    enabled: !line.local?.body.display && isMeasured(line),
    staleTime: Number.POSITIVE_INFINITY,
    // Some megabytes each: freed a minute after the viewer closes.
    gcTime: 60_000,
  })
}

/**
 * The model and the analysis of a part, for the viewer and the findings: this browser's own while
 * it has the file, otherwise the server's.
 */
export function usePartFacts(projectId: string, line: WorkLine): PartFacts {
  const { local } = line
  const facts = useFetchedAnalysis(projectId, line)
  const display = useFetchedMesh(projectId, line)
  const whole = local?.analysis ?? facts.data?.analysis
  const body = local ? local.body : whole?.bodies[0]
  const mesh = local?.body.display ?? display.data

  // A locally read assembly has all bodies: the findings must not include those of the others.
  const analysis = useMemo(() => whole && body && { ...whole, bodies: [body] }, [whole, body])

  const state = () => {
    if (whole && mesh) return 'ready'
    if (facts.isError || display.isError) return 'failed'
    return isMeasured(line) ? 'loading' : 'none'
  }

  return {
    analysis,
    body,
    mesh,
    state: state(),
    retry: () => {
      if (facts.isError) void facts.refetch()
      if (display.isError) void display.refetch()
    },
  }
}
