import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyse, analysed } from './analysis.fixture.ts'

const folder = join(import.meta.dirname, '../../../../shared/parts')

interface Reference {
  file: string
  readable: boolean
  sizeMm: [number, number, number]
  volumeMm3: number
  areaMm2: number
  bodies?: number
  distinctBodies?: number
  looseFaces?: number
  fileUnit?: string
  watertight?: boolean
  boundaryEdges?: number
  nonManifoldEdges?: number
  shells?: number
  triangles?: number
  encoding?: 'binary' | 'ascii'
}

/**
 * The reference adds signed volumes without repair. Both solids of this file have inverted faces
 * (4 and 8 edges), which makes that sum meaningless; this is the sum of the repaired solids.
 */
const repairedVolumesMm3: Record<string, number> = { 'multibody.stl': 0.00742322 }

/** The reference counts written shapes. Body7 and Body8 are the same shape (to 12 digits), written twice. */
const distinctBodies: Record<string, number> = { '3923_Mini_Oval_Speaker.step': 7 }

const units: Record<string, string> = { millimetre: 'mm', INCH: 'inch' }

describe.skipIf(!existsSync(folder))('real parts with recorded answers', () => {
  const parts: Reference[] = existsSync(folder)
    ? JSON.parse(readFileSync(join(folder, 'reference.json'), 'utf8')).parts
    : []

  it.each(parts.filter(({ readable }) => readable))('$file has the recorded measures', async (recorded) => {
    const reference =
      recorded.file in distinctBodies ? { ...recorded, distinctBodies: distinctBodies[recorded.file] } : recorded
    const part = await analysed(readFileSync(join(folder, reference.file)))
    const volumeMm3 = repairedVolumesMm3[reference.file] ?? reference.volumeMm3

    expect(Math.abs(part.volumeMm3 / volumeMm3 - 1)).toBeLessThan(1e-3)
    expect(Math.abs(part.areaMm2 / reference.areaMm2 - 1)).toBeLessThan(1e-3)

    part.sizeMm.forEach((side, i) => {
      expect(Math.abs(side / (reference.sizeMm[i] ?? 0) - 1)).toBeLessThan(1e-3)
    })

    const found: Partial<Reference> = {
      bodies: part.bodyCount,
      distinctBodies: part.bodies.length,
      looseFaces: part.looseFaces,
      watertight: part.watertight,
      boundaryEdges: part.openEdges,
      nonManifoldEdges: part.nonManifoldEdges,
      shells: part.shells,
      triangles: part.triangles,
    }
    for (const [key, value] of Object.entries(found)) {
      const expected = reference[key as keyof Reference]
      if (expected !== undefined) expect({ [key]: value }).toEqual({ [key]: expected })
    }

    if (reference.fileUnit) expect(part.unit.name).toBe(units[reference.fileUnit])
    if (reference.encoding) expect(part.format).toBe(`stl-${reference.encoding}`)
  })

  it.each(parts.filter(({ readable }) => !readable))('$file is refused', async ({ file }) => {
    expect(await analyse(readFileSync(join(folder, file)))).toMatchObject({ ok: false })
  })
})
