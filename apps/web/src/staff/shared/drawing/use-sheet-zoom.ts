import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SheetSize } from './drawing-messages.ts'

/** Smallest zoom, relative to the width that fits. */
const minZoom = 0.25
const maxZoom = 8
export const zoomStep = Math.SQRT2
/** A strip of paper is not shown in full width, or it would be kilometres long. */
const maxHeights = 20
/** Until a movement is taken to have ended. */
const restMs = 150
const wheelRate = 0.002

/** The part of the sheet that the pane shows, and the width of the sheet, in CSS pixels. */
export interface SeenPart extends SheetSize {
  x: number
  y: number
  sheetWidth: number
}

interface Point {
  x: number
  y: number
}

/** A point of the sheet, as shares of its size, that stays where it is in the window while the size changes. */
interface Held {
  window: Point
  share: Point
}

/**
 * The size of a sheet in a pane that scrolls: full width at first, then as buttons, Ctrl with the
 * wheel, and two fingers say. One finger scrolls by itself; a mouse drags.
 */
export function useSheetZoom(size: SheetSize) {
  const pane = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<SheetSize>({ width: 0, height: 0 })
  const [zoom, setZoom] = useState(1)
  const [seen, setSeen] = useState<SeenPart>()
  const latestZoom = useRef(1)
  const held = useRef<Held>(undefined)

  const widthThatFits = Math.min(room.width, (maxHeights * room.height * size.width) / size.height)
  const width = widthThatFits * zoom
  const height = (width * size.height) / size.width

  const zoomTo = useCallback((wanted: number, at?: Point) => {
    const box = pane.current?.getBoundingClientRect()
    const paper = sheet.current?.getBoundingClientRect()
    if (box && paper && paper.width > 0) {
      const window = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      const share = { x: (window.x - paper.left) / paper.width, y: (window.y - paper.top) / paper.height }
      held.current = { window, share }
    }

    latestZoom.current = Math.min(Math.max(wanted, minZoom), maxZoom)
    setZoom(latestZoom.current)
  }, [])

  const zoomBy = useCallback((factor: number, at?: Point) => zoomTo(latestZoom.current * factor, at), [zoomTo])

  // After the commit in which the sheet has its new size.
  useLayoutEffect(() => {
    const paper = sheet.current?.getBoundingClientRect()
    if (!pane.current || !paper || !held.current) return

    const { window, share } = held.current
    held.current = undefined
    pane.current.scrollLeft += paper.left + share.x * paper.width - window.x
    pane.current.scrollTop += paper.top + share.y * paper.height - window.y
  })

  useRoom(pane, setRoom)
  useGestures(pane, latestZoom, zoomTo)

  useEffect(() => {
    const box = pane.current
    if (!box || width === 0 || height === 0) return

    let timer = setTimeout(look, restMs)
    function look() {
      setSeen(seenPart(pane.current, sheet.current))
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(look, restMs)
    }
    box.addEventListener('scroll', onScroll, { passive: true })

    return () => {
      clearTimeout(timer)
      box.removeEventListener('scroll', onScroll)
    }
  }, [width, height])

  return { pane, sheet, width, height, zoom, seen, zoomTo, zoomBy }
}

function seenPart(pane: Element | null, sheet: Element | null): SeenPart | undefined {
  const box = pane?.getBoundingClientRect()
  const paper = sheet?.getBoundingClientRect()
  if (!box || !paper) return undefined

  const x = Math.max(0, box.left - paper.left)
  const y = Math.max(0, box.top - paper.top)
  const width = Math.min(paper.right, box.right) - Math.max(paper.left, box.left)
  const height = Math.min(paper.bottom, box.bottom) - Math.max(paper.top, box.top)
  return width > 0 && height > 0 ? { x, y, width, height, sheetWidth: paper.width } : undefined
}

function useRoom(pane: RefObject<HTMLDivElement | null>, setRoom: (room: SheetSize) => void): void {
  useEffect(() => {
    const box = pane.current
    if (!box) return

    const measure = () => setRoom({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const resizing = new ResizeObserver(measure)
    resizing.observe(box)
    return () => resizing.disconnect()
  }, [pane, setRoom])
}

/** Listeners of our own, because those of React may not prevent that the browser zooms the page. */
function useGestures(
  pane: RefObject<HTMLDivElement | null>,
  zoom: RefObject<number>,
  zoomTo: (zoom: number, at: Point) => void,
): void {
  useEffect(() => {
    const box = pane.current
    if (!box) return

    const listening = new AbortController()
    const { signal } = listening

    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomTo(zoom.current * Math.exp(-event.deltaY * wheelRate), { x: event.clientX, y: event.clientY })
    }
    box.addEventListener('wheel', onWheel, { signal, passive: false })

    let pinch: { distance: number; zoom: number } | undefined
    const onTouch = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (!a || !b) {
        pinch = undefined
        return
      }

      event.preventDefault()
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      pinch ??= { distance, zoom: zoom.current }
      const middle = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 }
      zoomTo((pinch.zoom * distance) / pinch.distance, middle)
    }
    for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      box.addEventListener(type, onTouch, { signal, passive: false })

    const onPointerMove = ({ movementX, movementY }: PointerEvent) => {
      box.scrollLeft -= movementX
      box.scrollTop -= movementY
    }
    const onPointerEnd = () => box.removeEventListener('pointermove', onPointerMove)
    const onPointerDown = ({ pointerType, button, pointerId }: PointerEvent) => {
      if (pointerType !== 'mouse' || button !== 0) return
      box.setPointerCapture(pointerId)
      box.addEventListener('pointermove', onPointerMove, { signal })
    }
    box.addEventListener('pointerdown', onPointerDown, { signal })
    box.addEventListener('lostpointercapture', onPointerEnd, { signal })

    return () => listening.abort()
  }, [pane, zoom, zoomTo])
}
