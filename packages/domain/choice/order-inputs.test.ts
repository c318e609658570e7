import { describe, expect, it } from 'vitest'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { configured } from '../configuration/small-catalogue.fixture.ts'
import { orderInputFaults } from './order-inputs.ts'

describe('what an order needs beyond a price', () => {
  const codes = (selection: ServiceSelection) =>
    orderInputFaults(configured('steel-1045', [selection])).map(({ code, field, detail }) => {
      expect(detail).toEqual({ service: selection.id })
      return `${code} ${field}`
    })

  it('requires the artwork and the position of a silkscreen print', () => {
    const print = { id: 'silkscreen', option: 'screen', colours: ['RAL 9005'], zones: 1 } as const
    expect(codes({ ...print, position: 'top', artworkFileId: 'f1' })).toEqual([])
    expect(codes({ ...print, position: ' ' })).toEqual([
      'FILE_MISSING services.silkscreen.artworkFileId',
      'TEXT_MISSING services.silkscreen.position',
    ])
  })

  it('requires a file of the zones when there are several paint colours', () => {
    const paint = { id: 'painting', option: 'pantone', finish: 'matte' } as const
    expect(codes({ ...paint, colours: ['RAL 9005'] })).toEqual([])
    expect(codes({ ...paint, colours: ['RAL 9005', 'RAL 9003'] })).toEqual([
      'FILE_MISSING services.painting.zonesFileId',
    ])
    expect(codes({ ...paint, colours: ['RAL 9005', 'RAL 9003'], zonesFileId: 'f1' })).toEqual([])
  })

  it('requires instructions for assembling', () => {
    const assembling = { id: 'assembling', option: 'bonding', suppliedParts: false } as const
    expect(codes(assembling)).toEqual(['FILE_MISSING services.assembling.instructionsFileId'])
    expect(codes({ ...assembling, instructionsFileId: 'f1' })).toEqual([])
  })

  it('requires nothing for other services', () => {
    expect(codes({ id: 'polishing', option: 'satin' })).toEqual([])
  })
})
