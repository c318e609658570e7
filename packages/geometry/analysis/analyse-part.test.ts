import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { choiceOf } from '../inspect/scenes.fixture.ts'
import { unit, type Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import {
  asciiStl,
  binaryStl,
  box,
  cylinder,
  insideOut,
  lathe,
  merge,
  moved,
  plateWithHoles,
  polygon,
  sphere,
  torus,
  tube,
  turned,
} from '../solids.ts'
import type { AnalysisRequest } from './analyse-part.ts'
import { analysed, onlyBody, refused } from './analysis.fixture.ts'
import { inspectBody } from './inspect-analysis.ts'

const text = (content: string) => new TextEncoder().encode(content)

/** Relative error of facets that approximate a round surface of that many segments. */
const faceted = (segments: number) => (4 * Math.PI ** 2) / segments ** 2

describe('solids with known answers', () => {
  const shaft = lathe(polygon('0,0 6,0 6,20 4,20 4,45 0,45'), 128)
  const plate = plateWithHoles({ columns: 3, rows: 2, pitch: 10, thickness: 5 }, polygon('2,0 2,5'))
  it.each<[string, TriangleMesh, number, number]>([
    ['box', box([2, 3, 4]), 24, 52],
    ['sphere', sphere(10, 128), (4 / 3) * Math.PI * 1000, 4 * Math.PI * 100],
    ['torus', torus(10, 3, 128), 2 * Math.PI ** 2 * 10 * 9, 4 * Math.PI ** 2 * 10 * 3],
    ['tube', tube(10, 8, 30, 128), Math.PI * 36 * 30, 2 * Math.PI * 18 * 30 + 2 * Math.PI * 36],
    ['shaft', shaft, Math.PI * (36 * 20 + 16 * 25), 2 * Math.PI * (6 * 20 + 4 * 25) + 2 * Math.PI * 36],
    ['plate with holes', plate, 600 * 5 - 6 * Math.PI * 20, 1200 + 500 - 12 * Math.PI * 4 + 6 * Math.PI * 20],
  ])('measures a %s', async (_name, mesh, volumeMm3, areaMm2) => {
    const part = await analysed(mesh)
    expect(Math.abs(part.volumeMm3 / volumeMm3 - 1)).toBeLessThan(faceted(64))
    expect(Math.abs(part.areaMm2 / areaMm2 - 1)).toBeLessThan(faceted(64))
    expect(part).toMatchObject({ watertight: true, openEdges: 0, nonManifoldEdges: 0, shells: 1, bodyCount: 1 })
  })

  it('finds one body with a cavity in a hollow box', async () => {
    const part = await analysed(merge(box([10, 10, 10]), insideOut(box([6, 6, 6], [2, 2, 2]))))
    expect(part).toMatchObject({ volumeMm3: 1000 - 216, areaMm2: 816, shells: 2, bodyCount: 1, watertight: true })
    expect(part.bodies[0]?.cavities.enclosed).toMatchObject([{ volumeMm3: 216 }])
    expect(part.bodies[0]?.walls.minMm).toBeCloseTo(2, 3)
    expect(part.bodies[0]?.access.unreachable).toMatchObject([{ faces: { length: 6 } }])
  })

  it.each<[string, Vec3]>([
    ['an edge', [1, 1, 0]],
    ['a corner', [1, 1, 1]],
  ])('separates two cubes that share %s', async (_what, at) => {
    const part = await analysed(merge(box(), box([1, 1, 1], at)))
    expect(part).toMatchObject({ volumeMm3: 2, areaMm2: 12, shells: 2, bodyCount: 2, bodies: [{ count: 2 }] })
  })

  it('recognises a shaft as turned, with its bar', async () => {
    const { turning } = (await onlyBody(shaft)).features
    expect(turning).toMatchObject({ turned: true })
    expect(turning.barDiameterMm).toBeCloseTo(12, 1)
    expect(turning.barLengthMm).toBeCloseTo(45, 3)
  })

  it('finds the holes of a plate', async () => {
    const { holes } = (await onlyBody(plate)).features
    expect(holes).toHaveLength(6)
    for (const hole of holes) {
      expect(hole).toMatchObject({ through: true })
      expect(hole.diameterMm).toBeCloseTo(4, 2)
      expect(hole.depthMm).toBeCloseTo(5, 3)
    }
  })
})

describe('the analysis of a part', () => {
  const bracket = plateWithHoles(
    { columns: 2, rows: 1, pitch: 12, thickness: 8, segments: 32 },
    polygon('4,0 4,3 2,3 2,8'),
  )
  const facts = async (part: TriangleMesh | Uint8Array, how: { chunk?: number } = {}) => {
    const { volumeMm3, areaMm2, watertight, shells, bodies, orientedSizeMm } = await analysed(part, how)
    const [body] = bodies

    return {
      sizes: [volumeMm3, areaMm2, ...orientedSizeMm, body?.walls.minMm ?? 0],
      counts: [
        watertight,
        shells,
        bodies.length,
        body?.features.holes.length,
        body?.features.holes[0]?.counterbore !== undefined,
      ],
    }
  }
  let before: Awaited<ReturnType<typeof facts>>
  beforeAll(async () => {
    before = await facts(bracket)
  })

  const expectSame = async (changed: TriangleMesh | Uint8Array, tolerance = 1e-4) => {
    const after = await facts(changed)
    expect(after.counts).toEqual(before.counts)
    after.sizes.forEach((value, i) => {
      expect(Math.abs(value / (before.sizes[i] ?? 1) - 1)).toBeLessThan(tolerance)
    })
  }
  const direction = fc.tuple(
    fc.integer({ min: -9, max: 9 }),
    fc.integer({ min: -9, max: 9 }),
    fc.integer({ min: 1, max: 9 }),
  )

  it('gives the same result after moving and rotating the part', async () => {
    await fc.assert(
      fc.asyncProperty(direction, fc.integer({ min: 0, max: 628 }), direction, async (axis, angle, shift) => {
        // Thickness is sampled: another position samples other points.
        await expectSame(moved(turned(bracket, unit(axis), angle / 100), shift), 2e-3)
      }),
      { numRuns: 6 },
    )
  })

  it('gives the same result for triangles in another sequence', async () => {
    const { positions, indices } = bracket
    const sequence = Uint32Array.from({ length: indices.length / 3 }, (_, i) => i).toSorted(
      (a, b) => ((a * 2654435761) >>> 0) - ((b * 2654435761) >>> 0),
    )
    const shuffled = Uint32Array.from(
      { length: indices.length },
      (_, i) => indices[3 * (sequence[Math.floor(i / 3)] ?? 0) + (i % 3)] ?? 0,
    )
    await expectSame({ positions, indices: shuffled }, 2e-3)
  })

  it('gives the same result for an ASCII file', async () => {
    await expectSame(asciiStl(bracket, { lineEnd: '\r\n' }))
  })

  it('gives the same result for chunks of any size', async () => {
    const after = await facts(binaryStl(bracket), { chunk: 37 })
    expect(after.counts).toEqual(before.counts)
    expect(after.sizes).toEqual(before.sizes.map((value) => expect.closeTo(value, 9)))
  })

  it('gives the same result for a part that is inside out', async () => {
    await expectSame(insideOut(bracket))
  })
})

describe('scale and unit', () => {
  it('converts inches that the customer chose', async () => {
    const part = await analysed(box(), { unit: 'inch' })
    expect(part.sizeMm.map((side) => side.toFixed(4))).toEqual(['25.4000', '25.4000', '25.4000'])
    expect(part.volumeMm3).toBeCloseTo(25.4 ** 3, 1)
    expect(part.unit).toMatchObject({ name: 'inch', source: 'chosen', implausible: false })
  })

  it.each([
    [0.5, true],
    [20, false],
    [3000, true],
  ])('decides whether the unit of a cube of %d mm is implausible (%s)', async (side, implausible) => {
    expect((await analysed(box([side, side, side]))).unit).toMatchObject({ name: 'mm', source: 'assumed', implausible })
  })
})

describe('dirt beside a part', () => {
  const dirt = merge(box([0.02, 0.02, 0.02], [500, 0, 0]), box([0.016, 0.12, 0.1], [20, 15, 10]))

  it('is left out of every figure and named in one sentence', async () => {
    const part = await analysed(merge(dirt, box([40, 30, 20])))

    expect(part).toMatchObject({ bodyCount: 1, shells: 1, watertight: true, leftOut: { fragments: 2 } })
    expect(part.sizeMm).toEqual([40, 30, 20])
    expect(part.orientedSizeMm.map((side) => Math.round(side))).toEqual([40, 30, 20])
    expect(part.bodies).toMatchObject([{ count: 1, cavities: { enclosed: [] } }])

    const choice = choiceOf('sla', false)
    const findings = part.bodies.flatMap((body) => inspectBody(part, body, 'part.stl', choice))
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'left-out-fragments', severity: 'informs', value: 2 }),
    )
  })
})

