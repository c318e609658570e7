import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAnalysisPool } from '../analysis-pool.ts'
import { defaultLimits } from '../limits.ts'
import { runCampaign, type Tried } from './campaign.ts'
import { wholeCorpus } from './corpus.ts'

/** Analyses corrupted files for some minutes: `npm run fuzz -- --minutes 10 --seed 1`. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    deadline: { type: 'string', default: '20' },
    kind: { type: 'string', default: 'both' },
    out: { type: 'string', default: 'test-results/fuzz' },
  },
})

const minutes = Number(values.minutes)
const seed = Number(values.seed)
const deadlineMs = Number(values.deadline) * 1000
const print = (line: string) => process.stdout.write(`${line}\n`)

const limits = { ...defaultLimits, memoryMiB: 2048, deadlineMs }
const atOnce = availableParallelism()
const pool = createAnalysisPool({ processes: atOnce, limits })
const counts = new Map<string, { files: number; tookMs: number; longestMs: number }>()
const startedAt = performance.now()
const elapsedMs = () => performance.now() - startedAt
let files = 0
let problems = 0
let reportedAt = 0

function saveFile({ kind, file, bytes }: Tried): string {
  mkdirSync(values.out, { recursive: true })
  const path = join(values.out, `seed-${seed}-file-${file}.${kind}`)
  writeFileSync(path, bytes)
  return path
}

function tried(outcome: Tried): void {
  const { kind, code, problem, tookMs } = outcome
  const category = `${kind.padEnd(5)}${code}`
  const count = counts.get(category) ?? { files: 0, tookMs: 0, longestMs: 0 }
  counts.set(category, {
    files: count.files + 1,
    tookMs: count.tookMs + tookMs,
    longestMs: Math.max(count.longestMs, tookMs),
  })
  files++

  if (problem) {
    problems++
    print(`${problem}: ${saveFile(outcome)}`)
  }

  if (elapsedMs() - reportedAt > 60_000) {
    reportedAt = elapsedMs()
    print(`${Math.round(reportedAt / 60_000)} min, ${files} files, ${problems} problems`)
  }
}

await runCampaign(
  pool,
  wholeCorpus(),
  {
    seed,
    atOnce,
    deadlineMs,
    kindOf(file) {
      if (values.kind === 'stl' || values.kind === 'step') return values.kind
      return file % 2 === 0 ? 'stl' : 'step'
    },
    more: () => elapsedMs() < minutes * 60_000,
  },
  tried,
)

await pool.close()

print(`\n${'verdict'.padEnd(28)}${'files'.padStart(8)}${'mean ms'.padStart(10)}${'longest ms'.padStart(12)}`)

for (const [category, count] of [...counts].sort(([a], [b]) => a.localeCompare(b))) {
  const meanMs = Math.round(count.tookMs / count.files)
  const longestMs = Math.round(count.longestMs)
  print(category.padEnd(28) + `${count.files}`.padStart(8) + `${meanMs}`.padStart(10) + `${longestMs}`.padStart(12))
}

print(
  `\n${files} files, seed ${seed}, ${(elapsedMs() / 60_000).toFixed(1)} min on ${atOnce} cores: ${problems} problems`,
)

process.exitCode = problems > 0 ? 1 : 0
