import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, root } from './node-runtime.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const results = join(root, 'test-results')
const vitestReport = join(results, 'vitest.json')
const journeyReport = join(results, 'journeys.json')

function run(title, command, args, extraEnvironment = {}) {
  console.log(`\n── ${title}`)

  const started = Date.now()
  const env = { ...pinnedEnvironment(), ...extraEnvironment }
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)

  return status === 0
}

/** One check that either holds or does not. */
function check(title, command, args) {
  const ok = run(title, command, args)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** A suite that counts its own tests; one that died before it could count is a failure. */
function suite(title, command, args, environment, count) {
  const ok = run(title, command, args, environment)
  try {
    const counted = count()
    return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

function vitestCounts() {
  const report = read(vitestReport)
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

function journeyCounts() {
  const { stats } = read(journeyReport)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

ensureInstalled()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
ensureWebBuilt()

const totals = [
  check('types of packages and server', 'tsc', ['-p', 'tsconfig.json']),
  check('types of the web app', 'tsc', ['-p', 'apps/web']),
  check('types of the journeys', 'tsc', ['-p', 'e2e']),
  check('lint and format', 'biome', ['check', '.']),
  check('import rules', 'depcruise', [
    'packages',
    'apps',
    'e2e',
    'bench',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err',
  ]),
  suite(
    'unit and slice tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    {},
    vitestCounts,
  ),
  suite(
    'journeys in a browser',
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts'],
    { JOURNEY_REPORT: journeyReport },
    journeyCounts,
  ),
]

const sum = (key) => totals.reduce((total, part) => total + part[key], 0)
const skipped = sum('skipped')
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(sum('failed') === 0 ? 0 : 1)
