import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** 10 Mbit/s each way, with the delay of a good line in town. */
const slowLine = { offline: false, latency: 20, downloadThroughput: 1.25e6, uploadThroughput: 1.25e6 }

export interface Drop {
  /** From the drop to the price on the screen, and to the server's receipt for the last byte. */
  priceMs: number
  uploadMs: number
}

/** Notes in the page's own time when a drop happens and when its price was painted. */
function watchDrop(name: string) {
  const seen = { droppedAt: 0, pricedAt: 0 }
  Object.assign(window, { seen })
  window.addEventListener('drop', () => Object.assign(seen, { droppedAt: performance.now() }), { capture: true })

  const look = () => {
    const row = [...document.querySelectorAll('tr[data-line]')].find((one) => one.textContent.includes(name))
    if (!row?.querySelector('data')) return
    observer.disconnect()
    // A price in the page is on the screen with the next frame.
    requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { pricedAt: performance.now() })))
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** A file let go over the page by the browser itself, as by a hand. */
async function letGo(devTools: CDPSession, path: string): Promise<void> {
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
}

async function dropOn(page: Page, devTools: CDPSession, path: string): Promise<Drop> {
  const { size } = await stat(path)
  await page.evaluate(watchDrop, basename(path).replace('.stl', ''))

  const sent = page
    .waitForResponse((response) => response.headers()['upload-offset'] === String(size), { timeout: 300_000 })
    .then(() => Date.now())
  await letGo(devTools, path)

  const told = () => (window as unknown as { seen: { droppedAt: number; pricedAt: number } }).seen
  await page.waitForFunction(() => (window as unknown as { seen: { pricedAt: number } }).seen.pricedAt > 0, undefined, {
    timeout: 300_000,
  })

  const { droppedAt, pricedAt } = await page.evaluate(told)
  const origin = await page.evaluate(() => performance.timeOrigin)
  return { priceMs: pricedAt - droppedAt, uploadMs: (await sent) - origin - droppedAt }
}

/** A browser that has nothing of the product in its cache and whose owner agreed to the quoting terms. */
export const openVisit = (browser: Browser, url: string): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'quotingTerms', value: '1' }] }] },
  })

/** One visit: the quote page, then a slow line, a file dropped on the page, and a second one on the project that came of the first. */
export async function visit(browser: Browser, url: string, files: readonly [string, string]): Promise<[Drop, Drop]> {
  const context = await openVisit(browser, url)
  try {
    const page = await context.newPage()
    await page.goto('/manufacture/quote')
    await page.getByRole('region', { name: 'Cookies' }).waitFor()

    // Whoever drops a file has moved the pointer before: then the page fetches what a price needs.
    await page.mouse.move(400, 300)
    await page.waitForLoadState('networkidle')

    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', slowLine)

    return [await dropOn(page, devTools, files[0]), await dropOn(page, devTools, files[1])]
  } finally {
    await context.close()
  }
}
