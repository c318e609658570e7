import { useCallback, useSyncExternalStore } from 'react'

/** Whether the device has a touch screen and no mouse: files cannot be dropped, only chosen. */
export const useTouchOnly = (): boolean => useMediaQuery('(hover: none) and (pointer: coarse)')

/** Whether a media query matches, updated when that changes. False during prerendering. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
