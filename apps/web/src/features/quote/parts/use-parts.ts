import type { LengthUnit, PartAnalysis, PartSummary, Refusal, Stage } from '@cotation/geometry'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { analyseFile } from '#lib/parts/analyse-file.ts'

/** A file that the customer dropped, and what is known of it so far. */
export interface DroppedPart {
  id: number
  file: File
  unit: LengthUnit | undefined
  stage: Stage | undefined
  /** Of the stage, 0 to 1. */
  done: number
  summary: PartSummary | undefined
  analysis: PartAnalysis | undefined
  refusal: Refusal | undefined
}

type Change =
  | { type: 'added'; parts: DroppedPart[] }
  | { type: 'changed'; id: number; part: Partial<DroppedPart> }
  | { type: 'removed'; id: number }

const untouched = { stage: undefined, done: 0, summary: undefined, analysis: undefined, refusal: undefined }

function changed(parts: readonly DroppedPart[], change: Change): DroppedPart[] {
  if (change.type === 'added') return [...parts, ...change.parts]
  if (change.type === 'removed') return parts.filter(({ id }) => id !== change.id)
  return parts.map((part) => (part.id === change.id ? { ...part, ...change.part } : part))
}

/** The dropped files and their analysis, which starts as they come and stops when they go. */
export function useParts() {
  const [parts, dispatch] = useReducer(changed, [])
  const nextId = useRef(1)
  const running = useRef(new Map<number, AbortController>())

  const start = useCallback(async (id: number, file: File, unit: LengthUnit | undefined) => {
    running.current.get(id)?.abort()
    const controller = new AbortController()
    running.current.set(id, controller)
    const tell = (part: Partial<DroppedPart>) => {
      if (!controller.signal.aborted) dispatch({ type: 'changed', id, part })
    }
    const verdict = await analyseFile(
      file,
      unit,
      { progress: (stage, done) => tell({ stage, done }), measured: (summary) => tell({ summary }) },
      controller.signal,
    )
    tell(verdict.ok ? { analysis: verdict.value, summary: verdict.value } : { refusal: verdict.refusal })
  }, [])

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => ({ id: nextId.current++, file, unit: undefined, ...untouched }))
      dispatch({ type: 'added', parts: added })
      for (const { id, file } of added) void start(id, file, undefined)
    },
    [start],
  )

  const chooseUnit = useCallback(
    ({ id, file }: DroppedPart, unit: LengthUnit) => {
      dispatch({ type: 'changed', id, part: { ...untouched, unit } })
      void start(id, file, unit)
    },
    [start],
  )

  const remove = useCallback((id: number) => {
    running.current.get(id)?.abort()
    running.current.delete(id)
    dispatch({ type: 'removed', id })
  }, [])

  useEffect(() => {
    const started = running.current
    return () => {
      for (const controller of started.values()) controller.abort()
    }
  }, [])

  return { parts, add, chooseUnit, remove }
}
