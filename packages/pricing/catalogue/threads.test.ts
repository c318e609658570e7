import { findMaterial, noThreadFault, offeredThreads, type PartMeasures, usualThread } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { referenceParts } from '../reference/reference-parts.ts'
import { packagedCatalogue as catalogue } from './packaged-catalogue.ts'

const aluminium = findMaterial(catalogue, 'al-6061-t6')
const [reference] = referenceParts
if (!aluminium || !reference) throw new Error('the catalogue has no aluminium or reference part')

const plate = (diameterMm: number, depthMm: number): PartMeasures => ({
  ...reference.measures,
  holes: [{ diameterMm, depthMm, through: true, wallMm: 10 }],
})

const sizesIn = (part: PartMeasures) =>
  offeredThreads(part, 0, 'tapping', aluminium, catalogue).flatMap(({ thread, fault }) => (fault ? [] : thread.size))

describe('tapping a through hole of a plate 4.763 mm thick', () => {
  it.each([
    [2.5, 'M3'],
    [3.3, 'M4'],
    [4.2, 'M5'],
    [5, 'M6'],
    [6.6, 'M8'],
    [6.8, 'M8'],
    [8.5, 'M10'],
  ])('gives a hole of Ø %d mm the thread %s, through the plate', (diameterMm, size) => {
    const usual = usualThread(plate(diameterMm, 4.763), 0, 'tapping', aluminium, catalogue)
    expect(usual).toEqual({ service: 'tapping', size, depthMm: 4.76 })
  })

  it('offers only the sizes whose tap drill suits the hole', () => {
    expect(sizesIn(plate(6.6, 4.763))).toEqual(['M8', '5/16-18', '3/8-16'])
    expect(sizesIn(plate(152, 4.763))).toEqual([])
  })

  it('says why a helicoil is impossible', () => {
    expect(noThreadFault(plate(6.6, 4.763), 0, 'helicoil', aluminium, catalogue)).toMatchObject({
      code: 'INSERT_HOLE_TOO_SHALLOW',
      detail: { foundMm: 4.763 },
    })
  })
})
