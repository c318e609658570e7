import type { MatrixCell } from '@cotation/pricing'
import { useFormats } from '#lib/texts/formats.ts'
import classes from './choices.module.css'

const width = 320
/** Curves that may cross need more room. */
const heights = { one: 96, several: 156 }
/** Room for the largest dot, and for the quantities below. */
const margins = { top: 8, right: 8, bottom: 22 }
/** Labels that are closer than this overlap. */
const labelHeight = 12
const characterWidth = 6.5

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

/** Unit prices over the logarithm of the quantity. All figures are listed beside it. */
export function PriceCurves({ label, curves, quantity }: PriceCurvesProps) {
  const { money } = useFormats()
  const quantities = curves.flatMap(({ points }) => points.map((point) => point.quantity))
  const widest = Math.log(Math.max(2, ...quantities))
  const heightOf = priceScale(curves)
  const height = curves.length === 1 ? heights.one : heights.several
  const bottom = height - margins.bottom
  if (curves.every(({ points }) => points.length < 2)) return null

  const prices = curves.flatMap(({ points }) => points.map(({ unitMinor }) => money(unitMinor)))
  const axis = 8 + characterWidth * Math.max(...prices.map(({ length }) => length))
  const left = axis + margins.right

  const placed = curves.map(({ id, points }) => ({
    id,
    points: points.map((point) => ({
      ...point,
      x: left + (Math.log(point.quantity) / widest) * (width - left - margins.right),
      y: bottom - heightOf(point.unitMinor) * (bottom - margins.top),
    })),
  }))

  return (
    <svg className={classes.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <Axes points={placed.flatMap(({ points }) => points)} axis={axis} bottom={bottom} />
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

interface PlacedPoint {
  quantity: number
  unitMinor: number
  x: number
  y: number
}

interface AxesProps {
  points: readonly PlacedPoint[]
  /** Where the axis of the prices is. */
  axis: number
  bottom: number
}

/** The first and the last quantity, the highest and the lowest unit price. */
function Axes({ points, axis, bottom }: AxesProps) {
  const { money, number } = useFormats()
  const byQuantity = points.toSorted((one, other) => one.quantity - other.quantity)
  const byPrice = points.toSorted((one, other) => one.unitMinor - other.unitMinor)

  const first = byQuantity.at(0)
  const last = byQuantity.at(-1)
  const lowest = byPrice.at(0)
  const highest = byPrice.at(-1)
  if (!first || !last || !lowest || !highest) return null

  const prices = lowest.y - highest.y < labelHeight ? [highest] : [highest, lowest]

  return (
    <g className={classes.axes} aria-hidden>
      <path d={`M${axis},${margins.top} V${bottom + 6} H${width}`} />
      {prices.map(({ unitMinor, y }) => (
        <text key={unitMinor} x={axis - 4} y={y} textAnchor="end" dominantBaseline="middle">
          {money(unitMinor)}
        </text>
      ))}
      {[first, last].map(({ quantity, x }) => (
        <text key={quantity} x={x} y={bottom + 18} textAnchor={quantity === last.quantity ? 'end' : 'middle'}>
          {number(quantity)}
        </text>
      ))}
    </g>
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
