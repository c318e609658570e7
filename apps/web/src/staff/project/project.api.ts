import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffBytes, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

/** Always stale: the customer works on it meanwhile. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'project', projectId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/project/{projectId}', { params: { projectId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const loadMesh = (projectId: string, lineId: string) => (signal: AbortSignal) =>
  staffBytes(
    'GET /global/staff/project/{projectId}/line/{lineId}/mesh',
    { params: { projectId, lineId } },
    { signal, quiet: true },
  )

export const downloadFile = (projectId: string, uploadId: string) =>
  staffFile(
    'GET /global/staff/project/{projectId}/file/{uploadId}',
    { params: { projectId, uploadId } },
    { quiet: true },
  )

export const clearProject = (projectId: string, body: { reason: string; uploadIds: string[] }) =>
  staffApi('POST /global/staff/project/{projectId}/export-control', { params: { projectId }, body }, { quiet: true })
