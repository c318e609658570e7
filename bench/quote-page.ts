import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { freePort, startProduct } from '../e2e/start-product.ts'
import { binaryStl, box, cylinder, sphere, tube } from '../packages/geometry/solids.ts'
import { quantile, verdict } from './orders/measures.ts'
import { type Drop, openVisit, visit } from './quote-page/dropping.ts'
import { changeMaterials, changeQuantities } from './quote-page/editing.ts'
import { lineCount, openLargeProject } from './quote-page/large-project.ts'
import { scrollThrough, staticPage } from './quote-page/scrolling.ts'

/**
 * The quote page in a real browser: time to the first price against the upload at 10 Mbit/s, time
 * until a change is painted in a project of 200 lines, scrolling of its table against an idle page.
 */
const goals = { priceMs: 1000, changeMs: 50, framesPerSecond: 55, slowFrameMs: 18 }

/** A sphere of n segments has n × (n − 2) triangles of 50 bytes. */
const sizes = [
  { label: '5 MB', segments: 318 },
  { label: '50 MB', segments: 1002 },
] as const

/** Ten parts of three kinds in different sizes. */
const parts = Array.from({ length: 10 }, (_, i) => {
  const size = 20 + 3 * i
  const solids = [box([size, size, size / 2]), cylinder(size / 2, size), tube(size / 2, size / 3, size)]
  const mesh = solids[i % solids.length] ?? box()
  return { name: `part-${i}.stl`, mimeType: 'model/stl', buffer: Buffer.from(binaryStl(mesh)) }
})

const print = (what: string, figures: string) => console.log(`${what.padEnd(34)} ${figures}`)

async function dropping(browser: Browser, url: string, folder: string): Promise<void> {
  for (const { label, segments } of sizes) {
    const paths = [join(folder, `first-${segments}.stl`), join(folder, `second-${segments}.stl`)] as const
    await writeFile(paths[0], binaryStl(sphere(50, segments)))
    await writeFile(paths[1], binaryStl(sphere(40, segments)))

    const [home, project] = await visit(browser, url, paths)
    const dropText = ({ priceMs, uploadMs }: Drop) =>
      `price ${priceMs.toFixed(0)} ms, upload ${uploadMs.toFixed(0)} ms: ${(uploadMs / priceMs).toFixed(0)} times as long (goal: under ${goals.priceMs} ms, ${verdict(priceMs < goals.priceMs)})`
    print(`${label} dropped on the quote page`, dropText(home))
    print(`${label} dropped on its project`, dropText(project))
  }
}

function printChanges(what: string, times: readonly number[], peerMs: number): void {
  const median = quantile(times, 0.5)
  const p95 = quantile(times, 0.95)
  print(
    what,
    `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times.length}, ${(median / peerMs).toFixed(1)} frames (goal: p95 under ${goals.changeMs} ms, ${verdict(p95 < goals.changeMs)})`,
  )
}

function printFrames(what: string, frames: readonly number[]): number {
  const perSecond = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0)
  const slow = frames.filter((ms) => ms > goals.slowFrameMs).length / frames.length
  print(
    what,
    `${perSecond.toFixed(1)} frames a second of ${frames.length}, median ${quantile(frames, 0.5).toFixed(1)} ms, ${(100 * slow).toFixed(1)} % over ${goals.slowFrameMs} ms`,
  )
  return perSecond
}

async function largeProject(browser: Browser, url: string): Promise<void> {
  const context = await openVisit(browser, url)
  const page = await context.newPage()
  const scroller = '[data-lines-scroller]'

  await openLargeProject(page, parts)
  await page.waitForLoadState('networkidle')

  const size = await page.locator(scroller).evaluate(({ clientWidth, clientHeight, scrollHeight }) => ({
    width: clientWidth,
    height: clientHeight,
    scrollHeight,
  }))
  const table = await scrollThrough(page, scroller)
  const peerPage = await context.newPage()
  await staticPage(peerPage, size)

  const peer = await scrollThrough(peerPage, '#peer')
  await peerPage.close()

  const perSecond = printFrames(`table of ${lineCount} lines scrolled`, table)
  const peerPerSecond = printFrames('empty page as long scrolled', peer)
  const share = `${((100 * perSecond) / peerPerSecond).toFixed(0)} % of the peer's frames`
  print('', `${share} (goal: ${goals.framesPerSecond} a second, ${verdict(perSecond >= goals.framesPerSecond)})`)
  await page.locator(scroller).evaluate((element) => element.scrollTo(0, 0))

  const frameMs = quantile(peer, 0.5)
  printChanges('quantity in the table', await changeQuantities(page), frameMs)
  printChanges('material in the panel', await changeMaterials(page), frameMs)
  await context.close()
}

const folder = await mkdtemp(join(tmpdir(), 'cotation-quote-'))
const product = await startProduct(await freePort(), { DEMO: 'accounts' })
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })

try {
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
  await largeProject(browser, product.url)
  await dropping(browser, product.url, folder)
} finally {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
