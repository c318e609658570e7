import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { expect }

/** The browser itself reports refused requests as errors; the journeys provoke those on purpose. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/

interface Watched {
  noConsoleErrors: undefined
  /** Errors that a journey provokes: a connection that it drops. */
  provokedErrors: RegExp | undefined
}

/** The errors in the console of all pages of a browser, as they come. */
export function consoleErrors(context: BrowserContext, provoked?: RegExp): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !refusedRequest.test(text) && !provoked?.test(text)) errors.push(text)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

/** A test in which any error in the browser's console, on any page, is a failure. */
export const test = base.extend<Watched>({
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

/** No violation of WCAG 2.2 A and AA or of axe's best practices on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A screen whose code is still on its way has nothing to be judged by.
  await expect(page.locator('h1').first()).toBeAttached()

  // Texts that fade in have no contrast while they do.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))

  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }))

  expect(told, `accessibility of ${page.url()}`).toEqual([])
}

/** A page must fit its window: sideways scrolling on a phone is a fault. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways overflow of ${page.url()}`).toBeLessThanOrEqual(0)
}
