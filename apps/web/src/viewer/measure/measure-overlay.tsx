import { useStore } from '#lib/store.ts'
import { pictured } from '../camera/camera.ts'
import type { CameraControl } from '../camera/use-camera.ts'
import classes from './measure.module.css'
import { measuresOf } from './measurement.ts'
import { useLengths } from './use-lengths.ts'
import type { MeasureTool } from './use-measure.ts'

/** Points and line of a measurement over the picture; the panel says the same in words. */
export function MeasureOverlay({ measure, control }: { measure: MeasureTool; control: CameraControl }) {
  const camera = useStore(control.camera)
  const size = useStore(control.size)
  const { mm } = useLengths()
  const points = measure.places.map(({ at }) => pictured(at, camera, size))
  const [one, other] = points
  const hover = measure.hover && pictured(measure.hover.at, camera, size)
  const between = measuresOf(measure.places).at(-1)

  return (
    <svg className={classes.overlay} width={size.width} height={size.height} aria-hidden="true">
      {one && other ? <line x1={one[0]} y1={one[1]} x2={other[0]} y2={other[1]} /> : null}
      {points.map(([x, y], i) => (
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
