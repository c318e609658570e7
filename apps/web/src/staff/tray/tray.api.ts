import type { TrayView } from '@cotation/contracts'
import type { LossReason } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

export const trayQueries = [staffQueries, 'tray'] as const

export const candidatesQuery = () =>
  queryOptions({
    queryKey: [...trayQueries, 'candidates'],
    queryFn: ({ signal }) => staffApi('GET /global/staff/tray-candidate', {}, { signal, quiet: true }),
    staleTime: 0,
  })

export const trayQuery = (code: string) =>
  queryOptions({
    queryKey: [...trayQueries, 'view', code],
    queryFn: ({ signal }) => staffApi('GET /global/staff/tray/{code}', { params: { code } }, { signal, quiet: true }),
  })

/** Always read again: what it says is confirmed. */
export const failureQuery = (code: string) =>
  queryOptions({
    queryKey: [...trayQueries, 'failure', code],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/tray/{code}/failure', { params: { code } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })

export interface Pieces {
  stepId: string
  quantity: number
}

export const openTray = (key: string, contents: Pieces[]): Promise<TrayView> =>
  staffApi('POST /global/staff/tray', { body: { key, contents } }, { quiet: true })

export const changeContents = (code: string, contents: Pieces[]) =>
  staffApi('POST /global/staff/tray/{code}/content', { params: { code }, body: { contents } }, { quiet: true })

export const startTray = (code: string) =>
  staffApi('POST /global/staff/tray/{code}/start', { params: { code } }, { quiet: true })

export const finishTray = (code: string, body: { key: string; lost: Pieces[]; reason: LossReason | null }) =>
  staffApi('POST /global/staff/tray/{code}/done', { params: { code }, body }, { quiet: true })

export const failTray = (code: string, body: { key: string; reason: LossReason }) =>
  staffApi('POST /global/staff/tray/{code}/fail', { params: { code }, body }, { quiet: true })

export const downloadModel = (code: string) =>
  staffFile('GET /global/staff/tray/{code}/model', { params: { code } }, { quiet: true })