it('says the same of a file and its body about being watertight', async () => {
  // A crack of 1e-6 mm along a side of one triangle, as rounding leaves it.
  const block = merge(box([40, 30, 20]))
  const cracked = { ...block, positions: Float32Array.from([...block.positions, 40.000004, 0, 0]) }
  cracked.indices = block.indices.map((vertex, i) => (vertex === 1 && i < 3 ? 8 : vertex))

  const part = await analysed(cracked)
  expect(part.bodies).toMatchObject([{ topology: { watertight: true, openEdges: 0 } }])
  expect(part).toMatchObject({ watertight: true, openEdges: 0, leftOut: { fragments: 0 } })
})

describe('equal solids', () => {
  it('groups ten equal screws, and keeps a mirrored bracket separate', async () => {
    const screw = merge(cylinder(2, 12, 24))
    const screws = Array.from({ length: 10 }, (_, i) => moved(turned(screw, unit([1, i, 2]), i), [20 * i, 0, 0]))
    const part = await analysed(merge(...screws, box([5, 6, 7], [0, 50, 0])))
    expect(part.bodies.map(({ count }) => count)).toEqual([10, 1])
    expect(part.bodyCount).toBe(11)
  })
})

describe('a body that fails', () => {
  const three = merge(box([2, 2, 2]), box([3, 3, 3], [9, 0, 0]), box([4, 4, 4], [18, 0, 0]))

  /** A watch whose processor time runs away while the body of that number is analysed. */
  function slowBody(slow: number): Pick<AnalysisRequest, 'watch' | 'startBody'> {
    let current = -1
    let usedMs = 0
    return {
      startBody: (index) => {
        current = index
      },
      watch: {
        mustStop: () => undefined,
        progress: () => undefined,
        usedMs: () => {
          if (current === slow) usedMs += 20_000
          return usedMs
        },
      },
    }
  }

  it('does not refuse the others if it uses up its processor time', async () => {
    const part = await analysed(three, slowBody(1))
    expect(part.bodies.map(({ name, mass }) => [name, Math.round(mass.volumeMm3)])).toEqual([
      ['Solid 1', 8],
      ['Solid 3', 64],
    ])
    expect(part.failed).toEqual([{ name: 'Solid 2', count: 1, refusal: { code: 'deadline' } }])
    expect(part.bodyCount).toBe(3)
  })

  it('is not tried again if it ended an earlier process', async () => {
    const part = await analysed(three, { lostBodies: [{ index: 0, code: 'out-of-memory' }] })
    expect(part.bodies.map(({ name }) => name)).toEqual(['Solid 2', 'Solid 3'])
    expect(part.failed).toEqual([{ name: 'Solid 1', count: 1, refusal: { code: 'out-of-memory' } }])
  })

  it('refuses a file that has no other body', async () => {
    expect(await refused(binaryStl(box([2, 2, 2])), slowBody(0))).toEqual({ code: 'deadline' })
  })
})

