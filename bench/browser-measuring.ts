import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { freePort, startProduct } from '../e2e/start-product.ts'
import { binaryStl, box, sphere } from '../packages/geometry/solids.ts'
import { quantile } from './orders/measures.ts'

/**
 * Drops a 50 MB binary STL on the quote page of a real browser and measures the time until volume,
 * size and triangle count appear, and the load of the main thread meanwhile. The peer is the same
 * browser reading the same file and summing its bytes.
 */

/** Durations of frames and of long tasks (ms). */
interface Frames {
  intervals: number[]
  blocked: number[]
}

/** Records frames and long tasks until `running` is false. */
function watchFrames() {
  const seen: Frames & { running: boolean } = { intervals: [], blocked: [], running: true }
  let last = performance.now()
  const frame = (now: number) => {
    seen.intervals.push(now - last)
    last = now
    if (seen.running) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => seen.blocked.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
  Object.assign(window, { seen })
}

async function dropAndWait(page: Page, path: string, name: string): Promise<number> {
  const began = performance.now()
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('listitem', { name }).getByText('Triangles').waitFor()
  return performance.now() - began
}

/** The peer: reads and sums the bytes on an otherwise idle page. */
async function readAndSum(page: Page, path: string): Promise<number> {
  await page.setContent('<input type="file">')
  await page.locator('input').setInputFiles(path)

  return page.evaluate(async () => {
    const file = document.querySelector('input')?.files?.[0]
    if (!file) throw new Error('no file')
    const began = performance.now()
    const bytes = new Uint32Array(await file.slice(0, file.size - (file.size % 4)).arrayBuffer())
    let sum = 0
    for (const word of bytes) sum = (sum + word) | 0

    // Never true: uses the sum, so that the loop is not optimised away.
    return sum === 0.5 ? 0 : performance.now() - began
  })
}

const folder = await mkdtemp(join(tmpdir(), 'cotation-browser-'))
const large = join(folder, 'large.stl')
const small = join(folder, 'small.stl')
await writeFile(large, binaryStl(sphere(50, 1002)))
await writeFile(small, binaryStl(box([20, 20, 20])))
const product = await startProduct(await freePort(), { DEMO: 'accounts' })
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })

try {
  const page = await browser.newPage({ baseURL: product.url, locale: 'fr-FR' })
  await page.goto('/manufacture/quote')
  await page.getByRole('region', { name: 'Cookies' }).waitFor()

  const first = await dropAndWait(page, small, 'small.stl')
  await page.evaluate(watchFrames)

  const measured = await dropAndWait(page, large, 'large.stl')
  const { intervals, blocked } = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Frames & { running: boolean } }
    seen.running = false
    return seen
  })

  const peer = await readAndSum(await browser.newPage(), large)
  const frame = quantile(intervals, 0.5)
  const blockedMs = blocked.reduce((sum, duration) => sum + duration, 0)

  console.log(`first file of the visit (code and worker fetched): ${first.toFixed(0)} ms`)
  console.log(
    `1,002,000 triangles, 50 MB: ${measured.toFixed(0)} ms, ${(measured / peer).toFixed(1)} times reading and summing the bytes (${peer.toFixed(0)} ms); goal under 1000 ms`,
  )
  console.log(
    `meanwhile: ${intervals.length} frames, median ${frame.toFixed(1)} ms, longest ${Math.max(...intervals).toFixed(1)} ms; ${blocked.length} tasks over 50 ms, ${((100 * blockedMs) / measured).toFixed(1)} % of the time; goal none`,
  )
} finally {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
