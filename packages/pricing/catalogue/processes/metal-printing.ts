/** Laser melting of metal powder (catalogue 3.3). */

import { byCard, type Process } from '@cotation/domain'
import { printingBreaks } from './quantity-breaks.ts'
import { slmTolerances } from './tolerances.ts'

export const slm: Process<'slm'> = {
  id: 'slm',
  technologyId: 22,
  name: { fr: 'Fusion laser métal (SLM)', en: 'Selective laser melting (SLM)' },
  machineClass: '250-400 mm dual-laser PBF',
  supports: { required: true, material: 'same metal', removal: 'wire EDM + manual' },
  minSizeMm: [5, 5, 5],
  minWallMm: 1,
  minFeatureMm: 0.5,
  minHoleMm: 1.5,
  minEngraveMm: 1,
  tolerances: slmTolerances,
  defaultTolerance: 'slm-std',
  finishes: ['as-built-blasted', 'tumbled', 'polished', 'machined-faces'],
  quantityBreaks: printingBreaks,
  minPartUsd: byCard(8, 90),
  cost: {
    bedMm: [250, 250],
    eta: 0.65,
    liftMm: 5,
    recoatSeconds: 9,
    supportDensity: 0.35,
    wasteShare: 0.08,
    plateUsd: byCard(12, 90),
    furnaceUsd: byCard(10, 110),
    wireCutCm2PerMin: 0.8,
    partMin: 4,
    supportMinPerCm3: 1.2,
    areaMinPerCm2: 0.02,
    contourMPerSecond: 1,
    contours: 2,
    jobMin: { cn: 4, eu: 60 },
    failRate: 0.06,
  },
}
