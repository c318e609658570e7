import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFocusTrap } from '#ui/use-focus-trap.ts'

interface FullScreen {
  full: boolean
  toggle: () => void
  ref: RefObject<HTMLElement | null>
}

/**
 * Shows an element over the whole window without moving it in the DOM: a canvas that was
 * transferred to a worker cannot be moved. As a popover it is above panels and dialogs; browsers
 * without popovers fall back to fixed positioning.
 */
export function useFullScreen(): FullScreen {
  const [full, setFull] = useState(false)
  const ref = useRef<HTMLElement>(null)
  useFocusTrap(ref, full)

  useEffect(() => {
    const element = ref.current
    if (!full || !element) return

    const hasPopovers = 'showPopover' in element
    if (hasPopovers) {
      element.popover = 'manual'
      element.showPopover()
    }

    const leave = (event: KeyboardEvent) => {
      // Escape first ends what is inside, such as a measurement or a selection.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      setFull(false)
    }
    element.addEventListener('keydown', leave)

    return () => {
      element.removeEventListener('keydown', leave)
      if (!hasPopovers) return
      element.hidePopover()
      element.popover = null
    }
  }, [full])

  return { full, toggle: () => setFull(!full), ref }
}
