import { analysePart, unwatched } from '@cotation/geometry'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { afterAll, expect, it } from 'vitest'
import { createAnalysisPool } from '../analysis-pool.ts'
import { isValidSummary } from '../answer-checks.ts'
import { defaultLimits } from '../limits.ts'
import { type Kind, mutantOf, problemOf, runCampaign, type Tried } from './campaign.ts'
import { madeCorpus } from './corpus.ts'
import { boxAndCylinderText, boxText, nestedText, withBrokenBox } from './step-assembly.ts'

/** A bounded run, the same each time; `npm run fuzz` runs for a given time. */
const seed = 20_261_115
const deadlineMs = 5000
const corpus = madeCorpus()
const pool = createAnalysisPool({ processes: 2, limits: { ...defaultLimits, memoryMiB: 2048, deadlineMs } })
afterAll(() => pool.close())

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it.each<[Kind, number]>([
  ['stl', 50],
  ['step', 50],
])('corrupted %s files (%d) are each measured or refused in time', { timeout: 120_000 }, async (kind, files) => {
  const outcomes: Tried[] = []
  await runCampaign(
    pool,
    corpus,
    { seed, atOnce: 2, deadlineMs, kindOf: () => kind, more: (file) => file < files },
    (outcome) => outcomes.push(outcome),
  )

  expect(outcomes.filter(({ problem }) => problem).map(({ file, problem }) => ({ file, problem }))).toEqual([])
  expect(outcomes).toHaveLength(files)
  expect(new Set(outcomes.map(({ code }) => code)).size).toBeGreaterThan(3)
})

/** Files that once got past the reader, so that only the final check of the answer caught them. */
it.each<[string, () => string, object]>([
  [
    'a part of an assembly at infinity',
    () => nestedText(2).replace("#216=CARTESIAN_POINT('',(18.,0.,0.))", "#216=CARTESIAN_POINT('',(1.E309,0.,0.))"),
    { code: 'not-finite' },
  ],
  ['a corner and a direction at infinity', () => withBrokenBox(boxText()), { code: 'not-finite' }],
])('%s is refused while reading', async (_name, text, refusal) => {
  const bytes = new TextEncoder().encode(text())
  const request = { totalBytes: bytes.length, unit: undefined, meshes: [], kernels: nodeKernels(), watch: unwatched }
  expect(await analysePart(inChunks(bytes, 4096), request)).toEqual({
    ok: false,
    refusal,
  })
})

it('a broken body is reported beside the measured ones', async () => {
  const bytes = new TextEncoder().encode(withBrokenBox(boxAndCylinderText()))
  const request = { totalBytes: bytes.length, unit: undefined, meshes: [], kernels: nodeKernels(), watch: unwatched }

  expect(await analysePart(inChunks(bytes, 4096), request)).toMatchObject({
    ok: true,
    value: {
      bodyCount: 2,
      bodies: [{ name: 'cylinder', mass: { volumeMm3: expect.closeTo(300 * Math.PI, 6) } }],
      failed: [{ name: 'box', count: 1, refusal: { code: 'not-finite' } }],
    },
  })
})

it('2,000 corrupted STL files are each refused or read with valid figures', { timeout: 120_000 }, async () => {
  const kernels = nodeKernels()
  const outcomes = new Map<string, number>()
  const problems: object[] = []
  for (let file = 0; file < 2000; file++) {
    const bytes = mutantOf(corpus, 'stl', seed + 1, file)
    let measured = false
    const verdict = await analysePart(inChunks(bytes, 1 + (file % 5000)), {
      totalBytes: bytes.length,
      unit: undefined,
      meshes: [],
      kernels,
      // Faces and walls take 100 times as long as reading: tested with fewer files, in processes.
      watch: { mustStop: () => (measured ? 'cancelled' : undefined), progress: () => undefined },
      measured: (summary) => {
        measured = true
        if (!isValidSummary(summary)) problems.push({ file, summary })
      },
    })
    const problem = problemOf(verdict, 'stl')
    if (problem) problems.push({ file, problem })

    const code = measured || verdict.ok ? 'measured' : verdict.refusal.code
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
  }

  expect(problems).toEqual([])
  expect(outcomes.get('measured')).toBeGreaterThan(200)
  expect(outcomes.size).toBeGreaterThan(5)
})
