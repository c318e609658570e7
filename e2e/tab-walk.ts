import type { Page } from '@playwright/test'

/** Where a press of Tab led. */
interface Stop {
  /** Index among the controls that were reached; null if the page itself has the focus. */
  place: number | null
  name: string
  /** The next Tabs may stay in it: a frame or a field with several parts, such as a date. */
  hasParts: boolean
  faults: string[]
}

interface TabWalk {
  stop(): Promise<Stop>
  /** Visible controls that Tab did not reach, directly or through another one of their group. */
  missing(): string[]
  /**
   * Focuses the member of a group that Tab reached, to go on with arrow keys; null after the last
   * group.
   */
  enterGroup(index: number): { name: string; members: number } | null
  /** How many members of the group have had the focus. */
  countReached(index: number): number
}

declare global {
  interface Window {
    tabWalk: TabWalk
  }
}

/** Runs in the browser, with everything that it calls, before a walk begins. */
function installTabWalk(): void {
  const controls =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=link], ' +
    '[role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox], ' +
    '[role=slider]'
  const groups =
    '[role=grid], [role=tablist], [role=radiogroup], [role=listbox], [role=menu], [role=toolbar], [role=tree]'
  const dateFields = '[type=date], [type=time], [type=datetime-local], [type=month], [type=week]'
  /** Rows of a long table are alike: after these, the walk continues at its end. */
  const walkedRows = 8

  type Style = readonly string[]
  const restStyles = new WeakMap<Element, Style>()
  const reached: Element[] = []
  const focused = new Set<Element>()

  const labelsOf = (element: Element): Element[] =>
    element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []

  function nameOf(element: Element): string {
    const label = labelsOf(element)[0]?.textContent ?? ''
    const name = element.getAttribute('aria-label') || label || element.textContent || element.getAttribute('name')
    return `${element.tagName.toLowerCase()} “${(name ?? '').trim().slice(0, 60)}”`
  }

  // A box of at most a pixel is text for screen readers, such as the link that skips the menu.
  const hasSize = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1
  }

  function isControl(element: Element): boolean {
    if (element.matches(':disabled, [aria-disabled=true]') || element.closest('[inert], [aria-hidden=true]'))
      return false
    // Otherwise it only takes the focus from scripts, as the main part of a page does.
    const isNative = element.matches('button, a, input, select, textarea, summary')
    const isMarkedUp = element.matches('[role]:not([role=dialog], [role=status], [role=alert], [role=group])')
    if (element.matches('[tabindex^="-"]') && !isNative && !isMarkedUp) return false

    // The input of a drawn box or switch has no size of its own.
    return element.checkVisibility({ visibilityProperty: true }) && [element, ...labelsOf(element)].some(hasSize)
  }

  const listControls = () => [...document.querySelectorAll(controls)].filter(isControl)

  function isInLaterRow(element: Element): boolean {
    const row = element.closest<HTMLTableRowElement>('tbody tr')
    return row !== null && Number(row.ariaRowIndex ?? row.rowIndex) > walkedRows
  }

  /**
   * What takes one Tab: radio buttons of a name, controls that arrows move between, or a single
   * control.
   */
  function groupOf(element: Element): Element | string {
    if (element instanceof HTMLInputElement && element.type === 'radio') return `radio ${element.name}`

    const group = element.closest(groups)
    const isRoving = element.matches('[role=tab], [role=option], [role=menuitem], [role=radio], [tabindex^="-"]')
    return group && group !== element && isRoving ? group : element
  }

  /** The control and what may show its focus instead: a box around or beside it, or its label. */
  function shownBy(element: Element): Element[] {
    const frames: Element[] = []
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (parent.querySelectorAll(controls).length > 1) break
      frames.push(parent)
    }

    const beside = [...(element.parentElement?.children ?? [])].filter((one) => !one.matches(controls))
    return [element, ...element.children, ...beside, ...frames, ...labelsOf(element)]
  }

  function styleOf(element: Element): Style {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element)
    const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
    return [outline, boxShadow === 'none' ? '' : boxShadow]
  }

  function rememberRest(): void {
    for (const element of listControls().flatMap(shownBy)) {
      const hasFocus = element.contains(document.activeElement)
      if (!hasFocus && !restStyles.has(element)) restStyles.set(element, styleOf(element))
    }
  }

  /**
   * An element that scrolling adds, such as a row, may get the focus before its style at rest is
   * known.
   */
  function rememberRestOf(element: Element): void {
    if (restStyles.has(element) || !(element instanceof HTMLElement)) return
    element.blur()
    rememberRest()
    element.focus()
  }

  const looksFocused = (element: Element) =>
    shownBy(element).some((one) => {
      const rest = restStyles.get(one)
      return rest !== undefined && styleOf(one).some((value, i) => value !== '' && value !== rest[i])
    })

  /** Whether a control is on top at any of some points of its part within the window. */
  function isInSight(element: Element): boolean {
    const targets = [element, ...labelsOf(element)]
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98]

    return targets.some((target) =>
      [...target.getClientRects()].some((box) => {
        const left = Math.max(box.left, 0)
        const top = Math.max(box.top, 0)
        const width = Math.min(box.right, innerWidth) - left
        const height = Math.min(box.bottom, innerHeight) - top
        if (width <= 0 || height <= 0) return false

        return shares.some((x) =>
          shares.some((y) => {
            const hit = document.elementFromPoint(left + width * x, top + height * y)
            return hit !== null && targets.some((one) => one.contains(hit))
          }),
        )
      }),
    )
  }

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** Scrolling and the drawing of the focus may take a moment. */
  async function settles(condition: () => boolean): Promise<boolean> {
    for (let frames = 0; frames < 40; frames++) {
      if (condition()) return true
      await nextFrame()
    }
    return condition()
  }

  async function stop(): Promise<Stop> {
    rememberRest()
    const element = document.activeElement
    if (!element || element === document.body || element === document.documentElement)
      return { place: null, name: '', hasParts: false, faults: [] }

    const name = nameOf(element)
    const known = reached.indexOf(element)
    const isFrame = element instanceof HTMLIFrameElement
    const faults: string[] = []
    if (known === -1) {
      reached.push(element)
      // What a frame shows is a document of its own.
      if (!isFrame) rememberRestOf(element)
      if (!(await settles(() => isInSight(element)))) faults.push(`${name} is hidden while it has the focus`)
      if (!isFrame && !(await settles(() => looksFocused(element)))) faults.push(`${name} does not show its focus`)
    }

    if (isInLaterRow(element)) {
      const ofTable = listControls().filter((one) => one.closest('tbody') === element.closest('tbody'))
      const last = ofTable.at(-1)
      if (last instanceof HTMLElement) last.focus()
    }
    const place = known === -1 ? reached.length - 1 : known
    return { place, name, hasParts: isFrame || element.matches(dateFields), faults }
  }

  function missing(): string[] {
    const reachedGroups = new Set(reached.map(groupOf))
    return listControls()
      .filter((control) => !reachedGroups.has(groupOf(control)) && !isInLaterRow(control))
      .map(nameOf)
  }

  interface Group {
    entry: HTMLElement
    members: Element[]
  }

  function listGroups(): Group[] {
    const byGroup = Map.groupBy(listControls(), groupOf)
    return [...byGroup.values()].flatMap((members) => {
      const entry = members.find((member) => reached.includes(member))
      return members.length > 1 && entry instanceof HTMLElement ? [{ entry, members }] : []
    })
  }

  let entered: Group[] = []

  function enterGroup(index: number) {
    if (index === 0) entered = listGroups()
    const group = entered[index]
    if (!group) return null

    group.entry.focus()
    return { name: nameOf(group.entry), members: group.members.length }
  }

  const countReached = (index: number) => entered[index]?.members.filter((one) => focused.has(one)).length ?? 0

  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) focused.add(target)
  })
  rememberRest()
  window.tabWalk = { stop, missing, enterGroup, countReached }
}

