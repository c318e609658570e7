import type { AdditionalCostView, Api } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'

/** Always stale: the customer may pay or decline meanwhile. */
export const costQuery = (costId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'additional-cost', costId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/additional-cost/{costId}', { params: { costId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const pictureQuery = (costId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'additional-cost-picture', costId],
    queryFn: ({ signal }) =>
      staffFile('GET /global/staff/additional-cost/{costId}/picture', { params: { costId } }, { signal, quiet: true }),
  })

/** The order as its own page shows it. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}', { params: { orderId } }, { signal, quiet: true }),
  })

export type CostRequest = Api['POST /global/staff/order/{orderId}/additional-cost']['input']['body']

/** The picture goes with the request, so that a bad one stops it before the customer is asked for anything. */
export async function requestCost(
  orderId: string,
  request: Omit<CostRequest, 'picture'>,
  picture: File | null,
): Promise<AdditionalCostView> {
  const body = { ...request, picture: picture && (await base64Of(picture)) }
  return staffApi('POST /global/staff/order/{orderId}/additional-cost', { params: { orderId }, body }, { quiet: true })
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

export async function addPicture(costId: string, upload: File): Promise<void> {
  const input = { params: { costId }, upload }
  await staffApi('POST /global/staff/additional-cost/{costId}/picture', input, { quiet: true })
}

/** Everything is read again, after a refusal too: the customer may have answered meanwhile. */
export async function withdrawCost(costId: string, reason: string): Promise<void> {
  const input = { params: { costId }, body: { reason } }
  try {
    await staffApi('POST /global/staff/additional-cost/{costId}/withdraw', input, { quiet: true })
  } finally {
    await refreshStaffData()
  }
}
