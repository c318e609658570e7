import { beforeAll, describe, expect, it } from 'vitest'
import { f32, u32 } from '../math/typed-access.ts'
import { sizeOf, type Vec3 } from '../math/vector.ts'
import { hasRecordedParts, partBytes, recordedParts } from '../mesh/recorded-parts.fixture.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { Refused } from '../model/verdict.ts'
import { unwatched } from '../model/watch.ts'
import { readStep, type StepModel } from './read-step.ts'
import {
  assemblyStep,
  boxShape,
  cut,
  cylinderShape,
  inUnit,
  lengthUnit,
  plateWithHole,
  shifted,
  stepOf,
  turnedAboutZ,
} from './step-files.fixture.ts'
import { compileNodeKernel } from './step-kernel.node.ts'
import { type CompiledKernel, type StepKernel, startKernel } from './step-kernel.ts'

let compiled: CompiledKernel
let kernel: StepKernel

beforeAll(async () => {
  compiled = await compileNodeKernel()
  kernel = await startKernel(compiled)
  // The engine compiles each function at its first call; the first file would pay for all.
  read(stepOf(kernel.occ, plateWithHole(kernel.occ)))
}, 60_000)

const read = (text: string): StepModel => readStep(kernel, new TextEncoder().encode(text))

function refusalOf(text: string) {
  try {
    read(text)
  } catch (failure) {
    if (failure instanceof Refused) return failure.refusal
    throw failure
  }
  return undefined
}

/** Signed volume of the triangles and the number of sides without a partner the other way round. */
function meshFacts({ positions, indices }: TriangleMesh) {
  const at = (i: number): Vec3 => {
    const v = u32(indices, i) * 3
    return [f32(positions, v), f32(positions, v + 1), f32(positions, v + 2)]
  }
  const sides = new Map<string, number>()
  let volume = 0
  for (let t = 0; t < indices.length; t += 3) {
    const a = at(t)
    const b = at(t + 1)
    const c = at(t + 2)
    volume +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])

    for (let k = 0; k < 3; k++) {
      const from = u32(indices, t + k)
      const to = u32(indices, t + ((k + 1) % 3))
      const key = from < to ? `${from} ${to}` : `${to} ${from}`
      sides.set(key, (sides.get(key) ?? 0) + (from < to ? 1 : -1))
    }
  }

  return { volume: volume / 6, open: [...sides.values()].filter((sum) => sum !== 0).length }
}

describe.skipIf(!hasRecordedParts)('real parts', () => {
  const parts = recordedParts.filter(({ file }) => /\.ste?p$/i.test(file))

  it.each(parts)(
    '$file has the recorded measures',
    (part) => {
      const model = readStep(kernel, partBytes(part.file))
      const near = (measured: number, expected: number) => expect(Math.abs(measured / expected - 1)).toBeLessThan(1e-5)
      near(model.volumeMm3, part.volumeMm3)
      near(model.areaMm2, part.areaMm2)
      for (const [axis, size] of sizeOf(model.box).entries()) near(size, part.sizeMm[axis] ?? 0)

      expect(model.unit.name).toBe(part.fileUnit?.toLowerCase())
      expect(model.looseFaces).toBe(part.looseFaces)
      expect(model.bodies).toHaveLength(part.distinctBodies ?? 0)
      expect(model.bodies.reduce((sum, { placements }) => sum + placements, 0)).toBe(part.bodies)

      const kinds = model.bodies.flatMap(({ geometry }) =>
        geometry.faces.faces.map(({ kind }) => (kind === 'freeform' ? 'bspline' : kind)),
      )

      expect(
        Object.fromEntries(
          Object.keys(part.faceTypes ?? {}).map((kind) => [kind, kinds.filter((found) => found === kind).length]),
        ),
      ).toEqual(part.faceTypes ?? {})

      for (const body of model.bodies) {
        const mesh = meshFacts(body.geometry.mesh)
        expect([body.watertight, body.valid, mesh.open]).toEqual([true, true, 0])
        expect(Math.abs(mesh.volume / body.volumeMm3 - 1)).toBeLessThan(0.01)
        expect(body.name).not.toMatch(/^Solid \d/)
        expect(body.colour).toBeDefined()
      }
    },
    30_000,
  )
})

