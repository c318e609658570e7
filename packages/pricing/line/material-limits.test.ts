import { expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { materialLimitsOf } from './material-limits.ts'

const { materials } = packagedCatalogue

it('copies the limits of a material', () => {
  const pom = materials.filter(({ id }) => id === 'pom-c').map(materialLimitsOf)
  expect(pom).toEqual([
    {
      id: 'pom-c',
      processIds: ['milling', 'turning'],
      family: 'plastic-rigid',
      isMetal: false,
      envelopes: { milling: [1000, 600, 400], turning: { diameterMm: 250, lengthMm: 500 } },
      minWallMm: 1.5,
      minFeatureMm: 0.5,
      minHoleMm: 0.5,
      minEngraveMm: 0.25,
    },
  ])
})

it('counts metal powders and metal stock as metals, and no plastic', () => {
  const families = (metal: boolean) =>
    [...new Set(materials.filter((one) => materialLimitsOf(one).isMetal === metal).map(({ family }) => family))].join(
      ' ',
    )

  expect(families(true)).toBe(
    'slm-steel slm-al slm-ti slm-ni slm-co slm-cu al steel tool-steel stainless brass copper bronze titanium magnesium',
  )
  expect(families(false)).toBe(
    'resin-rigid resin-clear resin-filled resin-soft nylon nylon-filled tpu pp plastic-rigid plastic-clear plastic-slippery plastic-hp pu-rigid pu-clear pu-soft silicone',
  )
})
