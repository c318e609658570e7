import type { Api } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { saveFile } from '#lib/save-file.ts'

type AuditQuery = Api['GET /global/staff/audit']['input']['query']
export type AuditFilterQuery = Api['GET /global/staff/audit/export']['input']['query']

export const auditPageQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: [staffQueries, 'audit', query],
    queryFn: ({ signal }) => staffApi('GET /global/staff/audit', { query }, { signal, quiet: true }),
    placeholderData: (previous) => previous,
  })

/** Saves what the filters match; the server records the download. */
export async function saveAudit(query: AuditFilterQuery): Promise<void> {
  saveFile(await staffFile('GET /global/staff/audit/export', { query }), 'audit.csv')
}
