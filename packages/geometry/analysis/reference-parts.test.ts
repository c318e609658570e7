import { describe, expect, it } from 'vitest'
import { hasRecordedParts, partBytes, type RecordedPart, recordedParts } from '../mesh/recorded-parts.fixture.ts'
import { analyse, analysed } from './analysis.fixture.ts'

/**
 * The reference adds signed volumes without repair. Both solids of this file have inverted faces
 * (4 and 8 edges), which makes that sum meaningless; this is the sum of the repaired solids.
 */
const repairedVolumesMm3: Record<string, number> = { 'multibody.stl': 0.00742322 }

const ownAnswers: Record<string, Partial<RecordedPart>> = {
  // The reference counts shapes as written: Body7 and Body8 are the same shape (to 12 digits).
  '3923_Mini_Oval_Speaker.step': { distinctBodies: 7 },
  // The reference describes the file as written; the analysis closes its cracks of 1e-16 mm.
  'slotted_disk.stl': { watertight: true, boundaryEdges: 0 },
}

const units: Record<string, string> = { millimetre: 'mm', INCH: 'inch' }

describe.skipIf(!hasRecordedParts)('real parts with recorded answers', () => {
  it.each(recordedParts.filter(({ readable }) => readable))('$file has the recorded measures', async (recorded) => {
    const reference = { ...recorded, ...ownAnswers[recorded.file] }
    const part = await analysed(partBytes(reference.file))
    const volumeMm3 = repairedVolumesMm3[reference.file] ?? reference.volumeMm3

    expect(Math.abs(part.volumeMm3 / volumeMm3 - 1)).toBeLessThan(1e-3)
    expect(Math.abs(part.areaMm2 / reference.areaMm2 - 1)).toBeLessThan(1e-3)

    part.sizeMm.forEach((side, i) => {
      expect(Math.abs(side / (reference.sizeMm[i] ?? 0) - 1)).toBeLessThan(1e-3)
    })

    const found: Partial<RecordedPart> = {
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
      const expected = reference[key as keyof RecordedPart]
      if (expected !== undefined) expect({ [key]: value }).toEqual({ [key]: expected })
    }

    if (reference.fileUnit) expect(part.unit.name).toBe(units[reference.fileUnit])
    if (reference.encoding) expect(part.format).toBe(`stl-${reference.encoding}`)
  })

  it.each(recordedParts.filter(({ readable }) => !readable))('the analysis refuses $file', async ({ file }) => {
    expect(await analyse(partBytes(file))).toMatchObject({ ok: false })
  })
})
