import { describe, expect, it } from 'vitest'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { configured } from '../configuration/small-catalogue.fixture.ts'
import { orderInputFaults } from './order-inputs.ts'
import { requiredRiskAcceptance } from './risk-acceptance.ts'

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

describe('risk acceptance', () => {
  const accepting = (option: string, ...ruleIds: string[]) =>
    configured('steel-1045', [{ id: 'risk-acceptance', option, ruleIds }])

  it('requires no risk acceptance when there is no warning', () => {
    expect(requiredRiskAcceptance([], configured('steel-1045'))).toBeUndefined()
  })

  it('names each rule that is not accepted once', () => {
    expect(requiredRiskAcceptance(['wall', 'hole', 'wall'], configured('steel-1045'))).toEqual({
      code: 'RISK_NOT_ACCEPTED',
      field: 'services.risk-acceptance.ruleIds',
      detail: { rules: 'wall, hole', count: 2 },
    })
    expect(requiredRiskAcceptance(['wall', 'hole'], accepting('accept', 'wall'))).toMatchObject({
      detail: { rules: 'hole', count: 1 },
    })
    expect(requiredRiskAcceptance(['wall', 'hole'], accepting('accept', 'hole', 'wall', 'size'))).toBeUndefined()
  })

  it('ignores a risk acceptance whose option is not "accept"', () => {
    expect(requiredRiskAcceptance(['wall'], accepting('maybe', 'wall'))?.code).toBe('RISK_NOT_ACCEPTED')
  })
})
