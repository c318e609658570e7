import type { CheckoutView } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { aCheckoutView, aLine, aTotal } from '../checkout.fixture.ts'
import { previewChanges } from './preview-changes.ts'

type Line = CheckoutView['lines'][number]

const bracket = aLine('bracket.step')
const lid = aLine('lid.step')
const seen = aCheckoutView([bracket, lid])

/** The preview with another first line. */
function withBracket(traits: Partial<Line>): CheckoutView {
  const [first, ...others] = seen.lines
  if (!first) throw new Error('no line')
  return { ...seen, lines: [{ ...first, ...traits }, ...others] }
}

const total = aTotal(20_000, 2)
const withTotal = (traits: Partial<typeof total>): CheckoutView => ({ ...seen, total: { ...total, ...traits } })
const usd = (minor: number) => ({ minor, currency: 'USD' })

describe('the changes between two previews', () => {
  it('are none between equal ones', () => {
    expect(previewChanges(seen, structuredClone(seen))).toEqual({ lines: [], amounts: [] })
  })

  it('name the part with both quantities and prices, and no other part', () => {
    const after = withBracket({ quantity: 8, unitMinor: 4500, totalMinor: 36_000 })
    const [before] = seen.lines

    expect(previewChanges(seen, after).lines).toEqual([
      {
        lineId: bracket.id,
        name: 'bracket.step',
        kind: 'changed',
        differences: [
          { fact: 'quantity', before: { count: 2 }, after: { count: 8 } },
          { fact: 'unitPrice', before: usd(5000), after: usd(4500) },
          { fact: 'linePrice', before: usd(before?.totalMinor ?? 0), after: usd(36_000) },
        ],
      },
    ])
  })

  it('name every part of a configuration, also one that was empty', () => {
    const after = withBracket({
      material: 'Steel',
      process: 'CNC turning',
      colour: 'Black',
      tolerance: 'Tolerance: fine',
      services: ['Polishing', 'Certificate'],
      sizeMm: [40, 30, 13],
      workingDays: 9,
    })
    const [changed] = previewChanges(seen, after).lines

    expect(changed?.differences).toEqual([
      { fact: 'material', before: { text: 'Aluminium 6061' }, after: { text: 'Steel' } },
      { fact: 'process', before: { text: 'CNC milling' }, after: { text: 'CNC turning' } },
      { fact: 'colour', before: null, after: { text: 'Black' } },
      { fact: 'tolerance', before: null, after: { text: 'Tolerance: fine' } },
      { fact: 'services', before: null, after: { text: 'Polishing, Certificate' } },
      { fact: 'size', before: { sizeMm: [40, 30, 12.5] }, after: { sizeMm: [40, 30, 13] } },
      { fact: 'lead', before: { lead: null, workingDays: 5 }, after: { lead: null, workingDays: 9 } },
    ])
  })

  it('list parts that were added or removed', () => {
    const onlyBracket = aCheckoutView([bracket])
    const lineOf = (kind: string) => ({ lineId: lid.id, name: 'lid.step', kind, differences: [] })
    expect(previewChanges(seen, onlyBracket).lines).toEqual([lineOf('removed')])
    expect(previewChanges(onlyBracket, seen).lines).toEqual([lineOf('added')])
  })

  it('tell two parts of the same name apart', () => {
    const twins = aCheckoutView([aLine('twin.step'), aLine('twin.step')])
    const [first, second] = twins.lines
    if (!first || !second) throw new Error('no lines')

    const changed = previewChanges(twins, { ...twins, lines: [first, { ...second, quantity: 3 }] }).lines
    expect(changed.map(({ lineId }) => lineId)).toEqual([second.lineId])
  })

  it('list the terms of the total that differ, with discounts as negative amounts', () => {
    const after = withTotal({
      smallOrderMinor: 300,
      levelDiscount: { level: 'gold', percent: 10, minor: 150, byLine: [150, 0] },
      discountMinor: 1000,
      shipping: { ...total.shipping, minor: 2500, discountMinor: 500 },
      tax: { ...total.tax, minor: 400 },
    })

    expect(previewChanges(withTotal({}), after).amounts).toEqual([
      { fact: 'smallOrder', before: null, after: usd(300) },
      { fact: 'levelDiscount', before: null, after: usd(-150) },
      { fact: 'coupon', before: null, after: usd(-1500) },
      { fact: 'shipping', before: usd(2000), after: usd(2500) },
      { fact: 'tax', before: null, after: usd(400) },
    ])
  })

  it('show another exchange rate as another indicative total', () => {
    const inEuro = (totalMinor: number) => withTotal({ display: { ...total.display, currency: 'EUR', totalMinor } })
    expect(previewChanges(inEuro(9000), inEuro(9100)).amounts).toEqual([
      { fact: 'shownTotal', before: { minor: 9000, currency: 'EUR' }, after: { minor: 9100, currency: 'EUR' } },
    ])
  })

  it('contain no amounts if there is no total any more', () => {
    expect(previewChanges(seen, { ...seen, total: null })).toEqual({ lines: [], amounts: [] })
  })
})
