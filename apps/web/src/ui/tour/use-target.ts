import { useEffect, useState } from 'react'
import type { Rect } from './tour-place.ts'

const same = (a: Rect | undefined, b: Rect | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height)

/** Where an element stands now, followed frame by frame while somebody looks: pages scroll and lists grow under a tour. */
export function useTarget(selector: string): Rect | undefined {
  const [rect, setRect] = useState<Rect>()
  useEffect(() => {
    let frame = 0
    let found: Element | null = null
    const follow = () => {
      const target = document.querySelector(selector)
      // It may come a moment after the step that opens it.
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
