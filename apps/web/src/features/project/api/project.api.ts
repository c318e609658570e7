import type { ProjectSummary, UploadView } from '@cotation/contracts'
import type { TechnologySlug } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { app } from '#lib/app-port.ts'
import { api, apiFile } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { saveFile } from '#lib/save-file.ts'
import { pageSize } from '#ui/list/use-list-address.ts'

interface Asked {
  search: string
  page: number
}

const queryOf = ({ search, page }: Asked) => ({ page, pageSize, ...(search === '' ? {} : { search }) })

/** Other tabs and the quote's page change projects too: a list is asked for anew whenever it is opened. */
export const projectsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['projects', asked],
    queryFn: ({ signal }) => api('GET /global/project', { query: queryOf(asked) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) =>
      api('GET /global/project/{projectId}', { params: { projectId }, query: {} }, { signal, quiet: true }),
    staleTime: 0,
  })

export const uploadsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['uploads', asked],
    queryFn: ({ signal }) => api('GET /global/upload/history', { query: queryOf(asked) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Whatever shows projects or files asks again. */
const refreshed = () =>
  Promise.all(['projects', 'project', 'uploads'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

export async function renameProject({ id }: ProjectSummary, name: string): Promise<void> {
  await api('PATCH /global/project/{projectId}', { params: { projectId: id }, body: { name } })
  await refreshed()
}

export async function duplicateProject({ id }: ProjectSummary, name: string): Promise<void> {
  await api('POST /global/project/{projectId}/duplicate', { params: { projectId: id }, body: { name } })
  await refreshed()
}

export async function removeProject({ id }: ProjectSummary): Promise<void> {
  await api('DELETE /global/project/{projectId}', { params: { projectId: id } })
  await refreshed()
}

export async function restoreProject({ id }: ProjectSummary): Promise<void> {
  await api('POST /global/project/{projectId}/restore', { params: { projectId: id } })
  await refreshed()
}

/** Saved under the name it was sent with. */
export async function downloadFile({ id, name }: UploadView): Promise<void> {
  saveFile(await apiFile('GET /global/upload/{uploadId}/content', { params: { uploadId: id } }), name)
}

/** `quiet`: the dialog that asked says why it cannot go. */
export async function removeFile({ id }: UploadView): Promise<void> {
  await api('DELETE /global/upload/{uploadId}', { params: { uploadId: id } }, { quiet: true })
  await refreshed()
}

interface NewQuote {
  name: string
  service: TechnologySlug
  uploadIds: string[]
}

/** A new project from files that are here already, and opens it. One that gets no line is not left behind. */
export async function requoteFiles({ name, service, uploadIds }: NewQuote): Promise<void> {
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
