import { followUntilScrolled, readPlaces, shownListPlace, storePlaces } from '#lib/kept-scroll.ts'
import type { AppRouter } from './router.tsx'

/** Spec 2 and 9. */
export const hashOffsetPx = 100

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

function findHashTop(hash: string): number | undefined {
  const target = hash === '' ? null : document.getElementById(hash)
  return target ? target.getBoundingClientRect().top + window.scrollY : undefined
}

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Scrolls to the hash's element when it appears, and again while content that loads above it moves
 * it. Returns a function that ends it.
 */
function followHash(hash: string): () => void {
  let lastTop = findHashTop(hash)

  const observer = new MutationObserver(() => {
    const hashTop = findHashTop(hash)
    if (hashTop === undefined || hashTop === lastTop) return

    lastTop = hashTop
    window.scrollTo(scrollTarget({ hashTop, reducedMotion: isMotionReduced() }))
  })
  observer.observe(document.body, { childList: true, subtree: true })

  return followUntilScrolled(observer)
}

/** Scrolls to a saved position as soon as the page is long enough. Returns a function that ends it. */
function followSaved(top: number): () => void {
  const observer = new ResizeObserver(() => {
    if (window.scrollY < top) window.scrollTo({ top, behavior: 'instant' })
  })
  observer.observe(document.body)

  return followUntilScrolled(observer)
}

/** Scrolls after every navigation, and saves the scroll position and the place in a list of each history entry. */
export function startScrolling(router: AppRouter): void {
  const places = readPlaces()
  const entryKey = () => router.history.location.state.__TSR_key ?? 'first'
  let current = entryKey()
  // During a navigation the browser may clamp the position of the old page: not saved.
  let moving = false
  let hasNavigated = false
  let stopFollowing = () => {}
  window.history.scrollRestoration = 'manual'
  // Private: whether the router scrolls to the top after the next render. On the first page that would
  // undo a visitor's own scrolling; each navigation sets it again.
  router._scroll.n = false

  const save = () => {
    if (moving) return
    places.delete(current)
    places.set(current, { top: window.scrollY, list: shownListPlace() })
    storePlaces(places)
  }
  window.addEventListener('scrollend', save, { passive: true })
  window.addEventListener('pagehide', save)

  router.subscribe('onBeforeNavigate', () => {
    save()
    moving = true
    hasNavigated = true
    stopFollowing()
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    current = entryKey()
    moving = false

    const { hash, state } = toLocation
    const saved = places.get(current)
    const savedTop = saved?.top
    if (state.keepsScroll && savedTop === undefined) return
    // The first page is at its top already, or where a visitor has scrolled to while it loaded.
    // Scrolling would lay it out twice, too.
    if (!hasNavigated && hash === '' && !savedTop) return

    const facts = { savedTop, reducedMotion: isMotionReduced() }
    window.scrollTo(scrollTarget({ ...facts, hashTop: findHashTop(hash) }))

    // Its row may have moved since, away from the saved position.
    const isInPage = saved?.list?.hasFocus && saved.list.scrollTop === undefined
    if (isInPage) document.activeElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' })

    stopFollowing()
    if (hash !== '') stopFollowing = followHash(hash)
    else if (savedTop) stopFollowing = followSaved(savedTop)
  })
}
