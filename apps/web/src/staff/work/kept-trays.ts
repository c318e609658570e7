import type { ListRow } from '@cotation/contracts'
import { isPrintStation, type StaffLists, type Station } from '@cotation/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useMay } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { trayQuery } from './tray.api.ts'
import { shiftMs } from './work.api.ts'

/** The newest. A machine has one tray, and few are prepared beside it. */
const maxTrays = 20

const nextTraysKey = [staffQueries, 'next-trays'] as const

type TrayRow = ListRow<StaffLists['trays']>

const nextTraysQuery = (station: Station | null) =>
  queryOptions({
    queryKey: [...nextTraysKey, station],
    queryFn: async ({ signal }) => {
      const query = {
        state: 'in:open,printing',
        columns: 'code,state,pieces,fill,startedAt',
        pageSize: String(maxTrays),
        ...(station && { station: `in:${station}` }),
      }
      const { rows } = await staffApi('GET /global/staff/list/trays', { query }, { signal, quiet: true })
      return rows
    },
    gcTime: shiftMs,
  })

/** Reads the open and printing trays of a station ahead, so that they open without a network. */
export function useKeptTrays(station: Station | null): void {
  const may = useMay()
  const isPrinting = station === null || isPrintStation(station)
  const isKept = isPrinting && may('production.work')
  const { data: trays, dataUpdatedAt } = useQuery({ ...nextTraysQuery(station), enabled: isKept })

  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey: nextTraysKey }), [])
  useLiveProduction(changed)

  // Like for runs, also after an answer without changes.
  useEffect(() => {
    if (!trays || dataUpdatedAt === 0) return

    const replaced = new AbortController()
    void keepTrays(trays, replaced.signal)
    return () => replaced.abort()
  }, [trays, dataUpdatedAt])
}

/** The row with which each tray was last read: it is read again when a colleague has changed it. */
const readWith = new Map<string, string>()

async function keepTrays(trays: readonly TrayRow[], replaced: AbortSignal): Promise<void> {
  for (const row of trays) {
    if (replaced.aborted) return
    if (row.code) await keepTray(row.code, JSON.stringify(row))
  }
}

/** A tray that cannot be read now is read with the next list. */
async function keepTray(code: string, seen: string): Promise<void> {
  const staleTime = readWith.get(code) === seen ? Number.POSITIVE_INFINITY : 0
  try {
    await queryClient.fetchQuery({ ...trayQuery(code), staleTime })
    readWith.set(code, seen)
  } catch {
    readWith.delete(code)
  }
}
