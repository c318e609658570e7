import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}', { params: { orderId } }, { signal, quiet: true }),
  })

export const orderMessagesQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order-messages', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}/message', { params: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const orderFilesQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order-files', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}/file', { params: { orderId } }, { signal, quiet: true }),
  })

export const orderCostsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order-costs', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}/additional-cost', { params: { orderId } }, { signal, quiet: true }),
  })

export const orderRunsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order-runs', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}/production', { params: { orderId } }, { signal, quiet: true }),
  })

export const orderInspectionsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order-inspections', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}/inspection', { params: { orderId } }, { signal, quiet: true }),
  })

export const reviewPhotoQuery = (orderId: string, photoId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'review-photo', photoId],
    queryFn: ({ signal }) =>
      staffFile(
        'GET /global/staff/order/{orderId}/review/photo/{photoId}',
        { params: { orderId, photoId } },
        { signal, quiet: true },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What is owed to payers of payment links. */
export const payerReturnsQuery = queryOptions({
  queryKey: [staffQueries, 'payer-returns'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/payer-return', {}, { signal, quiet: true }),
})
