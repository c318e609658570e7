/** An element that had the focus, and where on the page it was. */
interface FocusRecord {
  element: HTMLElement
  /** The dialog or message that the element belongs to; undefined for the page itself. */
  layer: Element | undefined
  /** Its ancestors inside the layer, nearest first. */
  path: readonly Ancestor[]
}

interface Ancestor {
  element: Element
  /** The position of a row among the rows of its list. */
  row: number | undefined
}

const tabbable = 'a[href], button, input, select, textarea, summary, [tabindex]'

const isTabbable = (element: HTMLElement) =>
  element.tabIndex >= 0 && !element.matches(':disabled, [type="hidden"], [aria-hidden="true"] *, [inert] *')

// jsdom has no layout and no `checkVisibility`.
export const isVisible = (element: Element): boolean => element.checkVisibility?.() ?? true

const tabbablesIn = (area: Element) => [...area.querySelectorAll<HTMLElement>(tabbable)].filter(isTabbable)

/** The rows of a list or table, without the spacers of a virtualised one. */
const rowsOf = (list: Element) =>
  [...list.children].filter((row) => row.matches('li, tr') && !row.matches('[aria-hidden]'))

function rowOf(element: Element): number | undefined {
  const list = element.parentElement
  return list && element.matches('li, tr') ? rowsOf(list).indexOf(element) : undefined
}

function recordOf(element: HTMLElement): FocusRecord {
  const layer = element.closest('[role="dialog"], [role="alert"], [role="status"]') ?? undefined
  const end = layer?.parentElement ?? document.body

  const path: Ancestor[] = []
  for (let one = element.parentElement; one && one !== end; one = one.parentElement) {
    path.push({ element: one, row: rowOf(one) })
  }

  return { element, layer, path }
}

/** The first control of the row that took the place of a removed one, or of the last row. */
function nextRow(list: Element, index: number): HTMLElement | undefined {
  const rows = rowsOf(list)
  const row = rows[index] ?? rows.at(-1)
  return row && tabbablesIn(row)[0]
}

/** The control after a disabled one, or before it: "redo" after the last "undo". */
function neighbourOf({ element, path }: FocusRecord): HTMLElement | undefined {
  for (const { element: area } of path) {
    const others = tabbablesIn(area)
    const isAfter = (other: HTMLElement) =>
      (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const neighbour = others.find(isAfter) ?? others.at(-1)
    if (neighbour) return neighbour
  }
}

/** The ancestors up to the main part: a page that still loads must not lose the focus to the footer. */
function pathInPage({ path }: FocusRecord): readonly Ancestor[] {
  const main = path.findIndex(({ element }) => element.matches('main'))
  return main === -1 ? path : path.slice(0, main + 1)
}

/** The next row of the list, else the heading of the nearest part of the page that is left. */
function nearestRemaining(record: FocusRecord): HTMLElement | undefined {
  let removedRow: number | undefined

  for (const { element, row } of pathInPage(record)) {
    if (!element.isConnected) {
      removedRow = row
      continue
    }

    const next = removedRow === undefined ? undefined : nextRow(element, removedRow)
    if (next) return next

    removedRow = undefined
    const heading = [...element.querySelectorAll<HTMLElement>('h1, h2, h3, h4')].find(isVisible)
    if (heading) return heading
  }
}

function focusElement(target: HTMLElement): void {
  if (!target.matches(tabbable)) target.tabIndex = -1
  // The title of a page takes the focus after a navigation, which has its own scroll position.
  target.focus({ preventScroll: target.matches('h1') })
}

/** The element itself if it can have the focus, its neighbour if it is disabled, else what is left. */
function focusTarget(record: FocusRecord): HTMLElement | undefined {
  const { element } = record
  if (!element.isConnected) return nearestRemaining(record)
  return element.matches(':disabled') ? neighbourOf(record) : element
}

/** Focuses the element again, or what remains near it. Returns whether something has the focus. */
function focusAgain(record: FocusRecord): boolean {
  const target = focusTarget(record)
  if (!target) return false

  focusElement(target)
  return document.activeElement === target
}

/**
 * Moves the focus to what remains when an action removes or disables the control that had it: otherwise it
 * falls to the page's start, where keyboard and screen reader users must begin again. Screens that
 * set the focus themselves go first. Returns a function that ends it.
 */
export function startKeepingFocus(): () => void {
  // From the page to the innermost dialog or message: when one closes, the one below takes over.
  let records: FocusRecord[] = []
  let frame = 0

  const isLost = () => {
    const { activeElement } = document
    return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  }

  const restore = () => {
    frame = 0
    const last = records.at(-1)
    if (!last || !isLost()) return

    // A busy button will be enabled again.
    const isBusy = last.element.isConnected && last.element.matches(':disabled[aria-busy="true"]')
    if (isBusy) return

    const title = document.querySelector<HTMLElement>('main h1')
    if (!records.toReversed().some(focusAgain) && title) focusElement(title)
  }

  const onChange = () => {
    if (frame !== 0 || records.length === 0 || !isLost()) return
    // Two frames: a screen may move the focus in an effect or in the next frame.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore)
    })
  }

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const record = recordOf(target)
    const others = records.filter(({ layer }) => layer !== record.layer && (layer?.isConnected ?? true))
    records = [...others, record]
  }

  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // Chromium also sends this while it removes the element: wait until it is gone.
    queueMicrotask(() => {
      const last = records.at(-1)?.element
      const isUsable = last?.isConnected && !last.matches(':disabled')
      // The user clicked beside all controls, so there is nothing to restore.
      if (isUsable && document.activeElement === document.body) records = []
    })
  }

  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)

  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
  }
}
