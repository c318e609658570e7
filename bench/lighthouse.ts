import { writeFile } from 'node:fs/promises'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { startProductForBench } from './product.ts'

/** Lighthouse's mobile preset on the production build of the quote home; the goals are those of issue 2. */
const goals = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const
const runs = 3

const product = await startProductForBench()
const chrome = await launch({ chromePath: await findChromium(), chromeFlags: ['--headless=new', ...chromiumFlags] })
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const scores: Record<string, number[]> = {}
const audits: Record<string, number[]> = {}
let report = ''
for (let run = 0; run < runs; run += 1) {
  const result = await lighthouse(`${product.url}/manufacture/quote?technology=3d-printing`, {
    port: chrome.port,
    output: 'html',
    logLevel: 'error',
  })
  if (!result) throw new Error('Lighthouse gave no result')
  for (const [id, category] of Object.entries(result.lhr.categories)) {
    scores[id] = [...(scores[id] ?? []), category.score ?? 0]
    for (const { id: audit, weight } of category.auditRefs) {
      const { score, title } = result.lhr.audits[audit] ?? {}
      if (weight > 0 && score !== null && score !== undefined && score < 1)
        console.log(`  ${id}: ${audit} ${score} ${title}`)
    }
  }
  for (const id of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'speed-index',
  ]) {
    audits[id] = [...(audits[id] ?? []), result.lhr.audits[id]?.numericValue ?? 0]
  }
  report = String(Array.isArray(result.report) ? result.report[0] : result.report)
}
await chrome.kill()
await product.stop()
await writeFile(new URL('../test-results/lighthouse.html', import.meta.url), report)

let met = true
for (const [id, goal] of Object.entries(goals)) {
  const score = median(scores[id] ?? [])
  met &&= score >= goal
  console.log(`${id}: ${Math.round(score * 100)} (goal ${goal * 100})`)
}
for (const [id, values] of Object.entries(audits)) console.log(`${id}: ${median(values).toFixed(3)}`)
process.exit(met ? 0 : 1)
