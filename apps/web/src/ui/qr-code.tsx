import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** What the code contains, for screen readers. */
  label: string
  className?: string | undefined
}

/** The rows of dark squares as one path, because hundreds of elements would be slow to draw. */
function darkSquares(rows: readonly boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** A QR code. Always dark on white with a quiet zone: cameras fail on anything else. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })

  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={darkSquares(data)} fill="#000000" />
    </svg>
  )
}
