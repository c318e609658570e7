import type { Page } from '@playwright/test'

const changes = 30

/** Records in page time how long an event takes until its price is painted. */
function watchPrice({ event, price }: { event: 'input' | 'click'; price: string }) {
  const times: number[] = []
  Object.assign(window, { times })

  const text = () => document.querySelector(price)?.textContent
  let began: number | undefined
  let before = text()
  window.addEventListener(
    event,
    () => {
      if (began === undefined) before = text()
      began = performance.now()
    },
    { capture: true },
  )
  new MutationObserver(() => {
    const after = text()
    if (began === undefined || after === undefined || after === before) return
    const start = began
    began = undefined
    // A DOM change is on the screen after the next frame.
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)))
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

const painted = (page: Page, count: number) =>
  page.waitForFunction((wanted) => (window as unknown as { times: number[] }).times.length >= wanted, count)
const timesOf = (page: Page) => page.evaluate(() => (window as unknown as { times: number[] }).times)

/** Types quantities into a row of the table. */
export async function changeQuantities(page: Page): Promise<number[]> {
  const fifth = 'tr[aria-rowindex="6"]'
  const row = page.locator(fifth)
  await row.waitFor()
  await page.evaluate(watchPrice, { event: 'input', price: `${fifth} td:last-child data` } as const)

  const field = row.getByRole('spinbutton')
  for (let n = 1; n <= changes; n++) {
    await field.fill(String(1 + ((n * 7) % 90)))
    await painted(page, n)
  }

  return timesOf(page)
}

/** Chooses materials in a part's panel from the list of all materials. */
export async function changeMaterials(page: Page): Promise<number[]> {
  await page.locator('tr[data-line] button[aria-expanded]').first().click()

  const panel = page.getByRole('article')
  const price = panel.getByRole('region', { name: 'Prix' }).locator('data').first()
  await price.waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(watchPrice, { event: 'click', price: 'article section[aria-label="Prix"] data' } as const)

  const opener = panel.getByRole('button', { name: 'Changer', exact: true }).first()
  for (let n = 1; n <= changes; n++) {
    await opener.click()
    const options = panel.locator('[data-arrow-keys] li button:not(:disabled):not([aria-current])')
    await options.first().waitFor()
    // A material with the same price would change nothing measurable.
    const others = options.filter({ hasNotText: (await price.textContent()) ?? '' })
    await others.nth((n * 5) % (await others.count())).click()
    await painted(page, n)
  }

  return timesOf(page)
}
