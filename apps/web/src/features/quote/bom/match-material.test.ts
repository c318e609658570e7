import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { matchMaterial, matchProcesses } from './match-material.ts'

const printing = 22
const cnc = 23
const hints = (technologyId: typeof printing | typeof cnc) => ({ processes: undefined, technologyId })

describe('a material', () => {
  it.each([
    ['Aluminium 6061-T6', 'al-6061-t6'],
    ['al-6061-t6', 'al-6061-t6'],
    ['Alu 6061', 'al-6061-t6'],
    ['aluminum 6061 T6', 'al-6061-t6'],
    ['EN AW-6082', 'al-6082-t6'],
    ['1.4301', 'ss-304'],
    ['Acier inox 304', 'ss-304'],
    ['Stainless steel 316L', 'ss-316l'],
    ['42CrMo4', 'steel-4140'],
    ['C45', 'steel-1045'],
    ['Delrin', 'pom-c'],
    ['PE-HD', 'pe-hd'],
    ['PEEK', 'peek'],
    ['MJF PA 12', 'mjf-pa12'],
    ['Résine blanche 9600', 'sla-9600-white'],
    ['TA6V', 'ti-grade5'],
  ])('“%s” is recognised', (text, id) => {
    expect(matchMaterial(text, hints(cnc), catalogue).value?.id).toBe(id)
  })

  it.each([
    ['316L', cnc, 'ss-316l'],
    ['316L', printing, 'slm-316l'],
  ] as const)('“%s” is the one of the line’s technology', (text, technologyId, id) => {
    expect(matchMaterial(text, hints(technologyId), catalogue).value?.id).toBe(id)
  })

  it('is the one of the process that the row names', () => {
    const match = matchMaterial('PA11', { processes: ['sls'], technologyId: printing }, catalogue)
    expect(match.value?.id).toBe('sls-pa11')
  })

  it.each([['aluminium'], ['PA12'], ['inox']])('“%s” is ambiguous', (text) => {
    const match = matchMaterial(text, hints(cnc), catalogue)
    expect(match.value).toBeUndefined()
    expect(match.candidates?.length).toBeGreaterThan(1)
  })

  it.each([['unobtainium'], ['6061 unobtainium'], ['?'], ['']])('“%s” is unknown', (text) => {
    expect(matchMaterial(text, hints(cnc), catalogue)).toEqual({ candidates: [] })
  })
})

describe('a process', () => {
  it.each([
    ['CNC turning', ['turning']],
    ['Fraisage CNC', ['milling']],
    ['Usinage', ['milling', 'turning']],
    ['SLS', ['sls']],
    ['Impression 3D', ['sla', 'mjf', 'sls', 'slm']],
    ['forging', undefined],
  ])('“%s” is recognised', (text, expected) => expect(matchProcesses(text)).toEqual(expected))
})
