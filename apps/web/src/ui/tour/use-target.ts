import { useEffect, useState } from 'react'
import type { Rect } from './note-position.ts'

const same = (a: Rect | undefined, b: Rect | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height)

/**
 * The position of an element, followed frame by frame: pages scroll and lists grow during a tour.
 */
export function useTarget(selector: string): Rect | undefined {
  const [rect, setRect] = useState<Rect>()
  useEffect(() => {
    let frame = 0
    let found: Element | null = null
    const follow = () => {
      const target = document.querySelector(selector)
      // The element may appear a moment after the step that opens it.
      if (target && target !== found) target.scrollIntoView({ block: 'center' })
      found = target

      const box = target?.getBoundingClientRect()
      const now = box && { left: box.left, top: box.top, width: box.width, height: box.height }
      setRect((before) => (same(before, now) ? before : now))
      frame = requestAnimationFrame(follow)
    }
    follow()

    return () => cancelAnimationFrame(frame)
  }, [selector])

  return rect
}
