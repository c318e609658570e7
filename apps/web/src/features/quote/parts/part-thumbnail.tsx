import type { PartAnalysis } from '@cotation/geometry'
import { useEffect, useRef } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { drawnTriangles } from './drawn-triangles.ts'
import classes from './part-card.module.css'

/** Pixels of the picture; the style sheet shows it at half the size, so that it is sharp on dense screens. */
const [width, height] = [480, 320]

/** A small picture of the first body, seen from above at a corner as on the isometric view of a drawing. */
export function PartThumbnail({ analysis, name }: { analysis: PartAnalysis; name: string }) {
  const t = useTranslations('parts')
  const canvas = useRef<HTMLCanvasElement>(null)
  const mesh = analysis.bodies[0]?.thumbnail
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !mesh) return
    context.clearRect(0, 0, width, height)
    for (const { corners, shade } of drawnTriangles(mesh, width, height)) {
      const lightness = `${Math.round(35 + 55 * shade)}%`
      context.fillStyle = `hsl(212 18% ${lightness})`
      context.strokeStyle = context.fillStyle
      context.beginPath()
      for (const [x, y] of corners) context.lineTo(x, y)
      context.closePath()
      context.fill()
      // Neighbours leave a hairline between them otherwise.
      context.stroke()
    }
  }, [mesh])
  if (!mesh) return null
  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      width={width}
      height={height}
      role="img"
      aria-label={t('picture', { name })}
    />
  )
}
