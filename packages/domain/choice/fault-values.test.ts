import { describe, expect, it } from 'vitest'
import type { ServiceId } from '../catalogue/service.ts'
import { type FaultCode, type FaultDetails, fault } from '../configuration/fault.ts'
import { smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { faultValues } from './fault-values.ts'

const named = <C extends FaultCode>(code: C, detail: FaultDetails[C], language: 'fr' | 'en' = 'en') =>
  faultValues(fault(code, 'x', detail), smallCatalogue, language)

describe('the values of a fault’s text', () => {
  it('replaces ids by names in the given language', () => {
    const detail = { colour: 'black', material: 'mjf-pa12', service: 'dyeing', option: 'solid' }
    expect(named('COLOUR_NEEDS_SERVICE', detail)).toEqual(detail)
    expect(named('COLOUR_NEEDS_SERVICE', detail, 'fr')).toEqual({
      colour: 'black (fr)',
      material: 'mjf-pa12 (fr)',
      service: 'dyeing (fr)',
      option: 'solid (fr)',
    })
    expect(named('SERVICES_EXCLUDE_EACH_OTHER', { service: 'painting', other: 'dyeing' }, 'fr')).toEqual({
      service: 'painting (fr)',
      other: 'dyeing (fr)',
    })
    expect(named('PROCESS_NOT_FOR_MATERIAL', { process: 'milling', material: 'none' }, 'fr')).toEqual({
      process: 'milling (fr)',
      material: 'none',
    })
    expect(named('UNKNOWN_TOLERANCE', { tolerance: 'sla-tight', material: 'mjf-pa12' }, 'fr')).toMatchObject({
      tolerance: 'sla-tight (fr)',
    })
    expect(named('LEAD_NOT_OFFERED', { lead: 'express', max: 50 }, 'fr')).toEqual({ lead: 'tier (fr)', max: 50 })
    expect(named('LEAD_BRINGS_NOTHING', { lead: 'express', better: 'standard' }, 'fr')).toEqual({
      lead: 'tier (fr)',
      better: 'tier (fr)',
    })
    expect(named('COLOUR_NOT_OFFERED', { service: 'anodizing', colour: 'clear' }, 'fr')).toMatchObject({
      colour: 'clear (fr)',
    })
  })

  it('keeps an id that the catalogue does not know', () => {
    for (const unknown of ['', 'none', '__proto__', 'constructor']) {
      const detail = { colour: unknown, material: unknown, service: unknown, option: unknown }
      expect(named('COLOUR_NEEDS_SERVICE', detail)).toEqual(detail)
      expect(named('PROCESS_NOT_FOR_MATERIAL', { process: unknown, material: unknown })).toEqual({
        process: unknown,
        material: unknown,
      })
      expect(named('UNKNOWN_LEAD', { lead: unknown })).toEqual({ lead: unknown })
    }

    expect(named('UNKNOWN_THREAD', { thread: 'M3' }, 'fr')).toEqual({ thread: 'M3' })
    expect(named('UNKNOWN_OPTION', { service: 'dyeing', option: 'none' })).toEqual({
      service: 'dyeing',
      option: 'none',
    })
    expect(named('COLOUR_NOT_OFFERED', { service: 'dyeing', colour: 'mauve' })).toEqual({
      service: 'dyeing',
      colour: 'mauve',
    })
    expect(named('UNKNOWN_TOLERANCE', { tolerance: 'none', material: 'none' })).toEqual({
      tolerance: 'none',
      material: 'none',
    })

    const strange = fault('SERVICES_EXCLUDE_EACH_OTHER', 'x', { service: 'painting', other: 'none' as ServiceId })
    expect(faultValues(strange, smallCatalogue, 'en')).toEqual({ service: 'painting', other: 'none' })
  })
})
