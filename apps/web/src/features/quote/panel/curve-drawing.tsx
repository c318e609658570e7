import { useTranslations } from '#lib/texts/i18n.tsx'
import type { CurvePoint } from './quantity-curve.ts'
import classes from './scope/choose.module.css'

const width = 320
const height = 80
const margin = 6

/**
 * The points of the curve: x is the logarithm of the quantity, y the unit price starting at zero.
 */
function drawnPoints(curve: readonly CurvePoint[]) {
  const priced = curve.flatMap(({ quantity, cell }) => (cell ? { quantity, unit: cell.unitMinor } : []))
  const widest = Math.log(Math.max(2, ...priced.map(({ quantity }) => quantity)))
  const highest = Math.max(1, ...priced.map(({ unit }) => unit))

  return priced.map(({ quantity, unit }) => ({
    quantity,
    x: margin + (Math.log(quantity) / widest) * (width - 2 * margin),
    y: height - margin - (unit / highest) * (height - 2 * margin),
  }))
}

/** The unit price over the quantity; the exact figures are listed below it. */
export function CurveDrawing({ curve, quantity }: { curve: readonly CurvePoint[]; quantity: number }) {
  const t = useTranslations('panel.quantity')
  const points = drawnPoints(curve)
  if (points.length < 2) return null

  return (
    <svg className={classes.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('curve')}>
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
    </svg>
  )
}
