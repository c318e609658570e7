import type { ListCount, ListRow } from '@cotation/contracts'
import {
  type Operation,
  operations,
  type ServiceId,
  type StaffLists,
  type Station,
  serviceIds,
  stations,
} from '@cotation/domain'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { browserStorage } from '#lib/browser-storage.ts'
import { useMay } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { createStore, useStore } from '#lib/store.ts'
import { loadViewerCode } from '#viewer/use-drawing.ts'
import { type DrawingSource, drawingQuery } from '../shared/drawing/drawing.api.ts'
import { loadDrawingCode } from '../shared/drawing/drawing-button.tsx'
import { isShownHere } from '../shared/drawing/drawing-kind.ts'
import { orderDrawing } from '../shared/drawing/order-file-name.tsx'
import { meshQuery } from '../shared/part-mesh.ts'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { runInspectionsQuery } from './inspection.api.ts'
import { useKeptTrays } from './kept-trays.ts'
import { loadRunMesh, runMeshKey, runQuery, shiftMs } from './work.api.ts'

/** A step that can be worked on now. */
export interface NextStep {
  id: string
  /** Code of the run, as on its traveller. */
  code: string
  part: string
  pieces: number
  operation: Operation
  service: ServiceId | null
  station: Station
  state: string
  /** The work waits for an additional cost or a dispute. */
  isHeld: boolean
  dueDay: string
  /** Who reported last. */
  operator: string
}

/** What a tablet reads ahead. More would be read and never opened. */
const maxRuns = 40
/** Page size for an operator who asks for more than that. */
const runsPerPage = 200
/** Limit for all models together; further ones are read when their run is opened. */
const maxModelBytes = 150 * 1024 * 1024
/** Limit for all drawings together. */
const maxDrawingBytes = 60 * 1024 * 1024

const stationKey = 'staff.station'
const oneOf = <T extends string>(values: readonly T[], value: string | null | undefined): T | null =>
  values.find((known) => known === value) ?? null

/** Where this tablet stands; null for all stations. */
const stationStore = createStore(oneOf(stations, browserStorage.get(stationKey)))

export const useStation = () => useStore(stationStore)

export function chooseStation(value: string): void {
  const station = oneOf(stations, value)
  if (station) browserStorage.set(stationKey, station)
  else browserStorage.remove(stationKey)
  stationStore.set(station)
}

const nextStepsKey = [staffQueries, 'next-steps'] as const

function nextStepOf(row: ListRow<StaffLists['production']>): NextStep[] {
  const { id, code, part, pieces, state, isHeld, stepDay, operator } = row
  const operation = oneOf(operations, row.operation)
  const station = oneOf(stations, row.station)
  if (!code || !operation || !station) return []

  const service = oneOf(serviceIds, row.service)
  return [
    {
      id,
      code,
      part: part ?? '',
      pieces: pieces ?? 0,
      operation,
      service,
      station,
      state: state ?? '',
      isHeld: isHeld ?? false,
      dueDay: stepDay ?? '',
      operator: operator?.name ?? '',
    },
  ]
}

/** A page of what can be worked on, the most urgent first. */
export interface NextStepPage {
  steps: NextStep[]
  /** All pages together. */
  count: ListCount
  /** Where the next page begins; null on the last one. */
  next: string | null
}

interface PageQuery {
  pageSize: number
  cursor: string | null
  signal: AbortSignal
}

async function readNextSteps(station: Station | null, { pageSize, cursor, signal }: PageQuery): Promise<NextStepPage> {
  const query = {
    state: 'in:ready,running,paused',
    columns: 'code,stepDay,station,operation,service,state,isHeld,part,pieces,operator',
    pageSize: String(pageSize),
    ...(station && { station: `in:${station}` }),
    ...(cursor !== null && { cursor }),
  }
  const { rows, count, next } = await staffApi('GET /global/staff/list/production', { query }, { signal, quiet: true })
  return { steps: rows.flatMap(nextStepOf), count, next }
}

/**
 * `page` in the key: earlier releases kept a plain list under the key without it in the browser.
 */
const nextStepsQuery = (station: Station | null) =>
  queryOptions({
    queryKey: [...nextStepsKey, station, 'page'],
    queryFn: ({ signal }) => readNextSteps(station, { pageSize: maxRuns, cursor: null, signal }),
    gcTime: shiftMs,
  })

/** The first of what can be worked on at the station of this tablet. */
export const useNextSteps = () => useQuery(nextStepsQuery(useStation()))

const allNextStepsKey = [staffQueries, 'all-next-steps'] as const

