/** Printing of resins and powders (catalogue 3.1 and 3.2). */

import { byCard, type Process } from '@cotation/domain'
import { printingBreaks } from './quantity-breaks.ts'
import { powderTolerances, slaTolerances } from './tolerances.ts'

export const sla: Process<'sla'> = {
  id: 'sla',
  technologyId: 22,
  name: { fr: 'Stéréolithographie (SLA)', en: 'Stereolithography (SLA)' },
  machineClass: '780-800 mm SLA',
  supports: { required: true, material: 'same resin', removal: 'manual, sanding marks possible' },
  minSizeMm: [5, 5, 5],
  minWallMm: 0.8,
  minFeatureMm: 0.5,
  minHoleMm: 1,
  minEngraveMm: 0.8,
  tolerances: slaTolerances,
  defaultTolerance: 'sla-std',
  finishes: ['general-sanding', 'fine-sanding', 'spray-painted', 'clear-coated'],
  quantityBreaks: printingBreaks,
  minPartUsd: byCard(0.5, 6),
  cost: {
    bedMm: [780, 780],
    eta: 0.65,
    liftMm: 6,
    recoatSeconds: 9,
    wasteShare: 0.08,
    partMin: 0.3,
    areaMinPerCm2: 0.006,
    jobMin: { cn: 0.3, eu: 5 },
    failRate: 0.05,
    largeFromMm: 250,
    largeUsd: byCard(1, 10),
    flatBelowMm: 12,
  },
}

export const mjf: Process<'mjf'> = {
  id: 'mjf',
  technologyId: 22,
  name: { fr: 'Multi Jet Fusion (MJF)', en: 'Multi Jet Fusion (MJF)' },
  machineClass: 'HP Jet Fusion 5200 class',
  supports: { required: false, material: 'powder bed', removal: 'bead blast' },
  minSizeMm: [5, 5, 5],
  minWallMm: 1,
  minFeatureMm: 0.5,
  minHoleMm: 1.5,
  minEngraveMm: 0.8,
  tolerances: powderTolerances,
  defaultTolerance: 'pbf-std',
  finishes: ['grey-blasted', 'dyed-black', 'vapour-smoothed', 'painted'],
  quantityBreaks: printingBreaks,
  minPartUsd: byCard(1.05, 8),
  cost: {
    bedMm: [380, 284],
    spacingMm: 2,
    kappa: { cn: 0.12, eu: 0.35 },
    eta: 0.8,
    buildMmPerHour: 26,
    coolingFactor: 1.25,
    agentsUsdPerCm3: 0.03,
    partMin: { cn: 0.3, eu: 2.2 },
    areaMinPerCm2: 0.012,
    jobMin: { cn: 0.3, eu: 4 },
    failRate: 0.04,
  },
}

/** Like Multi Jet Fusion, but without agents and in a slower machine. */
export const sls: Process<'sls'> = {
  ...mjf,
  id: 'sls',
  name: { fr: 'Frittage laser (SLS)', en: 'Selective laser sintering (SLS)' },
  machineClass: '350 x 350 x 400 mm SLS',
  minFeatureMm: 0.7,
  finishes: ['blasted', 'dyed', 'tumbled', 'vapour-smoothed', 'painted'],
  cost: { ...mjf.cost, bedMm: [350, 350], buildMmPerHour: 18, coolingFactor: 1.35, agentsUsdPerCm3: 0 },
}
