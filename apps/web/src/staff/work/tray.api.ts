import type { TrayView } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { TrayQueue } from './tray-queue.ts'
import { shiftMs } from './work.api.ts'

export const trayQueries = [staffQueries, 'tray'] as const

export const trayQuery = (code: string) =>
  queryOptions({
    queryKey: [...trayQueries, 'view', code],
    queryFn: ({ signal }) => staffApi('GET /global/staff/tray/{code}', { params: { code } }, { signal, quiet: true }),
    gcTime: shiftMs,
  })

/** The reports of this browser about trays. */
export const trayQueue = new TrayQueue()

/** Shows the tray as the server knows it now, and reads again what changed with it. */
export function showTray(tray: TrayView): void {
  queryClient.setQueryData(trayQuery(tray.code).queryKey, tray)
  void refreshStaffData()
}
