import { defaultConfiguration } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { expect, it } from 'vitest'
import { parseQuantity, withQuantity } from './quantity.ts'
import { measuresOf } from './workspace.fixture.ts'

const shaft = measuresOf('shaft-30x80')

it('keeps the quantity of anodizing equal to that of its line (spec 5)', () => {
  const anodizing = { id: 'anodizing', option: 'sulphuric', colour: 'black', gloss: 'matt', quantity: 2 } as const
  const configuration = {
    ...defaultConfiguration(shaft, 'al-6061-t6', catalogue),
    quantity: 2,
    services: [anodizing],
  }
  expect(withQuantity(configuration, 9).services).toEqual([{ ...anodizing, quantity: 9 }])
  const apart = { ...configuration, services: [{ ...anodizing, quantity: 1 }] }
  expect(withQuantity(apart, 9).services).toEqual([{ ...anodizing, quantity: 1 }])
})

it.each([
  ['12', 12],
  [' 007 ', 7],
  ['0', undefined],
  ['1.5', undefined],
  ['-2', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['1000001', undefined],
])('parses the quantity "%s" as %s', (text, quantity) => {
  expect(parseQuantity(text).quantity).toBe(quantity)
})
