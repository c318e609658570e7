import type { Box } from '@cotation/geometry'
import { useStore } from '#lib/store.ts'
import { dimensionLines } from './camera/dimension-lines.ts'
import type { CameraControl } from './camera/use-camera.ts'
import { useLengths } from './measure/use-lengths.ts'
import classes from './viewer.module.css'

/**
 * The size of the part on three sides of its box. Hidden from screen readers: the text alternative
 * says the same.
 */
export function DimensionLabels({ box, control }: { box: Box; control: CameraControl }) {
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
