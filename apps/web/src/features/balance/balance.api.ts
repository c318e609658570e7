import type { Api, PaymentRecord, PointView, ReloadView, recordLists, TransactionView } from '@cotation/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, apiFile } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { saveFile } from '#lib/save-file.ts'
import { pageSize } from '#ui/use-list-address.ts'

export type RecordList = (typeof recordLists)[number]

/** Stale at once, because money also moves without this page. */
export const balanceQuery = queryOptions({
  queryKey: ['balance', 'now'],
  queryFn: ({ signal }) => api('GET /global/account/balance', {}, { signal, quiet: true }),
  staleTime: 0,
})

export type Balance = Api['GET /global/account/balance']['output']

export type FetchPage<Row> = (page: number, signal: AbortSignal) => Promise<{ records: Row[]; total: number }>

export const fetchReloads: FetchPage<ReloadView> = (page, signal) =>
  api('GET /global/account/balance/rechargeList', { query: { page, pageSize } }, { signal, quiet: true })

export const fetchTransactions: FetchPage<TransactionView> = (page, signal) =>
  api('GET /global/account/balance/transactionList', { query: { page, pageSize } }, { signal, quiet: true })

export const fetchPoints: FetchPage<PointView> = (page, signal) =>
  api('GET /global/account/balance/wePointTransactionList', { query: { page, pageSize } }, { signal, quiet: true })

export const fetchPayments: FetchPage<PaymentRecord> = (page, signal) =>
  api('POST /global/member/paymentList', { body: { page, pageSize } }, { signal, quiet: true })

export const recordsQuery = <Row>(list: RecordList, fetchPage: FetchPage<Row>, page: number) =>
  queryOptions({
    queryKey: ['balance', list, page],
    queryFn: ({ signal }) => fetchPage(page, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Invalidates the balance and its history. */
export const refreshBalance = () => queryClient.invalidateQueries({ queryKey: ['balance'] })

export async function saveRecords(list: RecordList, name: string): Promise<void> {
  const file = await apiFile('GET /global/account/balance/export/{list}', { params: { list } })
  saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
}

/** How often the state of a reload is polled; not at all once it is final. */
function pollIntervalMs({ state, method }: ReloadView): number | false {
  if (state === 'paying') return 3_000
  if (state === 'pending') return 10_000
  if (state !== 'unpaid') return false

  // A transfer takes days; a customer who left the card page may come back to it at any time.
  return method === 'bank_transfer' ? 60_000 : 5_000
}

/**
 * The first request asks the provider, whose webhook may still be on its way; later ones read what
 * the server knows.
 */
async function fetchReload(reloadId: string, isFirst: boolean, signal: AbortSignal): Promise<ReloadView> {
  const input = { params: { reloadId } }
  if (isFirst) {
    try {
      return await api('POST /global/account/balance/reload/{reloadId}/check', input, { signal, quiet: true })
    } catch (error) {
      // The provider may be down; what the server knows still helps.
      if (!(error instanceof ApiError) || error.code === 'NOT_FOUND') throw error
    }
  }

  return api('GET /global/account/balance/reload/{reloadId}', input, { signal, quiet: true })
}

export function reloadQuery(reloadId: string) {
  const queryKey = ['reload', reloadId]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetchReload(reloadId, queryClient.getQueryData(queryKey) === undefined, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? pollIntervalMs(state.data) : false),
  })
}
