import type { PartAnalysis, Verdict } from '@cotation/geometry'
import type { AnalysisPool } from '../analysis-pool.ts'
import { invalidAnswerReason } from '../analysis-run.ts'
import { isValidAnalysis } from '../answer-checks.ts'
import type { Corpus } from './corpus.ts'
import { mutateStep } from './mutate-step.ts'
import { mutateStl } from './mutate-stl.ts'
import { randomFor } from './random.ts'

export type Kind = keyof Corpus
const mutators = { stl: mutateStl, step: mutateStep }

/** The corrupted file with this number; always the same for a seed and a corpus. */
export function mutantOf(corpus: Corpus, kind: Kind, seed: number, file: number): Uint8Array {
  const random = randomFor(seed, file)
  const otherKind = kind === 'stl' ? 'step' : 'stl'
  const other = random.pick(corpus[random.chance(0.8) ? kind : otherKind])
  return mutators[kind](random.pick(corpus[kind]), random, other)
}

export interface Outcome {
  /** `measured`, or the code of the refusal. */
  code: string
  /** An outcome that must never happen. */
  problem: string | undefined
  tookMs: number
}

/** Time to kill a process and notice it if all cores are busy. */
const graceMs = 5000

/** Messages of bugs in our own code. The kernel throws others, except its endless recursions. */
const ownMistakes = {
  stl: /^(Type|Reference|Syntax|Range)?Error\b/,
  step: /^(Type|Reference|Syntax|Range)?Error\b(?!: Maximum call stack)/,
}

export function problemOf(verdict: Verdict<PartAnalysis>, kind: Kind): string | undefined {
  if (verdict.ok && !isValidAnalysis(verdict.value)) return invalidAnswerReason

  const refusals = verdict.ok ? verdict.value.failed.map(({ refusal }) => refusal) : [verdict.refusal]
  const reasons = refusals.map(({ detail }) => String(detail?.reason ?? ''))
  return reasons.find((reason) => reason === invalidAnswerReason || ownMistakes[kind].test(reason))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Analyses one file and checks the outcome. */
export async function attempt(pool: AnalysisPool, bytes: Uint8Array, kind: Kind, deadlineMs: number): Promise<Outcome> {
  const startedAt = performance.now()
  try {
    const { verdict } = await pool.analyse(() => once(bytes), {
      totalBytes: bytes.length,
      unit: undefined,
      meshes: ['display', 'thumbnail'],
    })
    const tookMs = performance.now() - startedAt
    const late = tookMs > deadlineMs + graceMs ? 'late answer' : undefined

    return { code: verdict.ok ? 'measured' : verdict.refusal.code, problem: problemOf(verdict, kind) ?? late, tookMs }
  } catch (error) {
    return { code: 'exception', problem: String(error), tookMs: performance.now() - startedAt }
  }
}

export interface Tried extends Outcome {
  kind: Kind
  file: number
  bytes: Uint8Array
}

/** Tries corrupted files, `atOnce` in parallel, until `more` returns false. */
export async function runCampaign(
  pool: AnalysisPool,
  corpus: Corpus,
  options: {
    seed: number
    atOnce: number
    deadlineMs: number
    kindOf: (file: number) => Kind
    more: (file: number) => boolean
  },
  tried: (outcome: Tried) => void,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let file = next++; options.more(file); file = next++) {
      const kind = options.kindOf(file)
      const bytes = mutantOf(corpus, kind, options.seed, file)
      tried({ ...(await attempt(pool, bytes, kind, options.deadlineMs)), kind, file, bytes })
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, lane))
}
