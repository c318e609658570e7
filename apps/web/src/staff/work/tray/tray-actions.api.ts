import type { TrayView } from '@cotation/contracts'
import type { LossReason } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { trayQueries } from '../tray.api.ts'
import type { TrayPieces } from '../tray-queue.ts'

export const candidatesQuery = () =>
  queryOptions({
    queryKey: [...trayQueries, 'candidates'],
    queryFn: ({ signal }) => staffApi('GET /global/staff/tray-candidate', {}, { signal, quiet: true }),
    staleTime: 0,
  })

/** Always read again: what it says is confirmed. */
export const failureQuery = (code: string) =>
  queryOptions({
    queryKey: [...trayQueries, 'failure', code],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/tray/{code}/failure', { params: { code } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
    // Fails at once without a network, so that the page can say so.
    retry: false,
  })

export const openTray = (key: string, contents: TrayPieces[]): Promise<TrayView> =>
  staffApi('POST /global/staff/tray', { body: { key, contents } }, { quiet: true })

export const changeContents = (code: string, contents: TrayPieces[]) =>
  staffApi('POST /global/staff/tray/{code}/content', { params: { code }, body: { contents } }, { quiet: true })

export const failTray = (code: string, body: { key: string; reason: LossReason }) =>
  staffApi('POST /global/staff/tray/{code}/fail', { params: { code }, body }, { quiet: true })

export const downloadModel = (code: string) =>
  staffFile('GET /global/staff/tray/{code}/model', { params: { code } }, { quiet: true })