describe('the analysis', () => {
  it.each<[string, Uint8Array, object]>([
    ['an empty file', new Uint8Array(0), { code: 'empty-file' }],
    ['a web page', text('<!DOCTYPE html><html><body>404</body></html>'), { code: 'html-page' }],
    [
      'a Git LFS pointer',
      text('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n'),
      { code: 'git-lfs-pointer' },
    ],
    ['a PDF', text('%PDF-1.7\n'), { code: 'pdf' }],
    ['plain text', text('Lorem ipsum dolor sit amet'), { code: 'other-text' }],
    ['a truncated file', binaryStl(box()).subarray(0, 300), { code: 'truncated' }],
    [
      'a STEP file without an end',
      text("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=CARTESIAN_POINT('',(0.,0.,0.));\n"),
      { code: 'truncated' },
    ],
  ])('refuses %s', async (_what, bytes, refusal) => {
    expect(await refused(bytes)).toMatchObject(refusal)
  })

  it('refuses a STEP file larger than 1 GiB before reading it', async () => {
    const head = text(`ISO-10303-21;\nHEADER;\n${' '.repeat(5000)}`)
    expect(await refused(head, { totalBytes: 2 ** 30 + 1 })).toMatchObject({ code: 'too-large' })
  })

  it('refuses a file with too many distinct bodies before it analyses the first one', async () => {
    const three = merge(box(), box([2, 2, 2], [5, 0, 0]), box([3, 3, 3], [10, 0, 0]))
    const started: number[] = []
    const startBody = (index: number) => void started.push(index)

    const refusal = await refused(binaryStl(three), { maxBodies: 2, startBody })
    expect(refusal).toMatchObject({ code: 'too-large', detail: { bodies: 3, most: 2 } })
    expect(started).toEqual([])
  })

  it('refuses no file because of equal bodies, which are one line', async () => {
    const equal = merge(box(), box([1, 1, 1], [5, 0, 0]), box([1, 1, 1], [10, 0, 0]))
    expect(await analysed(equal, { maxBodies: 1 })).toMatchObject({ bodies: [{ count: 3 }] })
  })

  it('stops in every stage if the deadline has passed or the customer cancelled', async () => {
    for (const reason of ['deadline', 'cancelled'] as const) {
      for (const stop of ['reading', 'measuring', 'topology', 'faces', 'features', 'walls'] as const) {
        let reached = false
        const watch = {
          mustStop: () => (reached ? reason : undefined),
          progress: (stage: string) => {
            reached ||= stage === stop
          },
        }

        expect(await refused(binaryStl(sphere(10, 48)), { watch })).toEqual({ code: reason })
      }
    }
  })
})

it('reports the summary before it analyses faces and walls', async () => {
  const events: string[] = []
  await analysed(box([2, 3, 4]), {
    measured: ({ volumeMm3 }) => events.push(`measured ${volumeMm3}`),
    watch: { mustStop: () => undefined, progress: (stage) => events.push(stage) },
  })
  expect(events.indexOf('measured 24')).toBeLessThan(events.indexOf('walls'))
  expect(events).toContain('measured 24')
})
