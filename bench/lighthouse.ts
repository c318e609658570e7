import { mkdir, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { freePort, startProduct } from '../e2e/start-product.ts'
import { quantile } from './orders/measures.ts'

/** Lighthouse (mobile) on the production build of the quote home: median of the runs vs. goals. */
const goals = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const runs = 3
const debuggingPort = 9_333

/** Retries, because npm's packaged browser sometimes aborts the first request under Lighthouse. */
async function measure(url: string, triesLeft = 4): Promise<Result> {
  const result = await lighthouse(url, { port: debuggingPort, output: 'html', logLevel: 'error' })
  if (result && !result.lhr.runtimeError) {
    await writeFile(new URL('../test-results/lighthouse.html', import.meta.url), String(result.report))
    return result.lhr
  }
  if (triesLeft === 0) throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
  return measure(url, triesLeft - 1)
}

const median = (values: number[]) => quantile(values, 0.5)

/** The audits that kept a score below 100. */
function failedAudits(result: Result): string[] {
  return Object.values(result.categories).flatMap((category) =>
    category.auditRefs
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `  ${category.id}: ${id} ${result.audits[id]?.displayValue ?? ''}`),
  )
}

await mkdir(new URL('../test-results', import.meta.url), { recursive: true })
const product = await startProduct(await freePort())

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...chromiumFlags, `--remote-debugging-port=${debuggingPort}`],
})

try {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) {
    results.push(await measure(`${product.url}/manufacture/quote?technology=3d-printing`))
  }

  for (const [id, goal] of Object.entries(goals)) {
    const score = median(results.map(({ categories }) => categories[id]?.score ?? 0))
    if (score < goal) process.exitCode = 1
    console.log(`${id}: ${Math.round(score * 100)} (goal ${goal * 100})`)
  }

  for (const id of timings) {
    const values = results.map(({ audits }) => audits[id]?.numericValue ?? 0)
    console.log(`${id}: ${median(values).toFixed(3)}`)
  }

  for (const audit of new Set(results.flatMap(failedAudits))) console.log(audit)
} finally {
  await browser.close()
  await product.stop()
}
