import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'

export { expect }

/** The browser logs refused requests as errors; journeys provoke them on purpose. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/

interface JourneyFixtures {
  noConsoleErrors: undefined
  /** Console errors that a journey expects. */
  provokedErrors: RegExp | undefined
}

/** Collects console errors of all pages of a browser. */
export function consoleErrors(context: BrowserContext, provoked?: RegExp): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !refusedRequest.test(text) && !provoked?.test(text)) errors.push(text)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

/** A test that fails on any console error. */
export const test = base.extend<JourneyFixtures>({
  provokedErrors: [undefined, { option: true }],
  noConsoleErrors: [
    async ({ context, provokedErrors }, use) => {
      const errors = consoleErrors(context, provokedErrors)
      await use(undefined)
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Options of a test that repeats another in a second language or window size; only in `--all`. */
export const repeated = (isRepeated: boolean) => (isRepeated ? { tag: '@repeated' } : {})

/**
 * Checks a state without its own URL, such as a dialog or a filled form. Skipped in the default
 * tier and in repeated journeys. accessibility.journey.ts checks the screens it lists in both
 * tiers.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isRepeated = test.info().tags.includes('@repeated')
  if (process.env.JOURNEYS === 'once' || isRepeated) return
  await expectNoViolations(page)
}

/** The title of the screen once it has loaded. What the server sends first has titles of its own. */
export const screenTitle = (page: Page): Locator => page.locator('h1:not(#landing *, #skeleton *)').first()

/** No violation of WCAG 2.2 A and AA or of axe's best practices. */
export async function expectNoViolations(page: Page): Promise<void> {
  await expect(screenTitle(page)).toBeAttached()

  // Fading texts would fail the contrast check: running animations end, and a message that comes
  // during the check appears at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))

  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Style sheets would be parsed again, for an experimental rule that these tags leave out.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    // Otherwise axe opens a second page to merge the results of frames, and no page here has frames.
    .setLegacyMode()
    .analyze()
  await page.emulateMedia({ reducedMotion: null })
  const summaries = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }))

  expect(summaries, `accessibility of ${page.url()}`).toEqual([])
}

/** The page must not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways overflow of ${page.url()}`).toBeLessThanOrEqual(0)
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Waits until both are drawn: a page that changes its width redraws parts of itself a moment later. */
async function boxesOf(one: Locator, other: Locator): Promise<{ box: Box; otherBox: Box }> {
  let found: { box: Box; otherBox: Box } | undefined
  await expect(async () => {
    const [box, otherBox] = await Promise.all([one.boundingBox(), other.boundingBox()])
    if (!box || !otherBox) throw new Error('one of the elements is not visible')
    found = { box, otherBox }
  }).toPass({ timeout: 60_000 })

  if (!found) throw new Error('one of the elements is not visible')
  return found
}

/** The control is not cut at the top or bottom of the box that holds it, such as its table row. */
export async function expectWithinHeight(control: Locator, holder: Locator): Promise<void> {
  const { box: inner, otherBox: outer } = await boxesOf(control, holder)

  expect(inner.y, 'top').toBeGreaterThanOrEqual(outer.y)
  expect(inner.y + inner.height, 'bottom').toBeLessThanOrEqual(outer.y + outer.height)
}

/** Neither of two elements covers part of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const { box, otherBox } = await boxesOf(one, other)

  const sharedWidth = Math.min(box.x + box.width, otherBox.x + otherBox.width) - Math.max(box.x, otherBox.x)
  const sharedHeight = Math.min(box.y + box.height, otherBox.y + otherBox.height) - Math.max(box.y, otherBox.y)
  expect(Math.min(sharedWidth, sharedHeight), 'overlap in pixels').toBeLessThanOrEqual(0)
}
