import type { Box } from '@cotation/geometry'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ViewedBody } from '#viewer/scene/viewer-messages.ts'
import { type WallMap, type WallScale, wallScale } from '#viewer/scene/wall-map.ts'
import type { WallAnswer, WallRequest } from './serve-walls.ts'

type Measuring = { phase: 'off' } | { phase: 'measuring'; done: number } | { phase: 'failed' } | { phase: 'shown' }

export interface WallTool {
  state: Measuring
  walls: { maps: readonly WallMap[]; scale: WallScale } | undefined
  /** Shows the map (and measures it first if necessary), hides it, or cancels the measurement. */
  toggle(): void
}

const off: Measuring = { phase: 'off' }

const newWorker = () => new Worker(new URL('./walls.worker.ts', import.meta.url), { type: 'module', name: 'walls' })

/** The wall map, measured on demand and cached while the part is shown. */
export function useWalls(bodies: readonly ViewedBody[], box: Box, limitMm: number | undefined): WallTool {
  const [last, setLast] = useState<{ of: readonly ViewedBody[]; state: Measuring }>({ of: bodies, state: off })
  const [known, setKnown] = useState<{ bodies: readonly ViewedBody[]; maps: readonly WallMap[] }>()
  const worker = useRef<Worker>(undefined)
  const stop = useCallback(() => {
    worker.current?.terminate()
    worker.current = undefined
  }, [])
  useEffect(() => stop, [stop])

  // A new part has not been measured yet.
  const state = last.of === bodies ? last.state : off
  const setState = (next: Measuring) => setLast({ of: bodies, state: next })
  const maps = known?.bodies === bodies ? known.maps : undefined
  const toggle = () => {
    if (state.phase === 'measuring' || state.phase === 'shown') {
      stop()
      return setState(off)
    }

    if (maps) return setState({ phase: 'shown' })

    setState({ phase: 'measuring', done: 0 })
    stop()

    const begun = newWorker()
    worker.current = begun

    const end = (next: Measuring) => {
      stop()
      setState(next)
    }
    begun.onerror = () => end({ phase: 'failed' })
    begun.onmessage = ({ data }: MessageEvent<WallAnswer>) => {
      if (data.kind === 'progress') return setState({ phase: 'measuring', done: data.done })
      setKnown({ bodies, maps: data.maps })
      end({ phase: 'shown' })
    }
    begun.postMessage({ meshes: bodies.map(({ mesh }) => mesh), box } satisfies WallRequest)
  }

  const walls = useMemo(
    // A material without a minimum has 0.
    () => (state.phase === 'shown' && maps ? { maps, scale: wallScale(maps, limitMm || undefined) } : undefined),
    [state.phase, maps, limitMm],
  )

  return { state, walls, toggle }
}
