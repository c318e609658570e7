import { describe, expect, it } from 'vitest'
import type { LeadTier } from '../catalogue/selling.ts'
import { leadFault, quantityFault } from './quantity-and-lead.ts'
import { smallCatalogue } from './small-catalogue.fixture.ts'

describe('the quantity is whole, from 1 to 1 000 000', () => {
  it.each([1, 2, 999_999, 1_000_000])('accepts the quantity %d', (quantity) => {
    expect(quantityFault(quantity)).toBeUndefined()
  })

  it.each([0, -1, 0.5, 1.000_001, Number.NaN, Number.POSITIVE_INFINITY, -1e308])(
    'refuses the quantity %d',
    (quantity) => {
      expect(quantityFault(quantity)).toEqual({
        code: 'QUANTITY_NOT_WHOLE',
        field: 'quantity',
        detail: { max: 1_000_000 },
      })
    },
  )

  it.each([1_000_001, 1e308])('reports that the quantity %d is too large', (quantity) => {
    expect(quantityFault(quantity)).toEqual({
      code: 'QUANTITY_TOO_LARGE',
      field: 'quantity',
      detail: { max: 1_000_000 },
    })
  })
})

describe('the lead time', () => {
  it('offers express for at most 50 parts', () => {
    expect(leadFault('express', 50, 'mjf', smallCatalogue)).toBeUndefined()
    const refused = { code: 'LEAD_NOT_OFFERED', field: 'lead', detail: { lead: 'express', max: 50 } }
    expect(leadFault('express', 51, 'mjf', smallCatalogue)).toEqual(refused)
    expect(leadFault('express', 51, 'milling', smallCatalogue)).toEqual(refused)
  })

  it('offers express casting without that limit', () => {
    expect(leadFault('express', 51, 'casting', smallCatalogue)).toBeUndefined()
  })

  it.each(['economy', 'standard'] as const)('offers %s for any quantity', (lead) => {
    expect(leadFault(lead, 1_000_000, 'mjf', smallCatalogue)).toBeUndefined()
  })

  it.each(['', 'yesterday', '__proto__', 'toString'])('refuses the unknown lead time %j', (lead) => {
    expect(leadFault(lead as LeadTier, 1, 'mjf', smallCatalogue)).toEqual({
      code: 'UNKNOWN_LEAD',
      field: 'lead',
      detail: { lead },
    })
  })
})