describe('a plate with a through hole', () => {
  let model: StepModel
  beforeAll(() => {
    model = read(stepOf(kernel.occ, plateWithHole(kernel.occ)))
  })

  it('has its exact volume, area and centre of mass', () => {
    expect(model.volumeMm3).toBeCloseTo(12000 - Math.PI * 160, 6)
    expect(model.areaMm2).toBeCloseTo(2 * (1200 + 400 + 300) - 2 * Math.PI * 16 + Math.PI * 80, 6)
    expect(model.bodies[0]?.centreOfMass.map((value) => Number(value.toFixed(6)))).toEqual([20, 15, 5])
    expect(model).toMatchObject({ schema: 'AP214', looseFaces: 0, unit: { name: 'millimetre', mixed: false } })
  })

  it('has six planes facing outwards and one concave cylinder', () => {
    const faces = model.bodies[0]?.geometry.faces.faces ?? []
    const planes = faces.filter(({ kind }) => kind === 'plane')

    expect(planes).toHaveLength(6)

    for (const { axis, centroid } of planes) {
      const away: Vec3 = [centroid[0] - 20, centroid[1] - 15, centroid[2] - 5]
      expect(axis[0] * away[0] + axis[1] * away[1] + axis[2] * away[2]).toBeGreaterThan(1)
    }

    expect(faces.filter(({ kind }) => kind !== 'plane')).toMatchObject([
      { kind: 'cylinder', concave: true, radiusMm: expect.closeTo(4, 9), sweepDeg: expect.closeTo(360, 6) },
    ])

    const hole = faces.find(({ kind }) => kind === 'cylinder')
    expect((hole?.axialRange[1] ?? 0) - (hole?.axialRange[0] ?? 0)).toBeCloseTo(10, 9)
    expect(hole?.areaMm2).toBeCloseTo(80 * Math.PI, 6)
  })

  it('has twelve straight outer edges and two closed rims, all at a right angle', () => {
    const edges = model.bodies[0]?.geometry.faces.edges ?? []
    expect(edges.every(({ convexity, turnDeg }) => convexity === 'convex' && Math.abs(turnDeg - 90) < 1e-6)).toBe(true)
    expect(edges.filter(({ kind, closed }) => kind === 'line' && !closed)).toHaveLength(12)

    const rims = edges.filter(({ kind }) => kind === 'circle')
    expect(rims).toHaveLength(2)

    for (const rim of rims) {
      expect(rim).toMatchObject({
        closed: true,
        radiusMm: expect.closeTo(4, 9),
        lengthMm: expect.closeTo(8 * Math.PI, 6),
      })
    }
  })

  it('is scaled by the unit of the file', () => {
    const text = stepOf(kernel.occ, plateWithHole(kernel.occ))
    for (const [unit, factor] of [
      ['centimetre', 10],
      ['metre', 1000],
      ['inch', 25.4],
      ['micrometre', 0.001],
    ] as const) {
      const other = read(inUnit(text, unit))
      expect(other.unit).toMatchObject({ name: unit, factorToMm: expect.closeTo(factor, 9), mixed: false })
      expect(other.volumeMm3 / model.volumeMm3 / factor ** 3).toBeCloseTo(1, 6)
      expect(sizeOf(other.box)[0]).toBeCloseTo(40 * factor, 5)
      expect(
        meshFacts(other.bodies[0]?.geometry.mesh ?? { positions: new Float32Array(), indices: new Uint32Array() }).open,
      ).toBe(0)
    }
  })
})

