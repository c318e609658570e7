import type { Box } from '@cotation/geometry'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import type { ViewedBody } from '#viewer/scene/viewer-messages.ts'
import {
  cssColour,
  rampGradient,
  thinShare,
  unmeasured,
  type WallMap,
  type WallScale,
  wallScale,
} from '#viewer/scene/wall-map.ts'
import classes from './measure.module.css'
import type { WallAnswer, WallRequest } from './serve-walls.ts'
import { useLengths } from './use-lengths.ts'

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

/** What the colours of the walls mean, or how far measuring them is. */
export function WallLegend({ tool }: { tool: WallTool }) {
  const t = useTranslations('viewer.walls')
  const { state, walls } = tool
  if (state.phase === 'off') return null

  return (
    <div className={classes.legend}>
      {state.phase === 'measuring' ? (
        <>
          <label className={classes.progress}>
            {t('measuring')}
            <progress max={1} value={state.done} />
          </label>
          <Button variant="secondary" size="xs" className={classes.button} onClick={tool.toggle}>
            {t('cancel')}
          </Button>
        </>
      ) : null}
      {state.phase === 'failed' ? <p role="alert">{t('failed')}</p> : null}
      {walls ? <Scale walls={walls} /> : null}
    </div>
  )
}

/** Small shares need decimals, or they would show as zero. */
function percentDigits(share: number): number {
  if (share < 0.01) return 2
  return share < 0.1 ? 1 : 0
}

function Scale({ walls: { maps, scale } }: { walls: NonNullable<WallTool['walls']> }) {
  const t = useTranslations('viewer.walls')
  const format = useFormatter()
  const { mm, number } = useLengths()
  const { limitMm, maxMm } = scale
  const share = useMemo(() => (limitMm === undefined ? undefined : thinShare(maps, limitMm)), [maps, limitMm])
  const percent = (value: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: percentDigits(value) })

  return (
    <>
      <p className={classes.name}>{t('legend')}</p>
      <div className={classes.ramp} style={{ backgroundImage: rampGradient(scale) }} aria-hidden="true" />
      <div className={classes.ticks} aria-hidden="true">
        <span>0</span>
        {limitMm === undefined ? null : (
          <span className={classes.limit} style={{ left: `${Math.min(100, (100 * limitMm) / maxMm)}%` }}>
            {number(limitMm)}
          </span>
        )}
        <span>≥ {mm(maxMm)}</span>
      </div>
      <p className={classes.unmeasured}>
        <span style={{ backgroundColor: cssColour(unmeasured) }} aria-hidden="true" /> {t('unmeasured')}
      </p>
      {share === undefined || limitMm === undefined ? null : (
        <p role="status">
          {share > 0 ? t('thin', { share: percent(share), limit: mm(limitMm) }) : t('fine', { limit: mm(limitMm) })}
        </p>
      )}
    </>
  )
}
