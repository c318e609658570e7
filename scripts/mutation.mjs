// Plants faults ("mutants") in money, rules, prices, lead times and shape recognition, and counts
// those the tests notice: npm run mutation [part of a name …], e.g. npm run mutation time order.
// Stryker is installed by exact version into a cache: the product itself does not need it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fail, pinnedEnvironment, root } from './node-runtime.mjs'

const version = '10.1.1'
const minPercent = 85
const cache = join(root, 'node_modules', '.cache', 'mutation')
const isWindows = process.platform === 'win32'

const examples =
  'packages/pricing/reference/{worked-examples,price-book}.test.ts packages/pricing/making/cost-of-making.test.ts'

/** Each area is judged by its own tests; prices also by the worked examples and the price book. */
const areas = [
  { sources: 'packages/domain/values/money.ts', tests: 'packages/domain/values/money.test.ts' },
  { sources: 'packages/domain/configuration' },
  { sources: 'packages/domain/choice' },
  { sources: 'packages/geometry/faces' },
  { sources: 'packages/geometry/features' },
  { sources: 'packages/pricing/time' },
  { sources: 'packages/pricing/order' },
  { sources: 'packages/pricing/services' },
  ...['line', 'making'].map((name) => ({
    sources: `packages/pricing/${name}`,
    tests: `packages/pricing/${name}/*.test.ts ${examples}`,
  })),
]

function ensureStryker() {
  const installed = join(cache, 'node_modules', '@stryker-mutator', 'core', 'package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return

  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{ "private": true }')

  // Without peer dependencies, so that the runner finds this repository's Vitest.
  const args = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const run = spawnSync('npm', [...args, ...packages], {
    cwd: cache,
    env: pinnedEnvironment(),
    stdio: 'inherit',
    shell: isWindows,
  })
  if (run.status !== 0) fail('Stryker could not be fetched (see above).')
}

/** The number of mutants in an area, and how many made a test fail or time out. */
function scoreOf({ sources, tests }) {
  const isFolder = !sources.endsWith('.ts')
  const report = join(cache, `${sources.replaceAll('/', '-')}.json`)
  const run = spawnSync(
    'node',
    [join(cache, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'scripts/mutation/stryker.config.mjs'],
    {
      cwd: root,
      env: {
        ...pinnedEnvironment(),
        MUTATION_SOURCES: isFolder ? `${sources}/*.ts !${sources}/*.{test,fixture}.ts` : sources,
        MUTATION_TESTS: tests ?? `${sources}/*.test.ts`,
        MUTATION_REPORT: report,
      },
      stdio: 'inherit',
      shell: isWindows,
    },
  )
  if (run.status !== 0) fail(`Stryker gave up on ${sources} (see above).`)

  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  const statuses = Object.values(files).flatMap((file) => file.mutants.map(({ status }) => status))
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length

  return { sources, noticed: count('Killed', 'Timeout'), all: count('Killed', 'Timeout', 'Survived', 'NoCoverage') }
}

const wanted = process.argv.slice(2)
const chosen = areas.filter(({ sources }) => wanted.length === 0 || wanted.some((name) => sources.includes(name)))
if (chosen.length === 0) {
  fail(`No such area. There are: ${areas.map(({ sources }) => sources.replace('packages/', '')).join(', ')}`)
}

ensureInstalled()
ensureStryker()

const scores = chosen.map(scoreOf)
const percentOf = ({ noticed, all }) => (100 * noticed) / all
for (const score of scores) {
  console.log(`${percentOf(score).toFixed(1).padStart(5)} %  ${score.noticed} of ${score.all}  ${score.sources}`)
}

if (scores.some((score) => percentOf(score) < minPercent)) fail(`An area is below ${minPercent} %.`)
