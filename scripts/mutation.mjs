// Plants faults ("mutants") in money, rules, prices, lead times and geometry, and counts those the
// tests notice: npm run mutation [part of a name …], e.g. npm run mutation time order. All of geometry
// takes many hours, so a run can be limited:
//   -- --share PERCENT   to lines chosen by --seed, which is random and printed unless given
//   -- --file NAME       to the files with that name, e.g. --file pins; may be repeated
// Stryker is installed by exact version into a cache: the product itself does not need it.
import { spawnSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { fail, pinnedEnvironment, root } from './node-runtime.mjs'

const version = '10.1.1'
/** What Stryker itself needs is of this date too, so that a release of Babel breaks no run. */
const releasedBefore = '2026-10-25'
const minPercent = 85
/** Much of geometry is tolerances, where neighbouring numbers give the same result. */
const minGeometryPercent = 80
const cache = join(root, 'node_modules', '.cache', 'mutation')
const isWindows = process.platform === 'win32'

const examples =
  'packages/pricing/reference/{worked-examples,price-book}.test.ts packages/pricing/making/cost-of-making.test.ts'

/** Each area is judged by its own tests; prices also by the worked examples and the price book. */
const areas = [
  { sources: 'packages/domain/values/money.ts', tests: 'packages/domain/values/money.test.ts' },
  { sources: 'packages/domain/configuration' },
  { sources: 'packages/domain/choice' },
  ...['faces', 'features', 'inspect', 'inspect/rules', 'walls'].map((name) => ({
    sources: `packages/geometry/${name}`,
    required: minGeometryPercent,
  })),
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
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const run = spawnSync('npm', ['install', `--before=${releasedBefore}`, ...options, ...packages], {
    cwd: cache,
    env: pinnedEnvironment(),
    stdio: 'inherit',
    shell: isWindows,
  })
  if (run.status !== 0) fail('Stryker could not be fetched (see above).')
}

function filesOf(sources) {
  if (sources.endsWith('.ts')) return [sources]
  return readdirSync(join(root, sources))
    .filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name))
    .map((name) => `${sources}/${name}`)
}

/** Lines per range: enough for most mutants of several lines. */
const runOfLines = 12

/** Whether the seed chooses a run of lines: as likely as `share`, and the same every time. */
function isChosen(range, { share, seed }) {
  const digest = createHash('sha256').update(`${seed} ${range}`).digest()
  return digest.readUInt32BE() < (share / 100) * 2 ** 32
}

/** Runs of lines in a file, as Stryker's ranges; together about `share` percent of it. */
function chosenRanges(file, sample) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length
  const starts = Array.from({ length: Math.ceil(lines / runOfLines) }, (_, i) => 1 + i * runOfLines)

  const ranges = starts.map((start) => `${file}:${start}-${start + runOfLines - 1}`)
  return ranges.filter((range) => isChosen(range, sample))
}

/**
 * The number of mutants in an area, and how many made a test fail or time out. Undefined if the
 * sample contains none of its lines.
 */
function scoreOf({ sources, tests, required = minPercent }, sample) {
  const { share, names } = sample
  const files = filesOf(sources).filter((file) => names.length === 0 || names.includes(basename(file, '.ts')))
  const mutated = share === 100 ? files : files.flatMap((file) => chosenRanges(file, sample))
  if (mutated.length === 0) return undefined

  const report = join(cache, `${sources.replaceAll('/', '-')}.json`)
  // Otherwise a run that writes none would be judged by an earlier one.
  rmSync(report, { force: true })
  const run = spawnSync(
    'node',
    [join(cache, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'scripts/mutation/stryker.config.mjs'],
    {
      cwd: root,
      env: {
        ...pinnedEnvironment(),
        MUTATION_SOURCES: mutated.join(' '),
        MUTATION_TESTS: tests ?? `${sources}/*.test.ts`,
        MUTATION_REPORT: report,
      },
      stdio: 'inherit',
      shell: isWindows,
    },
  )
  if (run.status !== 0) fail(`Stryker gave up on ${sources} (see above).`)

  const reported = JSON.parse(readFileSync(report, 'utf8'))
  const statuses = Object.values(reported.files).flatMap((file) => file.mutants.map(({ status }) => status))
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length

  return {
    sources,
    required,
    noticed: count('Killed', 'Timeout'),
    all: count('Killed', 'Timeout', 'Survived', 'NoCoverage'),
  }
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(randomInt(1e6)) },
    file: { type: 'string', multiple: true, default: [] },
  },
})
const sample = { share: Number(values.share), seed: values.seed, names: values.file }
if (!(sample.share > 0 && sample.share <= 100)) fail('--share is a percentage, for example --share 10.')

const chosen = areas.filter(({ sources }) => wanted.length === 0 || wanted.some((name) => sources.includes(name)))
const unknown = wanted.filter((name) => !areas.some(({ sources }) => sources.includes(name)))
if (unknown.length > 0) {
  fail(
    `No such area: ${unknown.join(', ')}. There are: ${areas.map(({ sources }) => sources.replace('packages/', '')).join(', ')}`,
  )
}

ensureInstalled()
ensureStryker()

if (sample.share < 100) console.log(`The lines are those of --seed ${sample.seed}.`)
const scores = chosen.map((area) => scoreOf(area, sample)).filter((score) => score?.all > 0)
if (scores.length < chosen.length) console.log('The sample contains no mutant of some areas: they are left out.')
const percentOf = ({ noticed, all }) => (100 * noticed) / all
for (const score of scores) {
  console.log(`${percentOf(score).toFixed(1).padStart(5)} %  ${score.noticed} of ${score.all}  ${score.sources}`)
}

const low = scores.filter((score) => percentOf(score) < score.required)
if (low.length > 0) fail(low.map(({ sources, required }) => `${sources} is below ${required} %.`).join('\n'))
