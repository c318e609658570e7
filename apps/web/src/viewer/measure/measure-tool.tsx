import { useMemo, useState } from 'react'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import type { PickedPoint } from '#viewer/scene/viewer-messages.ts'
import { toPixels } from '../camera/camera.ts'
import type { CameraControl } from '../camera/use-camera.ts'
import classes from './measure.module.css'
import { type Measure, type MeasuredPoint, measuresOf, withPoint } from './measurement.ts'
import { useLengths } from './use-lengths.ts'

export interface MeasureTool {
  on: boolean
  points: readonly MeasuredPoint[]
  /** The point that a click would measure from. */
  hover: PickedPoint | undefined
  toggle(): void
  add(point: MeasuredPoint): void
  setHover(hover: PickedPoint | undefined): void
  clear(): void
}

/** The measuring tool of one viewer. */
export function useMeasure(): MeasureTool {
  const [state, setState] = useState<Pick<MeasureTool, 'on' | 'points' | 'hover'>>({
    on: false,
    points: [],
    hover: undefined,
  })
  return useMemo(
    () => ({
      ...state,
      toggle: () => setState(({ on }) => ({ on: !on, points: [], hover: undefined })),
      add: (point) => setState((before) => ({ ...before, points: withPoint(before.points, point) })),
      setHover: (hover) => setState((before) => (before.on ? { ...before, hover } : before)),
      clear: () => setState((before) => ({ ...before, points: [], hover: undefined })),
    }),
    [state],
  )
}

/** Points and line of a measurement over the picture; the panel says the same in words. */
export function MeasureOverlay({ measure, control }: { measure: MeasureTool; control: CameraControl }) {
  const camera = useStore(control.camera)
  const size = useStore(control.size)
  const { mm } = useLengths()
  const pixels = measure.points.map(({ at }) => toPixels(at, camera, size))
  const [one, other] = pixels
  const hover = measure.hover && toPixels(measure.hover.at, camera, size)
  const between = measuresOf(measure.points).at(-1)

  return (
    <svg className={classes.overlay} width={size.width} height={size.height} aria-hidden="true">
      {one && other ? <line x1={one[0]} y1={one[1]} x2={other[0]} y2={other[1]} /> : null}
      {pixels.map(([x, y], i) => (
        <circle key={i === 0 ? 'from' : 'to'} cx={x} cy={y} r={4} />
      ))}
      {hover ? (
        <circle className={classes.hover} data-on={measure.hover?.on} cx={hover[0]} cy={hover[1]} r={7} />
      ) : null}
      {one && other && between ? (
        <text x={(one[0] + other[0]) / 2} y={(one[1] + other[1]) / 2 - 12}>
          {mm(between.mm)}
        </text>
      ) : null}
    </svg>
  )
}

/** The measurement in words; screen readers announce changes. */
export function MeasurePanel({ measure }: { measure: MeasureTool }) {
  const t = useTranslations('viewer.measure')
  const { mm } = useLengths()
  const textOf = (found: Measure) => {
    if (found.kind !== 'points') return t(found.kind, { length: mm(found.mm) })
    const [x, y, z] = found.along
    return t('points', { length: mm(found.mm), x: mm(x), y: mm(y), z: mm(z) })
  }

  const found = measuresOf(measure.points)
  const step = (['first', 'second'] as const)[measure.points.length] ?? 'again'

  return (
    <div className={classes.panel}>
      <div role="status">
        {found.length > 0 ? (
          <ul>
            {found.map((one, i) => (
              <li key={`${one.kind}-${i === 0 ? 'first' : 'next'}-${one.mm}`}>{textOf(one)}</li>
            ))}
          </ul>
        ) : null}
        <p>{t(step)}</p>
      </div>
      {measure.points.length > 0 ? (
        <Button variant="secondary" size="xs" className={classes.button} onClick={measure.clear}>
          {t('clear')}
        </Button>
      ) : null}
    </div>
  )
}
