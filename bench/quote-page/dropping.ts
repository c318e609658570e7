import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { refuseStream } from '@cotation/e2e/no-stream.ts'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** 10 Mbit/s each way with the latency of a good city connection. */
const slowNetwork = { offline: false, latency: 20, downloadThroughput: 1.25e6, uploadThroughput: 1.25e6 }

export interface Drop {
  /** Time from the drop to the painted price, and to the server's receipt of the last byte. */
  priceMs: number
  uploadMs: number
}

/** Records in page time when a drop happens and when its price is painted. */
function watchDrop(name: string) {
  const seen = { droppedAt: 0, pricedAt: 0 }
  Object.assign(window, { seen })
  window.addEventListener('drop', () => Object.assign(seen, { droppedAt: performance.now() }), { capture: true })

  const look = () => {
    const row = [...document.querySelectorAll('tr[data-line]')].find((one) => one.textContent.includes(name))
    if (!row?.querySelector('data')) return
    observer.disconnect()
    // A price in the DOM is painted with the next frame.
    requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { pricedAt: performance.now() })))
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** A native drop of a file on the page. */
async function dropFile(devTools: CDPSession, path: string): Promise<void> {
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  }
}

async function dropOn(page: Page, devTools: CDPSession, path: string): Promise<Drop> {
  const { size } = await stat(path)
  await page.evaluate(watchDrop, basename(path).replace('.stl', ''))

  const sent = page
    .waitForResponse((response) => response.headers()['upload-offset'] === String(size), { timeout: 300_000 })
    .then(() => Date.now())
  await dropFile(devTools, path)

  const seenInPage = () => (window as unknown as { seen: { droppedAt: number; pricedAt: number } }).seen
  await page.waitForFunction(() => (window as unknown as { seen: { pricedAt: number } }).seen.pricedAt > 0, undefined, {
    timeout: 300_000,
  })

  const { droppedAt, pricedAt } = await page.evaluate(seenInPage)
  const origin = await page.evaluate(() => performance.timeOrigin)
  return { priceMs: pricedAt - droppedAt, uploadMs: (await sent) - origin - droppedAt }
}

/** A browser with an empty cache whose user has agreed to the quoting terms. */
export async function openVisit(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'quotingTerms', value: '1' }] }] },
  })
  await refuseStream(context)
  return context
}

/** One visit: opens the quote page, throttles, drops a file, drops a second on the new project. */
export async function visit(browser: Browser, url: string, files: readonly [string, string]): Promise<[Drop, Drop]> {
  const context = await openVisit(browser, url)
  try {
    const page = await context.newPage()
    await page.goto('/manufacture/quote')
    await page.getByRole('region', { name: 'Cookies' }).waitFor()

    // A user moves the pointer before dropping; the page then prefetches what a price needs.
    await page.mouse.move(400, 300)
    await page.waitForLoadState('networkidle')

    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', slowNetwork)

    return [await dropOn(page, devTools, files[0]), await dropOn(page, devTools, files[1])]
  } finally {
    await context.close()
  }
}
