import type { Page } from '@playwright/test'
import { expect, screenTitle, test } from './journey.ts'
import { expectSettled } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { phone } from './ordering/screens.ts'

/** The focused control and how far header, banner or bar cover it. Runs in the browser. */
function coveredFocus(): { name: string; coveredPx: number } | null {
  const focused = document.activeElement
  if (!focused?.closest('main') || focused.closest('[data-sticky]')) return null

  const { top, bottom } = focused.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const bars = [...document.querySelectorAll('[data-sticky], section[aria-label="Cookies"]')]
  const floor = Math.min(window.innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top))
  const name = focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.id

  return { name: `${focused.tagName} ${name}`, coveredPx: Math.round(Math.max(header - top, bottom - floor, 0)) }
}

/** Walks through the page's main content with Tab and back with Shift+Tab. */
async function expectFocusInSight(page: Page, steps: number): Promise<void> {
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  await page.locator('main').focus()

  const reached = new Set<string>()
  for (const key of [...Array(steps).fill('Tab'), ...Array(steps - 1).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    const focus = await page.evaluate(coveredFocus)
    if (!focus) continue
    reached.add(focus.name)
    expect(focus, `covered after ${key}`).toMatchObject({ coveredPx: 0 })
  }

  expect(reached.size, 'different controls').toBeGreaterThan(steps / 2)
}

test('the cookie banner and the order bar never hide the focused field (E16)', async ({ page }) => {
  await test.step('sign-up', async () => {
    await page.setViewportSize(phone.viewport)
    await page.goto('/manufacture/signup')
    await expect(screenTitle(page)).toBeVisible()
    await expectFocusInSight(page, 14)
  })

  await test.step('checkout', async () => {
    const customer = await signUp(phone)
    await anAddress(customer)
    const project = await aReadyProject(customer)
    await enter(page, customer, phone)
    await page.context().addInitScript(() => {
      if (location.pathname.startsWith('/manufacture')) localStorage.removeItem('cookieAccepted')
    })
    await page.goto(`/manufacture/checkout?project=${project.id}`)
    await expectSettled(page, phone)
    await expectFocusInSight(page, 18)
  })
})
