import type { Box } from '@cotation/geometry'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { applyKey, followGestures, type Pointed } from './camera/gestures.ts'
import type { CameraControl } from './camera/use-camera.ts'
import { DimensionLabels } from './dimension-labels.tsx'
import { Help } from './help.tsx'
import { MarkOverlay } from './marks/mark-overlay.tsx'
import { markTarget } from './marks/mark-target.ts'
import { markOfFace, nextMark } from './marks/placed-marks.ts'
import type { ViewMark } from './marks/view-mark.ts'
import { MeasureOverlay } from './measure/measure-overlay.tsx'
import { MeasurePanel } from './measure/measure-panel.tsx'
import type { MeasureTool } from './measure/use-measure.ts'
import type { WallTool } from './measure/use-walls.ts'
import { WallLegend } from './measure/wall-legend.tsx'
import type { Look, ViewedBody } from './scene/viewer-messages.ts'
import { type DrawingState, type Pick, useDrawing } from './use-drawing.ts'
import classes from './viewer.module.css'

export interface PictureProps {
  bodies: readonly ViewedBody[]
  box: Box
  description: string
  look: Look
  control: CameraControl
  sizes: boolean
  /** All can be clicked on their faces; those in `shown` also have a marker. */
  marks: readonly ViewMark[]
  shown: readonly ViewMark[]
  selected: string | undefined
  measure: MeasureTool
  walls: WallTool
  onChoose: (mark: ViewMark | undefined) => void
  onRetry: () => void
}

/** Focusable, because it handles keys. */
const focusable = { tabIndex: 0 } as const

/** How precisely a finger or a mouse can be expected to point. */
const snapPx = 12

export function Picture(props: PictureProps) {
  const { bodies, box, look, control, description, sizes, marks, shown, selected, measure, walls, onChoose } = props
  const t = useTranslations('viewer')
  const help = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const drawing = useDrawing({ canvas, bodies, box, look, control, marks: shown, selected, walls: walls.walls })
  const { state, hidden, pick } = drawing

  usePointing(surface, props, pick)
  useFlight(props, state, hidden)

  const onKey = (event: React.KeyboardEvent) => {
    const next = event.key === 'n' || event.key === 'N' ? nextMark(marks, selected, event.shiftKey ? -1 : 1) : undefined
    if (next) onChoose(next)
    else if (event.key === 'Enter' && measure.on) {
      const { width, height } = control.size.get()
      void pick([width / 2, height / 2], snapPx).then((place) => place && measure.add(place))
    } else if (!applyKey(control, event)) return
    event.preventDefault()
  }

  return (
    <div className={classes.stage}>
      <div
        ref={surface}
        className={classes.surface}
        role="application"
        {...focusable}
        aria-label={t('surface')}
        aria-describedby={help}
        data-autofocus
        data-state={state}
        data-measuring={measure.on || undefined}
        onKeyDown={onKey}
      >
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={description} />
        {state === 'drawn' ? (
          <>
            {sizes ? <DimensionLabels box={box} control={control} /> : null}
            <MarkOverlay marks={shown} {...{ control, hidden, selected, onChoose }} />
            {measure.on ? <MeasureOverlay measure={measure} control={control} /> : null}
            {measure.on ? <span className={classes.crosshair} aria-hidden="true" /> : null}
          </>
        ) : null}
        <div className={classes.panels}>
          {measure.on ? <MeasurePanel measure={measure} /> : null}
          <WallLegend tool={walls} />
        </div>
      </div>
      <Notice state={state} onRetry={props.onRetry} />
      <Help id={help} />
    </div>
  )
}

/**
 * A click selects the mark of a face, or measures; hovering shows the point that a click would
 * measure from.
 */
function usePointing(surface: React.RefObject<HTMLElement | null>, props: PictureProps, pick: Pick) {
  // The listeners are added once and read the latest props.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const { control } = props
  useEffect(() => {
    const element = surface.current
    if (!element) return

    let asking = false
    const pointed: Pointed = {
      async click(at) {
        const { measure } = latest.current
        const place = await pick(at, measure.on ? snapPx : 0)
        const { marks, onChoose, measure: tool } = latest.current
        if (!tool.on) onChoose(markOfFace(marks, place?.face))
        else if (place) tool.add(place)
      },
      async hover(at) {
        if (!latest.current.measure.on || asking) return
        asking = true
        const place = at && (await pick(at, snapPx))
        asking = false
        latest.current.measure.point(place)
      },
    }

    return followGestures(element, control, pointed)
  }, [surface, control, pick])
}

/** Moves the camera to a mark when it becomes selected, from the picture, the list or the page. */
function useFlight(
  { bodies, box, control, marks, selected }: PictureProps,
  state: DrawingState,
  hidden: ReadonlySet<string>,
) {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (state !== 'drawn' || selected === shown.current) return
    shown.current = selected
    const mark = marks.find(({ id }) => id === selected)
    if (!mark) return
    const seen = { camera: control.camera.get(), box, size: control.size.get(), hidden: hidden.has(mark.id) }
    control.lookAt(markTarget(mark, bodies[0]?.mesh, seen))
  }, [bodies, box, control, marks, selected, state, hidden])
}

function Notice({ state, onRetry }: { state: DrawingState; onRetry: () => void }) {
  const t = useTranslations('viewer')
  if (state === 'drawn') return null

  if (state === 'preparing') {
    return (
      <p className={classes.notice} role="status">
        {t('preparing')}
      </p>
    )
  }

  return (
    <div className={classes.notice} role="alert">
      <p>{t(state)}</p>
      {state === 'lost' ? (
        <Button variant="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  )
}
