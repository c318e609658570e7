import { visitStorage } from '#lib/browser-storage.ts'
import type { AppRouter } from './router.tsx'

/** Spec 2 and 9. */
export const hashOffsetPx = 100
const storageKey = 'scroll'
const maxPositions = 50

interface ScrollFacts {
  /** Distance of the hash's element from the top of the page; absent without hash or element. */
  hashTop?: number | undefined
  savedTop?: number | undefined
  reducedMotion: boolean
}

/** Spec 2: to the hash with its offset, else to the saved position, else smoothly to the top. */
export function scrollTarget({ hashTop, savedTop, reducedMotion }: ScrollFacts): {
  top: number
  behavior: ScrollBehavior
} {
  const smooth: ScrollBehavior = reducedMotion ? 'instant' : 'smooth'
  if (hashTop !== undefined) return { top: Math.max(0, hashTop - hashOffsetPx), behavior: smooth }
  if (savedTop !== undefined) return { top: savedTop, behavior: 'instant' }
  return { top: 0, behavior: smooth }
}

function readPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(visitStorage.get(storageKey) ?? '[]')
    return new Map(Array.isArray(stored) ? stored : [])
  } catch {
    return new Map()
  }
}

const anchor = (hash: string) => (hash === '' ? null : document.getElementById(hash))

/** Scrolls after every navigation, and saves the scroll position of each history entry. */
export function startScrolling(router: AppRouter): void {
  const positions = readPositions()
  const entryKey = () => router.history.location.state.__TSR_key ?? 'first'
  let current = entryKey()
  // During a navigation the browser may clamp the position of the old page: not saved.
  let moving = false
  window.history.scrollRestoration = 'manual'

  const save = () => {
    if (moving) return
    positions.delete(current)
    positions.set(current, window.scrollY)
    visitStorage.set(storageKey, JSON.stringify([...positions].slice(-maxPositions)))
  }
  window.addEventListener('scrollend', save, { passive: true })
  window.addEventListener('pagehide', save)

  router.subscribe('onBeforeNavigate', () => {
    save()
    moving = true
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    current = entryKey()
    moving = false

    const target = anchor(toLocation.hash)
    window.scrollTo(
      scrollTarget({
        hashTop: target ? target.getBoundingClientRect().top + window.scrollY : undefined,
        savedTop: positions.get(current),
        reducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      }),
    )
  })
}
