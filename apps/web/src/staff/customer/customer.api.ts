import type { CustomerView } from '@cotation/contracts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'customer', customerId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/customer/{customerId}', { params: { customerId } }, { signal, quiet: true }),
  })

/** The newest first: as many as one answer has. */
export const refusedReferralsQuery = (referrerId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'customer', referrerId, 'refused-referrals'],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/referral/refused', { query: { referrerId, pageSize: 100 } }, { signal, quiet: true }),
  })

type QuotesPage = NonNullable<CustomerView['quotes']>
type FilesPage = NonNullable<CustomerView['files']>

interface NextPages<Page> {
  section: 'quotes' | 'files'
  customerId: string
  /** Where the rows end that the page has; empty if there are no others. */
  start: string
  read: (after: string, signal: AbortSignal) => Promise<Page>
}

/**
 * The pages after the newest rows, read on request only. Where these end is in the key: once they have
 * changed, what follows is read again, without a gap or a repetition.
 */
const nextPages = <Page extends { next: string | null }>({ section, customerId, start, read }: NextPages<Page>) =>
  infiniteQueryOptions({
    queryKey: [staffQueries, 'customer', customerId, section, start],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    enabled: false,
  })

export const nextQuotesQuery = (customerId: string, { next }: QuotesPage) =>
  nextPages<QuotesPage>({
    section: 'quotes',
    customerId,
    start: next ?? '',
    read: (after, signal) =>
      staffApi(
        'GET /global/staff/customer/{customerId}/quote',
        { params: { customerId }, query: { after } },
        { signal, quiet: true },
      ),
  })

export const nextFilesQuery = (customerId: string, { next }: FilesPage) =>
  nextPages<FilesPage>({
    section: 'files',
    customerId,
    start: next ?? '',
    read: (after, signal) =>
      staffApi(
        'GET /global/staff/customer/{customerId}/file',
        { params: { customerId }, query: { after } },
        { signal, quiet: true },
      ),
  })

export const downloadFile = (customerId: string, uploadId: string) =>
  staffFile(
    'GET /global/staff/customer/{customerId}/file/{uploadId}',
    { params: { customerId, uploadId } },
    { quiet: true },
  )
