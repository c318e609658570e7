/** Vacuum casting in silicone moulds (catalogue 3.6). */

import type { Process } from '@cotation/domain'
import { usd } from '../common/notation.ts'
import { castingBreaks } from './quantity-breaks.ts'
import { castingTolerances } from './tolerances.ts'

export const casting: Process<'casting'> = {
  id: 'casting',
  technologyId: 27,
  name: { fr: 'Coulée sous vide', en: 'Vacuum casting' },
  machineClass: 'vacuum casting chamber, silicone moulds',
  supports: { required: false },
  minSizeMm: [5, 5, 5],
  minWallMm: 1.2,
  minFeatureMm: 0.5,
  minHoleMm: 2,
  minEngraveMm: 0.5,
  tolerances: castingTolerances,
  defaultTolerance: 'vc-std',
  finishes: ['cast-matte', 'cast-gloss', 'cast-texture', 'pigmented', 'painted'],
  quantityBreaks: castingBreaks,
  minPartUsd: usd(5, 20),
  cost: {
    shotsPerMould: 20,
    mouldsPerMaster: 4,
    masterFinishMin: 40,
    masterFinishMinPerCm2: 0.25,
    mouldWallMm: 25,
    siliconeDensity: 1.1,
    siliconeFill: 0.9,
    siliconeUsdPerKg: usd(11, 22),
    mouldLabourMin: 180,
    mouldInsertMin: 12,
    mouldOvenHours: 10,
    runnerWaste: 0.35,
    castMin: 8,
    trimBaseMin: 4,
    trimMinPerCm2: 0.02,
    castCycleMin: 20,
    insertLoadMin: 1.5,
    scrap: 0.08,
    jobMin: { cn: 40, eu: 40 },
    complexShotFactor: 0.8,
    mostCavities: 4,
    partsPerCavity: 10,
    cavityUpToMm: 60,
    cavityUpToCm3: 15,
    clearMasterFactor: 2,
    masterMaterialId: 'sla-9600-white',
  },
}