/** More than a screen needs whose tables are walked in part. */
const maxTabs = 400

/**
 * Walks around a page by Tab and through its groups by arrows, and returns what is wrong: controls
 * that are not reached, keep the focus, do not show it, or are hidden while they have it
 * (WCAG 2.1.1, 2.1.2, 2.4.7 and 2.4.11).
 */
export async function faultsOfTabWalk(page: Page): Promise<string[]> {
  await page.evaluate(installTabWalk)
  const faults = await walkAround(page)

  // What appeared above the focus meanwhile is reached on the next round.
  const isIncomplete = (await listMissing(page)).length > 0
  if (isIncomplete) faults.push(...(await walkAround(page)))

  const missing = await listMissing(page)
  return [...faults, ...missing.map((name) => `${name} is not reached by Tab`), ...(await walkByArrows(page))]
}

const listMissing = (page: Page) => page.evaluate(() => window.tabWalk.missing())

/** Presses Tab until the focus is where it was first. */
async function walkAround(page: Page): Promise<string[]> {
  const faults: string[] = []
  const places: number[] = []

  for (let tabs = 0; tabs < maxTabs; tabs++) {
    await page.keyboard.press('Tab')
    const { place, name, hasParts, faults: found } = await page.evaluate(() => window.tabWalk.stop())
    faults.push(...found)
    if (place === null) continue

    if (hasParts && place === places.at(-1)) continue
    if (places.includes(place))
      return place === places[0] ? faults : [...faults, `${name} comes again before the walk is around the page`]

    places.push(place)
  }

  return [...faults, `${maxTabs} Tabs do not lead around the page`]
}

async function walkByArrows(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (let index = 0; ; index++) {
    const group = await page.evaluate((i) => window.tabWalk.enterGroup(i), index)
    if (!group) return faults

    const count = () => page.evaluate((i) => window.tabWalk.countReached(i), index)
    // A vertical group follows one pair of arrows, a horizontal one the other.
    for (const key of ['ArrowRight', 'ArrowDown'])
      for (let steps = 0; steps < group.members && (await count()) < group.members; steps++)
        await page.keyboard.press(key)

    const reached = await count()
    if (reached < group.members)
      faults.push(`arrows reach ${reached} of the ${group.members} controls beside ${group.name}`)
  }
}
