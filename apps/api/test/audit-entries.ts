import { staffLists } from '@cotation/domain'
import type { Browser } from './browser.ts'

const columns = Object.keys(staffLists.audit.columns).join(',')

/** Entries of the audit that match filters of its list, the newest first, as a member of staff reads them. */
export async function auditEntries(staff: Browser, filters: Readonly<Record<string, string>>) {
  const query = { pageSize: '200', ...filters, columns }
  const { data } = await staff.call('GET /global/staff/list/audit', { query })
  return data.rows.map(({ before, after, ...entry }) => ({ ...entry, before: factsIn(before), after: factsIn(after) }))
}

const factsIn = (json: string | null | undefined): Record<string, unknown> => JSON.parse(json ?? '{}')
