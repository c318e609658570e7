import type { ProjectSummary, UploadView } from '@cotation/contracts'
import type { TechnologySlug } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { app } from '#lib/app-port.ts'
import { api, apiFile } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { saveFile } from '#lib/save-file.ts'
import { pageSize } from '#ui/use-list-address.ts'

interface ListRequest {
  search: string
  page: number
}

const queryOf = ({ search, page }: ListRequest) => ({ page, pageSize, ...(search === '' ? {} : { search }) })

/** Always stale, because the quote page and other tabs change projects too. */
const listOptions = { placeholderData: keepPreviousData, staleTime: 0 } as const

export const projectsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ['projects', request.search, request.page],
    queryFn: ({ signal }) => api('GET /global/project', { query: queryOf(request) }, { signal, quiet: true }),
    ...listOptions,
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) =>
      api('GET /global/project/{projectId}', { params: { projectId }, query: {} }, { signal, quiet: true }),
    staleTime: 0,
  })

export const uploadsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ['uploads', request.search, request.page],
    queryFn: ({ signal }) => api('GET /global/upload/history', { query: queryOf(request) }, { signal, quiet: true }),
    ...listOptions,
  })

/** Invalidates every query that shows projects or files. */
const invalidateLists = () =>
  Promise.all(['projects', 'project', 'uploads'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

export async function renameProject({ id }: ProjectSummary, name: string): Promise<void> {
  await api('PATCH /global/project/{projectId}', { params: { projectId: id }, body: { name } })
  await invalidateLists()
}

export async function duplicateProject({ id }: ProjectSummary, name: string): Promise<void> {
  await api('POST /global/project/{projectId}/duplicate', { params: { projectId: id }, body: { name } })
  await invalidateLists()
}

export async function removeProject({ id }: ProjectSummary): Promise<void> {
  await api('DELETE /global/project/{projectId}', { params: { projectId: id } })
  await invalidateLists()
}

export async function restoreProject({ id }: ProjectSummary): Promise<void> {
  await api('POST /global/project/{projectId}/restore', { params: { projectId: id } })
  await invalidateLists()
}

/** Saves the file under its original name. */
export async function downloadFile({ id, name }: UploadView): Promise<void> {
  saveFile(await apiFile('GET /global/upload/{uploadId}/content', { params: { uploadId: id } }), name)
}

/** `quiet`, because the dialog shows the failure itself. */
export async function removeFile({ id }: UploadView): Promise<void> {
  await api('DELETE /global/upload/{uploadId}', { params: { uploadId: id } }, { quiet: true })
  await invalidateLists()
}

interface NewQuote {
  name: string
  service: TechnologySlug
  uploads: readonly UploadView[]
}

/** Creates a project from stored files and opens it; removes it if the lines cannot be added. */
export async function requoteFiles({ name, service, uploads }: NewQuote): Promise<void> {
  const uploadIds = uploads.map((upload) => upload.id)
  const { id } = await api('POST /global/project', { body: { name, service } })
  const params = { projectId: id }

  try {
    await api('POST /global/project/{projectId}/lines/stored', { params, body: { uploadIds } })
  } catch (failure) {
    await api('DELETE /global/project/{projectId}', { params }, { quiet: true }).catch(() => {})
    throw failure
  }

  await app.navigate(`/quote/${id}`)
}

/** Creates a project named after its only file, without the extension. */
export function requoteFile(upload: UploadView, service: TechnologySlug): Promise<void> {
  const withoutExtension = upload.name.replace(/\.(stl|step|stp)$/i, '')
  const name = withoutExtension.slice(0, 120).trim() || upload.name.slice(0, 120)
  return requoteFiles({ name, service, uploads: [upload] })
}