describe('corners and surfaces', () => {
  it('distinguishes inner from outer corners', () => {
    const { occ } = kernel
    const notch = boxShape(occ, 20, 20, 20).Moved(shifted(occ, 10, 10, -5), false)
    const edges = read(stepOf(occ, cut(occ, boxShape(occ, 20, 20, 10), notch))).bodies[0]?.geometry.faces.edges ?? []
    expect(edges.filter(({ convexity }) => convexity === 'concave')).toMatchObject([
      { kind: 'line', lengthMm: expect.closeTo(10, 6), turnDeg: expect.closeTo(90, 6), midpoint: [10, 10, 5] },
    ])
    expect(edges.filter(({ convexity }) => convexity === 'convex')).toHaveLength(17)
  })

  it('reads cones, spheres and tori with their sides', () => {
    const { occ } = kernel
    const revolved = (shape: StepModel) => shape.bodies[0]?.geometry.faces.faces.filter(({ kind }) => kind !== 'plane')
    const upright = new occ.gp_Ax2(new occ.gp_Pnt(1, 2, 3), new occ.gp_Dir(0, 1, 0))

    expect(revolved(read(stepOf(occ, new occ.BRepPrimAPI_MakeTorus(upright, 10, 3).Shape())))).toMatchObject([
      {
        kind: 'torus',
        radiusMm: expect.closeTo(10, 9),
        minorRadiusMm: expect.closeTo(3, 9),
        concave: false,
        origin: [1, 2, 3],
      },
    ])

    const sphere = new occ.BRepPrimAPI_MakeSphere(upright, 4).Shape()
    expect(revolved(read(stepOf(occ, sphere)))).toMatchObject([
      { kind: 'sphere', radiusMm: expect.closeTo(4, 9), concave: false },
    ])

    const hollow = cut(occ, boxShape(occ, 20, 20, 20).Moved(shifted(occ, -9, -8, -7), false), sphere)
    const [void_] = revolved(read(stepOf(occ, hollow))) ?? []

    expect(void_).toMatchObject({ kind: 'sphere', concave: true })
  })

  it('recognises a fillet as tangent to its neighbours', () => {
    const { occ } = kernel
    const block = boxShape(occ, 20, 10, 10)
    const rounding = new occ.BRepFilletAPI_MakeFillet(block, 'ChFi3d_Rational')
    const explorer = new occ.TopExp_Explorer(block, 'TopAbs_EDGE', 'TopAbs_SHAPE')
    rounding.Add(2, occ.TopoDS.Edge(explorer.Current()))

    const graph = read(stepOf(occ, rounding.Shape())).bodies[0]?.geometry.faces
    const fillet = graph?.faces.find(({ kind }) => kind === 'cylinder')

    expect(fillet).toMatchObject({ concave: false, radiusMm: expect.closeTo(2, 6), sweepDeg: expect.closeTo(90, 6) })

    const borders = graph?.edges.filter(({ a, b }) => a === fillet?.id || b === fillet?.id) ?? []
    expect(borders.map(({ convexity }) => convexity).toSorted()).toEqual(['convex', 'convex', 'smooth', 'smooth'])
  })
})

