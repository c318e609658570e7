import { useEffect } from 'react'

let locks = 0

/**
 * While active, the page behind does not scroll. The width of its scroll bar is kept free, so that
 * nothing moves.
 */
export function useScrollLock(active: boolean): void {
  useEffect(() => {
    if (!active) return

    const { style, clientWidth } = document.documentElement
    locks++
    if (locks === 1) {
      style.paddingRight = `${Math.max(0, window.innerWidth - clientWidth)}px`
      style.overflow = 'hidden'
    }

    return () => {
      locks--
      if (locks > 0) return

      style.paddingRight = ''
      style.overflow = ''
    }
  }, [active])
}
