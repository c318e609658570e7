import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMaterialLimits, materialLimits } from './material-limits.ts'

const catalogue = join(import.meta.dirname, '../../../../../shared/catalogue/materials.json')
type Envelope = number[] | { maxDiaMm: number; maxLengthMm: number }
interface Catalogued {
  id: string
  processIds: string[]
  family: string
  maxEnvelopeMm: Record<string, Envelope>
  minWallMm: number
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
}

describe('the materials', () => {
  it('are found by their id', () => {
    expect(findMaterialLimits('pom-c')).toMatchObject({ processIds: ['milling', 'turning'], isMetal: false })
    expect(findMaterialLimits('al-6061-t6')?.isMetal).toBe(true)
    expect(findMaterialLimits('unobtainium')).toBeUndefined()
  })

  it('of laser melting are metals, of the other printers and of casting none', () => {
    for (const { processIds, isMetal, id } of materialLimits) {
      if (processIds.includes('slm')) expect(isMetal, id).toBe(true)
      if (processIds.some((process) => ['sla', 'mjf', 'sls', 'casting'].includes(process)))
        expect(isMetal, id).toBe(false)
    }
    const machined = materialLimits.filter(({ processIds }) => processIds.includes('milling'))
    expect(machined.filter(({ isMetal, minWallMm }) => isMetal !== (minWallMm === 0.8))).toEqual([])
  })
})

describe.skipIf(!existsSync(catalogue))('the materials against the catalogue', () => {
  it('keep every limit', () => {
    const { materials } = JSON.parse(readFileSync(catalogue, 'utf8')) as { materials: Catalogued[] }
    const expected = materials.map(({ id, processIds, family, maxEnvelopeMm, ...limits }) => ({
      id,
      processIds,
      family,
      envelopes: Object.fromEntries(
        Object.entries(maxEnvelopeMm).map(([process, size]) => [
          process,
          Array.isArray(size) ? size : { diameterMm: size.maxDiaMm, lengthMm: size.maxLengthMm },
        ]),
      ),
      minWallMm: limits.minWallMm,
      minFeatureMm: limits.minFeatureMm,
      minHoleMm: limits.minHoleMm,
      minEngraveMm: limits.minEngraveMm,
    }))
    expect(materialLimits.map(({ isMetal: _, ...limits }) => limits)).toEqual(expected)
    expect(materialLimits).toHaveLength(85)
  })
})
