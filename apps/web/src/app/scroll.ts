import { visitStorage } from '#lib/browser-storage.ts'
import type { AppRouter } from './router.tsx'

/** Spec 2 and 9. */
export const hashOffsetPx = 100
const storageKey = 'scroll'
const keptPositions = 50

interface ScrollFacts {
  /** Distance of the hash's element from the top of the page; absent without hash or element. */
  hashTop?: number | undefined
  savedTop?: number | undefined
  reducedMotion: boolean
}

/** Spec 2: to the hash with its offset, else the saved position, else the top, smoothly. */
export function scrollGoal({ hashTop, savedTop, reducedMotion }: ScrollFacts): {
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

/** Moves the window after every navigation, and remembers where each entry of the history was left. */
export function startScrolling(router: AppRouter): void {
  const positions = readPositions()
  const entryKey = () => router.history.location.state.__TSR_key ?? 'first'
  let current = entryKey()
  // While a navigation is under way the browser may clamp the position of the page that leaves: not worth keeping.
  let moving = false
  window.history.scrollRestoration = 'manual'

  const save = () => {
    if (moving) return
    positions.delete(current)
    positions.set(current, window.scrollY)
    visitStorage.set(storageKey, JSON.stringify([...positions].slice(-keptPositions)))
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
      scrollGoal({
        hashTop: target ? target.getBoundingClientRect().top + window.scrollY : undefined,
        savedTop: positions.get(current),
        reducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      }),
    )
  })
}
