import { staffBytes } from '#lib/gateway/staff-api.ts'
import type { LoadMesh } from './part-mesh.ts'

/** The mesh of an ordered part. Apart from `part-mesh.ts`, which loads the geometry with it. */
export const orderMesh = (orderId: string, lineId: string): { meshKey: string; load: LoadMesh } => ({
  meshKey: `order ${lineId}`,
  load: (signal) =>
    staffBytes(
      'GET /global/staff/order/{orderId}/line/{lineId}/mesh',
      { params: { orderId, lineId } },
      { signal, quiet: true },
    ),
})
