import type { Box, Vec3 } from '@cotation/geometry'
import { useEffect, useId, useRef } from 'react'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { markOfFace, markTarget, nextMark, type ViewMark } from '#viewer/marks/marks.ts'
import { MeasureOverlay, MeasurePanel, type MeasureTool } from '#viewer/measure/measure-tool.tsx'
import { WallLegend, type WallTool } from '#viewer/measure/wall-tool.tsx'
import { dimensionLines } from './camera/dimension-lines.ts'
import { applyKey, followGestures, type PointerHandlers } from './camera/gestures.ts'
import type { CameraControl } from './camera/use-camera.ts'
import { MarkOverlay } from './marks/mark-overlay.tsx'
import { useLengths } from './measure/use-lengths.ts'
import type { Appearance, PickedPoint, ViewedBody } from './scene/viewer-messages.ts'
import { type DrawingState, type PickPoint, useDrawing } from './use-drawing.ts'
import classes from './viewer.module.css'

interface PictureProps {
  bodies: readonly ViewedBody[]
  box: Box
  description: string
  appearance: Appearance
  control: CameraControl
  sizes: boolean
  /** All can be clicked on their faces; those in `shown` also have a marker. */
  marks: readonly ViewMark[]
  shown: readonly ViewMark[]
  selected: string | undefined
  measure: MeasureTool
  walls: WallTool
  onChoose: (mark: ViewMark | undefined) => void
  onPick: ((at: Vec3) => void) | undefined
  onRetry: () => void
}

/** Focusable, because it handles keys. */
const focusable = { tabIndex: 0 } as const

/** How precisely a finger or a mouse can be expected to point. */
const snapPx = 12

export function Picture(props: PictureProps) {
  const { bodies, box, appearance, control, description, sizes, marks, shown, selected, measure, walls } = props
  const { onChoose, onPick } = props
  const t = useTranslations('viewer')
  const help = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const drawing = useDrawing({ canvas, bodies, box, appearance, control, marks: shown, selected, walls: walls.walls })
  const { state, hidden, pick } = drawing
  const isPointing = measure.on || onPick !== undefined

  usePointing(surface, props, pick)
  useFlight(props, state, hidden)

  const onKey = (event: React.KeyboardEvent) => {
    const isNext = event.key === 'n' || event.key === 'N'
    const next = isNext ? nextMark(marks, selected, event.shiftKey ? -1 : 1) : undefined

    if (next) onChoose(next)
    else if (event.key === 'Enter' && (measure.on || onPick)) {
      const { width, height } = control.size.get()
      void pick([width / 2, height / 2], measure.on ? snapPx : 0).then((point) => point && takePoint(props, point))
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
        data-measuring={isPointing || undefined}
        onKeyDown={onKey}
      >
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={description} />
        {state === 'drawn' ? (
          <>
            {sizes ? <DimensionLabels box={box} control={control} /> : null}
            <MarkOverlay marks={shown} control={control} hidden={hidden} selected={selected} onChoose={onChoose} />
            {measure.on ? <MeasureOverlay measure={measure} control={control} /> : null}
            {isPointing ? <span className={classes.crosshair} aria-hidden="true" /> : null}
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

/** Measures from a point of the part, or passes it on as the picked place. */
function takePoint({ measure, onPick }: Pick<PictureProps, 'measure' | 'onPick'>, point: PickedPoint): void {
  if (measure.on) measure.add(point)
  else onPick?.(point.at)
}

/**
 * A click selects the mark of a face, picks its place, or measures; hovering shows the point that a
 * click would measure from.
 */
function usePointing(surface: React.RefObject<HTMLElement | null>, props: PictureProps, pick: PickPoint) {
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
    const handlers: PointerHandlers = {
      async click(at) {
        const { measure } = latest.current
        const point = await pick(at, measure.on ? snapPx : 0)
        const { marks, onChoose, onPick, measure: tool } = latest.current
        if (!tool.on && !onPick) onChoose(markOfFace(marks, point?.face))
        else if (point) takePoint(latest.current, point)
      },
      async hover(at) {
        if (!latest.current.measure.on || asking) return
        asking = true
        const point = at && (await pick(at, snapPx))
        asking = false
        latest.current.measure.setHover(point)
      },
    }

    return followGestures(element, control, handlers)
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
    control.focusOn(markTarget(mark, bodies[0]?.mesh, seen))
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

/**
 * The size of the part on three sides of its box. Hidden from screen readers: the text alternative
 * says the same.
 */
function DimensionLabels({ box, control }: { box: Box; control: CameraControl }) {
  const camera = useStore(control.camera)
  const size = useStore(control.size)
  const { mm } = useLengths()
  const lines = dimensionLines(box, camera, size)

  return (
    <svg className={classes.dimensions} width={size.width} height={size.height} aria-hidden="true">
      {lines.map(({ axis, from, to }) => (
        <line key={axis} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
      ))}
      {lines.map(({ axis, label: [x, y], lengthMm }) => (
        <text key={axis} x={x} y={y}>
          {mm(lengthMm)}
        </text>
      ))}
    </svg>
  )
}

const helpTexts = [
  'orbit',
  'pan',
  'zoom',
  'views',
  'fit',
  'choose',
  'next',
  'measure',
  'measureKeys',
  'escape',
] as const

/** Explains gestures and keys. */
function Help({ id }: { id: string }) {
  const t = useTranslations('viewer.help')
  return (
    <details className={classes.help}>
      <summary>{t('title')}</summary>
      <ul id={id}>
        {helpTexts.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
    </details>
  )
}
