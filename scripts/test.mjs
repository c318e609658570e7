// npm test: static checks, unit and slice tests, journeys in a browser.
// npm test -- --all: also machine tests, more cases of most properties, axe inside journeys, and
// some journeys again in English.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, root } from './node-runtime.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const all = process.argv.includes('--all')
const results = join(root, 'test-results')
const vitestReport = join(results, 'vitest.json')
const unhandledReport = join(results, 'unhandled-errors.json')
const journeyReport = join(results, 'journeys.json')

/** Runs a command and resolves with whether it succeeded. Quiet ones print only when they fail. */
function run(title, command, args, { env = {}, quiet = false } = {}) {
  const started = Date.now()
  const output = []
  if (!quiet) console.log(`\n── ${title}`)

  const child = spawn(command, args, {
    cwd: root,
    env: { ...pinnedEnvironment(), ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    shell: process.platform === 'win32',
  })
  child.stdout?.on('data', (chunk) => output.push(chunk))
  child.stderr?.on('data', (chunk) => output.push(chunk))

  return new Promise((resolve) => {
    child.once('error', (error) => output.push(Buffer.from(String(error))))
    child.once('close', (code) => {
      const ok = code === 0
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (quiet && !ok) console.log(`\n${Buffer.concat(output).toString()}`)
      console.log(`── ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)`)
      resolve(ok)
    })
  })
}

/** A check that holds or does not, counted as one test. */
async function check(title, command, args) {
  const ok = await run(title, command, args, { quiet: true })
  return { passed: ok ? 1 : 0, failures: ok ? [] : [title], skipped: 0 }
}

/** A suite that counts its own tests. One that crashed before it could count is one failure. */
async function suite(title, command, args, env, count) {
  const ok = await run(title, command, args, { env })
  try {
    const counted = count()
    return ok || counted.failures.length > 0 ? counted : { ...counted, failures: [title] }
  } catch {
    return { passed: 0, failures: [title], skipped: 0 }
  }
}

/** The name of a failed test, with the first lines of its error. */
function described(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 16)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd()
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

function vitestCounts() {
  const report = read(vitestReport)
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // A file that could not be loaded, or whose hook failed, has no failed test.
      if (failed.length === 0) return [described(relative(root, name), message)]
      return failed.map(({ fullName, failureMessages }) =>
        described(`${relative(root, name)} › ${fullName}`, failureMessages[0]),
      )
    })

  // They belong to no test, so the report of Vitest leaves them out.
  for (const { testFile, message } of read(unhandledReport)) {
    failures.push(described(`${relative(root, testFile)} › an error that nothing handled`, message))
  }

  return { passed: report.numPassedTests, failures, skipped: report.numPendingTests }
}

/** All journeys of a report, in nested suites, with that status and their first error. */
function journeysThatAre(wanted, suite) {
  const own = (suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return described(`${file} › ${title}`, errors[0]?.message)
    })

  return [...own, ...(suite.suites ?? []).flatMap((inner) => journeysThatAre(wanted, inner))]
}

function journeyCounts() {
  const report = read(journeyReport)
  const { expected, flaky, skipped } = report.stats

  return {
    passed: expected + flaky,
    failures: journeysThatAre('unexpected', report),
    unsteady: journeysThatAre('flaky', report),
    skipped,
  }
}

async function staticChecks() {
  // The tests beside use all processors, and every thread of tsc infers the shared types again.
  const oneThread = '--singleThreaded'
  const importRules = ['packages', 'apps', 'e2e', 'bench', '--config', '.dependency-cruiser.mjs']

  return [
    await check('types of packages and server', 'tsc', ['-p', 'tsconfig.json', oneThread]),
    await check('types of the web app', 'tsc', ['-p', 'apps/web', oneThread]),
    await check('types of the journeys', 'tsc', ['-p', 'e2e', oneThread]),
    await check('lint and format', 'biome', ['check', '.']),
    await check('import rules', 'depcruise', [...importRules, '--output-type', 'err']),
  ]
}

function unitTests() {
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/unhandled-errors-reporter.mjs']
  const args = ['run', ...reporters, `--outputFile.json=${vitestReport}`]
  const env = { UNHANDLED_ERRORS_REPORT: unhandledReport }
  if (!all) return suite('unit and slice tests', 'vitest', [...args, '--project=!machine'], env, vitestCounts)

  env.PROPERTY_RUNS = process.env.PROPERTY_RUNS ?? '2000'
  console.log(`Properties run ${env.PROPERTY_RUNS} cases unless they set their own number.`)

  // CI keeps the fixed seed of property-runs.ts: a rare case found by chance must not fail an
  // unrelated change.
  if (!process.env.CI) {
    env.PROPERTY_SEED = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31))
    console.log(`Repeat them with PROPERTY_SEED=${env.PROPERTY_SEED}.`)
  }

  return suite('unit, slice and machine tests', 'vitest', args, env, vitestCounts)
}

function journeys() {
  const env = { JOURNEY_REPORT: journeyReport, JOURNEYS: all ? 'all' : 'once' }
  return suite(
    'journeys in a browser',
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts'],
    env,
    journeyCounts,
  )
}

ensureInstalled()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
ensureWebBuilt()

const started = Date.now()
const [checked, tested] = await Promise.all([staticChecks(), unitTests()])
const totals = [...checked, tested, await journeys()]

const sum = (key) => totals.reduce((total, part) => total + part[key], 0)
const failures = totals.flatMap((part) => part.failures)
const skipped = sum('skipped')

// Listed again at the end, because a log is often cut to its last lines.
for (const failure of failures) console.log(`FAILED ${failure}`)
for (const { unsteady = [] } of totals) {
  for (const journey of unsteady) console.log(`PASSED AT THE SECOND TRY ${journey}`)
}
console.log(`\nIn ${((Date.now() - started) / 60_000).toFixed(1)} minutes:`)
console.log(`${sum('passed')} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failures.length === 0 ? 0 : 1)
