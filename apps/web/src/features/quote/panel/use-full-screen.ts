import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { type RefCallback, useEffect, useRef, useState } from 'react'

interface FullScreen {
  full: boolean
  toggle: () => void
  ref: RefCallback<HTMLElement>
}

/**
 * Lays an element over the whole window without moving it in the page: a canvas that was given to a
 * worker cannot move. As a popover, it lies above panels and dialogs whatever they clip or
 * transform; where there are none, its fixed place must do.
 */
export function useFullScreen(): FullScreen {
  const [full, setFull] = useState(false)
  const element = useRef<HTMLElement>(null)
  const trap = useFocusTrap(full)

  useEffect(() => {
    const shown = element.current
    if (!full || !shown) return

    const liftable = 'showPopover' in shown
    if (liftable) {
      shown.popover = 'manual'
      shown.showPopover()
    }

    const leave = (event: KeyboardEvent) => {
      // What lies within (a measurement, a selection) has the key first.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      setFull(false)
    }
    shown.addEventListener('keydown', leave)

    return () => {
      shown.removeEventListener('keydown', leave)
      if (!liftable) return
      shown.hidePopover()
      shown.popover = null
    }
  }, [full])

  return { full, toggle: () => setFull(!full), ref: useMergedRef(element, trap) }
}