describe('assemblies', () => {
  it('count instances and have names, colours and a box around all placements', () => {
    const { occ } = kernel
    const model = read(
      assemblyStep(occ, 'Vise', [
        {
          name: 'Mâchoire',
          shape: plateWithHole(occ),
          colour: [1, 0, 0],
          locations: [shifted(occ, 0, 0, 0), shifted(occ, 0, 0, 50), turnedAboutZ(occ, Math.PI / 2, 100, 0, 0)],
        },
        { name: 'Pin', shape: cylinderShape(occ, 3, 20), colour: [0, 0, 1], locations: [shifted(occ, 20, 15, -30)] },
      ]),
    )

    expect(model.bodies.map(({ name, placements, colour }) => ({ name, placements, colour }))).toEqual([
      { name: 'Mâchoire', placements: 3, colour: [1, 0, 0] },
      { name: 'Pin', placements: 1, colour: [0, 0, 1] },
    ])

    const plate = 12000 - Math.PI * 160
    expect(model.volumeMm3).toBeCloseTo(3 * plate + Math.PI * 180, 5)
    expect([...model.box.min, ...model.box.max].map((value) => Number(value.toFixed(4)))).toEqual([
      0, 0, -30, 100, 40, 60,
    ])
  })

  it('convert each part from its own unit', () => {
    const { occ } = kernel
    const part = (name: string) => ({
      name,
      shape: boxShape(occ, 10, 10, 10),
      colour: [0, 1, 0] as const,
      locations: [shifted(occ, 0, 0, 0)],
    })
    const text = assemblyStep(occ, 'Mixed', [part('Small'), part('Large')])
    const contexts = [...text.matchAll(lengthUnit)]
    const last = contexts.at(-1)?.index ?? 0
    const model = read(text.slice(0, last) + inUnit(text.slice(last), 'centimetre'))

    expect(model.unit.mixed).toBe(true)
    expect(model.bodies.map(({ name, volumeMm3 }) => [name, Math.round(volumeMm3)])).toEqual([
      ['Small', 1000],
      ['Large', 1_000_000],
    ])
  })
})

describe('surfaces without solids', () => {
  it('are reported as surfaces, and loose faces are sewn together', () => {
    const { occ } = kernel
    const block = new occ.BRepPrimAPI_MakeBox(10, 20, 30)
    const model = read(stepOf(occ, block.TopFace(), block.FrontFace()))

    expect(model).toMatchObject({ looseFaces: 2, openSurfaces: 0 })
    expect(model.bodies).toMatchObject([
      { kind: 'surface', watertight: false, volumeMm3: 0, areaMm2: expect.closeTo(200 + 600, 6), openEdges: 6 },
    ])
  })

  it('enclose a volume if they are closed', () => {
    const shell = new kernel.occ.BRepPrimAPI_MakeBox(10, 20, 30).Shell()
    expect(read(stepOf(kernel.occ, shell)).bodies).toMatchObject([
      { kind: 'surface', watertight: true, volumeMm3: expect.closeTo(6000, 6) },
    ])
  })
})

describe('surfaces beside a solid', () => {
  it('are left out if they are open, and bodies if they are closed', () => {
    const { occ } = kernel
    const block = new occ.BRepPrimAPI_MakeBox(10, 20, 30)
    const open = [block.TopFace(), block.FrontFace()].map((face) => face.Moved(shifted(occ, 100, 0, 0), false))
    const closed = new occ.BRepPrimAPI_MakeBox(2, 3, 4).Shell()
    const model = read(stepOf(occ, ...open, cylinderShape(occ, 1, 5), closed))

    expect(model).toMatchObject({ looseFaces: 8, openSurfaces: 1 })
    expect(model.bodies.map(({ kind, watertight }) => [kind, watertight])).toEqual([
      ['solid', true],
      ['surface', true],
    ])
    expect(model.box.max[0]).toBeCloseTo(2, 6)
    expect(model.areaMm2).toBeCloseTo(2 * Math.PI * (5 + 1) + 52, 4)
  })
})

describe('a body that ended an earlier process', () => {
  it('has failed, while the others of its file are measured', () => {
    const { occ } = kernel
    const started: number[] = []
    const text = stepOf(occ, boxShape(occ, 1, 2, 3), boxShape(occ, 10, 20, 30))
    const model = readStep(kernel, new TextEncoder().encode(text), {
      lostBodies: [{ index: 0, code: 'deadline' }],
      startBody: (index) => started.push(index),
    })

    expect(model.bodies).toMatchObject([{ index: 1, volumeMm3: expect.closeTo(6000, 6) }])
    expect(model.failed).toMatchObject([{ count: 1, refusal: { code: 'deadline' } }])
    expect(started).toEqual([1])
    expect(kernel.broken).toBe(false)
  })
})

