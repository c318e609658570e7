import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './drawing.module.css'
import type { PageView, SheetSize } from './drawing-messages.ts'
import type { PdfDrawing } from './pdf-drawing.ts'
import type { SeenPart } from './use-sheet-zoom.ts'

/** Limit for a whole page: 16 MB, enough for the width of a tablet. */
const maxPagePixels = 4_000_000
/** Limit for the visible part of an enlarged page. */
const maxPartPixels = 6_000_000
const maxSidePixels = 8192

interface PdfSheetProps {
  pdf: PdfDrawing
  page: number
  size: SheetSize
  seen: SeenPart | undefined
  label: string
  onDrawn: (isComplete: boolean) => void
  onError: (error: unknown) => void
}

/** A page: as a whole, and sharper the part that is seen when the page is enlarged. */
export function PdfSheet({ pdf, page, size, seen, label, onDrawn, onError }: PdfSheetProps) {
  const t = useTranslations('staff-drawing')
  const [isDrawn, setDrawn] = useState(false)
  const noteDrawn = useCallback(
    (isComplete: boolean) => {
      setDrawn(true)
      onDrawn(isComplete)
    },
    [onDrawn],
  )

  const whole = wholePage(size)
  const part = seen && sharperPart(size, seen, whole.scale)
  const shown = { pdf, page, onDrawn: noteDrawn, onError }

  return (
    <>
      {isDrawn ? null : (
        <p className={classes.waiting} role="status">
          {t('drawing')}
        </p>
      )}
      <Layer key={`page ${page}`} {...shown} size={size} view={whole} label={label} />
      {part ? <Layer key={`part ${page}`} {...shown} size={size} view={part} /> : null}
    </>
  )
}

function wholePage({ width, height }: SheetSize): PageView {
  const scale = Math.min(Math.sqrt(maxPagePixels / (width * height)), maxSidePixels / Math.max(width, height))
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { scale, x: 0, y: 0, width: pixels(width), height: pixels(height) }
}

/** Undefined while the drawing of the whole page is sharp enough. */
function sharperPart(size: SheetSize, seen: SeenPart, drawnScale: number): PageView | undefined {
  const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(maxPartPixels / (seen.width * seen.height)))
  const scale = (seen.sheetWidth * ratio) / size.width
  if (scale <= drawnScale) return undefined

  const pixels = (length: number) => Math.max(1, Math.round(length * ratio))
  return { scale, x: pixels(seen.x), y: pixels(seen.y), width: pixels(seen.width), height: pixels(seen.height) }
}

interface LayerProps extends Omit<PdfSheetProps, 'seen' | 'label'> {
  view: PageView
  /** Absent if another layer shows the same. */
  label?: string
}

function Layer({ pdf, page, size, view, label, onDrawn, onError }: LayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { scale, x, y, width, height } = view

  // One after the other: what is outdated before its turn is not drawn.
  const turn = useRef(Promise.resolve())

  useEffect(() => {
    let isWanted = true

    turn.current = turn.current.then(async () => {
      if (!isWanted) return

      try {
        const { bitmap, isComplete } = await pdf.draw(page, { scale, x, y, width, height })
        if (isWanted) {
          show(canvas.current, bitmap, {
            left: x,
            top: y,
            pageWidth: size.width * scale,
            pageHeight: size.height * scale,
          })
          onDrawn(isComplete)
        }
        bitmap.close()
      } catch (error) {
        if (isWanted) onError(error)
      }
    })

    return () => {
      isWanted = false
    }
  }, [pdf, page, size, scale, x, y, width, height, onDrawn, onError])

  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <canvas ref={canvas} className={classes.layer} {...named} />
}

interface Place {
  left: number
  top: number
  pageWidth: number
  pageHeight: number
}

/** In shares of the page, so that the picture grows with it until a sharper one is drawn. */
function show(
  canvas: HTMLCanvasElement | null,
  bitmap: ImageBitmap,
  { left, top, pageWidth, pageHeight }: Place,
): void {
  if (!canvas) return

  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)

  const { style } = canvas
  style.left = `${(left / pageWidth) * 100}%`
  style.top = `${(top / pageHeight) * 100}%`
  style.width = `${(bitmap.width / pageWidth) * 100}%`
  style.height = `${(bitmap.height / pageHeight) * 100}%`
}