/** Begins at the start, so that pages that are read again after a change join without a gap. */
const allNextStepsQuery = (station: Station | null) =>
  infiniteQueryOptions({
    queryKey: [...allNextStepsKey, station],
    queryFn: ({ signal, pageParam: cursor }) => readNextSteps(station, { pageSize: runsPerPage, cursor, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/**
 * All that can be worked on, once the operator has asked for more than is kept. It stays shown
 * after a run was opened, until the cache forgets it.
 */
export function useAllNextSteps(station: Station | null) {
  const options = allNextStepsQuery(station)
  const [isWanted, setWanted] = useState(() => queryClient.getQueryData(options.queryKey) !== undefined)
  const { data, isError, isLoading, isPaused, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      ...options,
      enabled: isWanted,
    })

  function showMore(): void {
    if (!isWanted) setWanted(true)
    else if (data && hasNextPage) void fetchNextPage()
    else void refetch()
  }

  return {
    steps: data?.pages.flatMap(({ steps }) => steps),
    hasMore: !data || hasNextPage,
    isLoading: isLoading || isFetchingNextPage,
    isFailed: isError || isPaused,
    showMore,
  }
}

/**
 * Reads the next runs and the trays of the station ahead, so that they open without a network. Used
 * by every screen of the work station, because the network may fail while any of them is shown.
 */
export function useKeptRuns(): void {
  const may = useMay()
  const isOperator = may('production.work')
  const mayReadFiles = may('files.read')
  const station = useStation()
  const { data, dataUpdatedAt } = useQuery({ ...nextStepsQuery(station), enabled: isOperator })
  const steps = data?.steps
  useKeptTrays(station)

  const changed = useCallback(() => {
    for (const queryKey of [nextStepsKey, allNextStepsKey]) void queryClient.invalidateQueries({ queryKey })
  }, [])
  useLiveProduction(changed)

  // Also after an answer without changes: the one before it may have come just as the network went.
  useEffect(() => {
    if (!steps || dataUpdatedAt === 0) return

    const replaced = new AbortController()
    void keepRuns(steps, replaced.signal, mayReadFiles)
    return () => replaced.abort()
  }, [steps, dataUpdatedAt, mayReadFiles])
}

/** The step with which each run was last read: it is read again when a colleague has gone on. */
const readWith = new Map<string, string>()

async function keepRuns(steps: readonly NextStep[], replaced: AbortSignal, mayReadFiles: boolean): Promise<void> {
  const codes = steps.map(({ code }) => code)
  forgetModels(codes)

  for (const step of steps) {
    if (replaced.aborted) return
    await keepRun(step)
  }

  if (codes.length > 0) await loadViewerCode().catch(() => undefined)
  let bytes = 0
  for (const code of codes) {
    if (replaced.aborted) return
    if (bytes > maxModelBytes) forgetModel(code)
    else bytes += await keepModel(code)
  }

  if (mayReadFiles) await keepDrawings(codes, replaced)
}

async function keepRun(step: NextStep): Promise<void> {
  const { code } = step
  const seen = JSON.stringify(step)
  const staleTime = readWith.get(code) === seen ? Number.POSITIVE_INFINITY : 0
  const answers = await Promise.allSettled([
    queryClient.fetchQuery({ ...runQuery(code), staleTime }),
    queryClient.fetchQuery({ ...runInspectionsQuery(code), staleTime }),
  ])
  // Otherwise the next round reads it again: an outdated run must not pass for the current one.
  if (answers.every(({ status }) => status === 'fulfilled')) readWith.set(code, seen)
}

const runMesh = (code: string) => meshQuery(runMeshKey(code), loadRunMesh(code))

/** Returns the bytes that the model takes; 0 for a part without one. */
async function keepModel(code: string): Promise<number> {
  try {
    keptModels.add(code)
    const { positions, indices } = await queryClient.ensureQueryData({ ...runMesh(code), gcTime: shiftMs })
    return positions.byteLength + indices.byteLength
  } catch {
    return 0
  }
}

/** The models that were read ahead, by the code of their run. */
const keptModels = new Set<string>()

/** Frees the models of runs that are no longer among the next ones, some megabytes each. */
function forgetModels(next: readonly string[]): void {
  for (const code of keptModels) if (!next.includes(code)) forgetModel(code)
}

/** A model on the screen stays until a later round: it would be read again at once. */
function forgetModel(code: string): void {
  if (!keptModels.has(code)) return

  const { queryKey } = runMesh(code)
  queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' })
  if (!queryClient.getQueryState(queryKey)) keptModels.delete(code)
}

/** Reads the drawings of the next runs, and the code that shows them. */
async function keepDrawings(codes: readonly string[], replaced: AbortSignal): Promise<void> {
  const drawings = codes.flatMap(drawingsOf)
  forgetDrawings(drawings)
  if (drawings.length > 0) await loadDrawingCode().catch(() => undefined)

  let bytes = 0
  for (const drawing of drawings) {
    if (replaced.aborted) return
    if (bytes > maxDrawingBytes) forgetDrawing(drawing)
    else bytes += await keepDrawing(drawing)
  }
}

/** The drawings of a run that has been read. Runs of one line share theirs. */
function drawingsOf(code: string): DrawingSource[] {
  const run = queryClient.getQueryData(runQuery(code).queryKey)
  const shown = run?.attachments.filter(({ name }) => isShownHere(name)) ?? []
  return shown.map((file) => orderDrawing({ orderId: run?.orderId ?? '', ...file }))
}

/** Returns the bytes of the file; 0 if it cannot be read. */
async function keepDrawing(drawing: DrawingSource): Promise<number> {
  try {
    keptDrawings.set(drawing.key, drawing)
    const { size } = await queryClient.ensureQueryData({ ...drawingQuery(drawing), gcTime: shiftMs })
    return size
  } catch {
    return 0
  }
}

/** The drawings that were read ahead, by their key. */
const keptDrawings = new Map<string, DrawingSource>()

function forgetDrawings(next: readonly DrawingSource[]): void {
  for (const drawing of keptDrawings.values()) if (!next.some(({ key }) => key === drawing.key)) forgetDrawing(drawing)
}

/** Forgets a drawing unless it is on the screen, like models. */
function forgetDrawing(drawing: DrawingSource): void {
  if (!keptDrawings.has(drawing.key)) return

  const { queryKey } = drawingQuery(drawing)
  queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' })
  if (!queryClient.getQueryState(queryKey)) keptDrawings.delete(drawing.key)
}
