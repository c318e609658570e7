import type { MatrixCell } from '@cotation/pricing'
import classes from './choices.module.css'

const width = 320
/** Curves that may cross need more room. */
const heights = { one: 80, several: 140 }
const margin = 6

/** Unit prices by quantity. */
interface PriceCurve {
  id: string
  points: readonly Pick<MatrixCell, 'quantity' | 'unitMinor'>[]
}

interface PriceCurvesProps {
  label: string
  /** The lines differ by colour and dashes in this sequence; `CurveSample` shows which is which. */
  curves: readonly PriceCurve[]
  /** The quantity of the line, marked on the curves. */
  quantity: number
}

/** Height of a price, 0 to 1: from zero for one curve, by the logarithm where several may cross. */
function priceScale(curves: readonly PriceCurve[]): (unitMinor: number) => number {
  const prices = curves.flatMap(({ points }) => points.map(({ unitMinor }) => Math.max(1, unitMinor)))
  const highest = Math.max(1, ...prices)
  if (curves.length === 1) return (unitMinor) => unitMinor / highest

  const lowest = Math.min(highest, ...prices)
  const span = Math.max(Math.log(highest / lowest), 0.01)
  return (unitMinor) => Math.log(Math.max(1, unitMinor) / lowest) / span
}

/** Unit prices over the logarithm of the quantity. The exact figures are listed beside it. */
export function PriceCurves({ label, curves, quantity }: PriceCurvesProps) {
  const quantities = curves.flatMap(({ points }) => points.map((point) => point.quantity))
  const widest = Math.log(Math.max(2, ...quantities))
  const heightOf = priceScale(curves)
  const height = curves.length === 1 ? heights.one : heights.several
  if (curves.every(({ points }) => points.length < 2)) return null

  const placed = curves.map(({ id, points }) => ({
    id,
    points: points.map((point) => ({
      quantity: point.quantity,
      x: margin + (Math.log(point.quantity) / widest) * (width - 2 * margin),
      y: height - margin - heightOf(point.unitMinor) * (height - 2 * margin),
    })),
  }))

  return (
    <svg className={classes.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {placed.map(({ id, points }, at) => (
        <g key={id} data-curve={at}>
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {points.map((point) => (
            <circle
              key={point.quantity}
              cx={point.x}
              cy={point.y}
              r={point.quantity === quantity ? 5 : 2.5}
              data-own={point.quantity === quantity || undefined}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}

/** A piece of the curve at an index, for a legend. */
export const CurveSample = ({ at }: { at: number }) => (
  <svg className={classes.curveSample} viewBox="0 0 28 8" aria-hidden>
    <g data-curve={at}>
      <polyline points="0,4 28,4" />
    </g>
  </svg>
)
