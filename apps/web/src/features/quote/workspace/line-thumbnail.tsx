import { type DisplayMesh, drawnTriangles, shownColour } from '@cotation/geometry'
import { memo, useEffect, useRef } from 'react'
import { gatewayPath } from '#lib/gateway/api.ts'
import classes from './line-thumbnail.module.css'
import type { WorkLine } from './work-line.ts'

interface LineThumbnailProps {
  line: WorkLine
  /** Side length in CSS pixels. */
  size: number
}

/**
 * A thumbnail of a line's part: drawn from the browser's analysis while it has one, otherwise the
 * server's image.
 */
export function LineThumbnail({ line, size }: LineThumbnailProps) {
  const { thumbnailId } = line.view
  const mesh = line.local?.body.thumbnail

  // Hidden from screen readers: the part's name is beside it.
  if (mesh) return <DrawnPart mesh={mesh} size={size} />
  if (!thumbnailId || line.provisional)
    return <span className={classes.picture} style={{ width: size, height: size }} aria-hidden />

  const src = gatewayPath('/global/quote/thumbnail/{thumbnailId}', { params: { thumbnailId } })
  return <img className={classes.picture} src={src} width={size} height={size} alt="" loading="lazy" decoding="async" />
}

const DrawnPart = memo(function DrawnPart({ mesh, size }: { mesh: DisplayMesh; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Twice the size, to be sharp on high-density screens.
  const pixels = 2 * size
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return

    context.clearRect(0, 0, pixels, pixels)

    for (const { corners, shade } of drawnTriangles(mesh, pixels, pixels)) {
      context.fillStyle = shownColour(shade)
      context.strokeStyle = context.fillStyle
      context.beginPath()
      for (const [x, y] of corners) context.lineTo(x, y)
      context.closePath()
      context.fill()

      // Without a stroke, hairlines show between adjacent triangles.
      context.stroke()
    }
  }, [mesh, pixels])

  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      width={pixels}
      height={pixels}
      style={{ width: size, height: size }}
      aria-hidden
    />
  )
})