describe('the STEP reader', () => {
  const box = () => stepOf(kernel.occ, boxShape(kernel.occ, 1, 2, 3))

  it.each<[string, () => string, object]>([
    ['an empty file', () => '', { code: 'empty-file' }],
    ['another text', () => 'solid cube', { code: 'malformed-step' }],
    ['a truncated file', () => box().slice(0, 5000), { code: 'truncated', place: { byte: 5000 } }],
    ['no data', () => box().replace(/DATA;[\s\S]*?ENDSEC;/, 'DATA;\nENDSEC;'), { code: 'no-shape' }],
    [
      'deeply nested parentheses',
      () => box().replace('DATA;', `DATA;\n#99999=X(${'('.repeat(5000)}${')'.repeat(5000)});`),
      { code: 'malformed-step', place: { entity: 99999 } },
    ],
    [
      'a face far from its border',
      () => box().replace(/(PLANE\('',#101\)[\s\S]*?CARTESIAN_POINT\('',\(0\.,)2\./, '$11.E10'),
      { code: 'kernel-failed', detail: { reason: 'volume beyond its box' } },
    ],
  ])('refuses %s', (_, text, refusal) => {
    expect(refusalOf(text())).toMatchObject(refusal)
  })

  it('marks the kernel as broken only after a file that failed inside it', async () => {
    kernel = await startKernel(compiled)
    refusalOf(box().slice(0, 5000))
    read(box())
    expect([kernel.broken, kernel.filesRead]).toEqual([false, 1])
    refusalOf(box().replace(/DATA;[\s\S]*?ENDSEC;/, 'DATA;\nENDSEC;'))
    expect(kernel.broken).toBe(true)
    kernel = await startKernel(compiled)
  }, 20_000)

  it('never returns non-finite results for cycles, missing entities and huge numbers', async () => {
    const whole = box()
    const hostile = [
      whole.replace(/(#\d+) = CLOSED_SHELL\('',\(#\d+/, "$1 = CLOSED_SHELL('',($1"),
      whole.replace(/= (PRODUCT_DEFINITION\('design','',)#\d+/, '= $1#5'),
      whole.replace(/CARTESIAN_POINT\('',\(0\.,0\.,0\.\)\)/g, "CARTESIAN_POINT('',(1e308,-1e308,1e300))"),
      whole.replace(/CARTESIAN_POINT\('',\(1\./g, "CARTESIAN_POINT('',(NaN"),
      whole.replace(/DIRECTION\('',\(1\.,0\.,0\.\)\)/g, "DIRECTION('',(0.,0.,0.))"),
      whole.replace(/#\d+ = ADVANCED_FACE[^;]*;/, ''),
      whole.replace(/#\d+ = VERTEX_POINT[^;]*;/g, ''),
    ]
    for (const text of hostile) {
      const outcome = (() => {
        try {
          return readStep(kernel, new TextEncoder().encode(text))
        } catch (failure) {
          if (failure instanceof Refused) return failure.refusal
          throw failure
        }
      })()
      if ('code' in outcome) expect(outcome.code).toMatch(/no-shape|not-finite|kernel-failed|malformed-step/)
      else {
        const numbers = [outcome.volumeMm3, outcome.areaMm2, ...outcome.box.min, ...outcome.box.max]
        for (const { geometry, centreOfMass, box: around } of outcome.bodies) {
          numbers.push(...centreOfMass, ...around.min, ...around.max, ...geometry.mesh.positions)
          for (const face of geometry.faces.faces)
            numbers.push(...face.axis, ...face.origin, ...face.centroid, face.areaMm2, ...face.box.min)
          for (const edge of geometry.faces.edges) numbers.push(edge.lengthMm, edge.turnDeg, ...edge.midpoint)
        }

        expect(numbers.every(Number.isFinite)).toBe(true)
      }

      if (kernel.broken) kernel = await startKernel(compiled)
    }
  })

  it('stops between two steps if the watch says so', () => {
    const watch = { ...unwatched, mustStop: () => 'deadline' as const }
    expect(() => readStep(kernel, new TextEncoder().encode(box()), { watch })).toThrow('deadline')
    expect(kernel.broken).toBe(false)
  })
})
