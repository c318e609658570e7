import { analysePart, type PartAnalysis, unwatched } from '@cotation/geometry'
import { box, insideOut, merge, moved, tube } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { isValidAnalysis, isValidAnswer, isValidSummary } from './answer-checks.ts'
import { colouredBinaryStl } from './fuzz/corpus.ts'

/** A tube and a hollow box: bodies with a hole, a cavity, walls, thin regions. */
const bytes = colouredBinaryStl(
  merge(box([9, 9, 9]), insideOut(box([3, 3, 3], [3, 3, 3])), moved(tube(6, 4, 9, 32), [30, 0, 0])),
  'sound',
)

let sound: PartAnalysis

async function* once() {
  yield bytes
}

beforeAll(async () => {
  const verdict = await analysePart(once(), {
    totalBytes: bytes.length,
    unit: undefined,
    meshes: ['display', 'thumbnail'],
    kernels: nodeKernels(),
    watch: unwatched,
  })
  if (!verdict.ok) throw new Error(verdict.refusal.code)

  sound = verdict.value
}, 60_000)

type Path = (string | number)[]

/** The paths of all numbers in the structure, typed arrays included. */
function numbersIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  // One entry represents a whole array of coordinates.
  if (ArrayBuffer.isView(value)) return value instanceof Float32Array && value.length > 0 ? [[...path, 0]] : []
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...path, key]))
}

/** A copy with one value replaced. */
function replaced(path: Path, by: unknown): PartAnalysis {
  const copy = structuredClone(sound)
  let at = copy as unknown as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  at[path.at(-1) ?? ''] = by
  return copy
}

const aNumber = (filter: (path: Path) => boolean) =>
  fc.nat(1e9).map((n) => {
    const paths = numbersIn(sound).filter(filter)
    return paths[n % paths.length] as Path
  })

/** Names of sizes end in their unit. Signed volumes and coordinates of points may be negative. */
function isSize(path: Path): boolean {
  const name = String(path.findLast((key) => Number.isNaN(Number(key))))
  return /(Mm[23]?|Pct|shares|count|Count|triangles|Edges|samples|confidence)$/.test(name) && !name.startsWith('signed')
}

describe('an analysis that came from a process (GEO-3)', () => {
  it('is accepted if nothing is wrong with it', () => {
    expect(isValidAnalysis(sound)).toBe(true)
    expect(isValidSummary(sound)).toBe(true)
    expect(numbersIn(sound).filter(isSize).length).toBeGreaterThan(50)
  })

  it('is rejected if any number is not finite', () => {
    fc.assert(
      fc.property(
        aNumber(() => true),
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
        (path, bad) => {
          expect(isValidAnalysis(replaced(path, bad)), path.join('.')).toBe(false)
        },
      ),
    )
  })

  it('is rejected if any size is negative', () => {
    fc.assert(
      fc.property(aNumber(isSize), fc.constantFrom(-1, -1e-9, -1e300), (path, bad) => {
        expect(isValidAnalysis(replaced(path, bad)), path.join('.')).toBe(false)
      }),
    )
  })

  it.each<[string, Path, unknown]>([
    ['a volume beyond its box', ['volumeMm3'], 1e9],
    ['a part of more than 100 m', ['sizeMm', 0], 100_001],
    ['no bodies', ['bodies'], []],
    ['a fractional number of bodies', ['bodies', 0, 'count'], 1.5],
    ['a count that does not add up', ['bodyCount'], 7],
    ['an object instead of a list', ['bodies', 0, 'features', 'holes'], { length: 1 }],
    ['a missing section', ['bodies', 0, 'walls'], undefined],
    ['a point of two numbers', ['bodies', 0, 'mass', 'centreOfMass'], [1, 2]],
    ['an unknown format', ['format'], 'iges'],
    ['a name of a megabyte', ['bodies', 0, 'name'], 'x'.repeat(1 << 20)],
    [
      'a mesh with an index beyond its vertices',
      ['bodies', 0, 'display'],
      {
        positions: new Float32Array(9),
        normals: new Float32Array(9),
        indices: Uint32Array.of(0, 1, 3),
        groups: new Uint32Array(0),
      },
    ],
  ])('is rejected for %s', (_what, path, value) => {
    expect(isValidAnalysis(replaced(path, value))).toBe(false)
  })
})

describe('an answer', () => {
  const finished = { kind: 'finished', timingsMs: { total: 1 }, cpuSeconds: 1, rssMiB: 1 }
  it.each<[string, unknown, boolean]>([
    ['progress', { kind: 'progress', stage: 'walls', done: 0.5 }, true],
    ['progress of an unknown stage', { kind: 'progress', stage: 'lunch', done: 0.5 }, false],
    ['progress of more than 1', { kind: 'progress', stage: 'walls', done: 2 }, false],
    ['a refusal', { ...finished, verdict: { ok: false, refusal: { code: 'zip' } } }, true],
    [
      'a refusal with its position',
      {
        ...finished,
        verdict: { ok: false, refusal: { code: 'truncated', place: { byte: 9 }, detail: { found: 1, reason: 'x' } } },
      },
      true,
    ],
    ['an unknown refusal', { ...finished, verdict: { ok: false, refusal: { code: 'mood' } } }, false],
    ['no verdict', { ...finished, verdict: undefined }, false],
    ['a verdict without a value', { ...finished, verdict: { ok: true } }, false],
    [
      'a negative time',
      { ...finished, timingsMs: { total: -1 }, verdict: { ok: false, refusal: { code: 'zip' } } },
      false,
    ],
    ['a kind of the prototype', { kind: 'constructor' }, false],
    ['nothing', null, false],
    ['a word', 'finished', false],
  ])('is checked: %s', (_what, answer, isValid) => {
    expect(isValidAnswer(answer)).toBe(isValid)
  })

  it('never causes an exception, whatever it contains', () => {
    const answers = fc.oneof(
      fc.anything(),
      fc.record({
        kind: fc.constantFrom('progress', 'measured', 'finished'),
        verdict: fc.anything(),
        summary: fc.anything(),
      }),
    )
    fc.assert(
      fc.property(answers, (answer) => {
        expect(isValidAnswer(answer)).toBe(false)
      }),
    )
  })
})
