import { findMaterial, type ProcessId } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { measuresOf } from '#features/quote/workspace/workspace.fixture.ts'
import { matchFinish } from './match-finish.ts'

function scopeOf(materialId: string, process: ProcessId) {
  const material = findMaterial(catalogue, materialId)
  if (!material) throw new Error(`no material ${materialId}`)
  return { part: measuresOf('housing-100x60x30'), material, process, quantity: 4, catalogue }
}

const aluminium = scopeOf('al-6061-t6', 'milling')

describe('a finish', () => {
  it.each([
    ['Anodisé noir', '', [{ id: 'anodizing', option: 'type-ii', colour: 'black', quantity: 4 }]],
    ['anodized', 'red', [{ id: 'anodizing', option: 'type-ii', colour: 'red' }]],
    ['Anodisation dure', '', [{ id: 'anodizing', option: 'type-iii' }]],
    ['Ra 1,6', '', [{ id: 'surface-finish', option: 'ra-1.6' }]],
    ['Poli miroir', '', [{ id: 'polishing', option: 'mirror' }]],
    ['Peinture RAL 9005', '', [{ id: 'painting', colours: ['RAL 9005'] }]],
    ['painted', 'Pantone 186 C', [{ id: 'painting', colours: ['PANTONE 186 C'] }]],
    ['Microbillé + anodisé noire', '', [{ id: 'sandblasting' }, { id: 'anodizing', colour: 'black' }]],
    ['brut d’usinage', '', []],
    ['none', '', []],
  ])('“%s” (%s) is recognised', (text, colour, expected) => {
    expect(matchFinish(text, colour, aluminium).services).toMatchObject(expected)
  })

  it.each([['nickel plated by moonlight'], ['anodisé + galvanisé']])('“%s” is unknown', (text) => {
    expect(matchFinish(text, '', aluminium)).toEqual({ isUnknown: true })
  })

  it('is refused with the fault if the material cannot have it', () => {
    expect(matchFinish('anodisé', '', scopeOf('ss-304', 'milling'))).toMatchObject({
      fault: { code: expect.stringMatching(/^SERVICE/) },
    })
  })
})
