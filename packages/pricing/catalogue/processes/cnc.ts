/** Milling and turning (catalogue 3.4 and 3.5). */

import { byCard, type Process } from '@cotation/domain'
import { cncBreaks } from './quantity-breaks.ts'
import { cncTolerances } from './tolerances.ts'

export const milling: Process<'milling'> = {
  id: 'milling',
  technologyId: 23,
  name: { fr: 'Fraisage CNC', en: 'CNC milling' },
  machineClass: '3-axis VMC / 5-axis',
  supports: { required: false },
  minSizeMm: [1, 1, 1],
  minWallMm: { metal: 0.8, plastic: 1.5 },
  minFeatureMm: 0.5,
  minHoleMm: 0.5,
  minEngraveMm: 0.25,
  tolerances: cncTolerances,
  defaultTolerance: 'iso2768-m',
  finishes: ['as-machined-ra3.2', 'ra1.6', 'ra0.8', 'bead-blasted', 'brushed', 'polished'],
  quantityBreaks: cncBreaks,
  minPartUsd: byCard(6, 35),
  cost: {
    allowanceXyMm: 2.5,
    allowanceZMm: 1.5,
    sheetAsIsMm: 12,
    thicknessesMm: [
      1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 16, 18, 20, 22, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 110, 120,
      130, 140, 150, 160, 180, 200,
    ],
    kerf: 0.05,
    referenceSizeCm: 6,
    minSizeFactor: 0.35,
    freeformFinishFactor: 0.45,
    holeMin: 0.4,
    loadMin: 2,
    toolChangeMin: 0.15,
    setupMin: 11,
    programBaseMin: 12,
    programPerSetupMin: 6,
    programFreeformMin: 40,
    toolWearUsdPerMin: byCard(0.02, 0.06),
    benchBaseMin: 2,
    benchMinPerCm2: 0.02,
    scrap: 0.04,
    sheetFitMm: 0.25,
    toolsBase: 5,
    toolsPerSetup: 2,
    toolWearExponent: 0.7,
    // Where `undercut-cnc` starts to warn; less are small undercuts that a special tool reaches.
    fiveAxesFromPercent: 2,
    // What USD 0.5, the price of a tapped hole, buys on the machine.
    threadMin: 1.3,
    // Half of the feed of an end mill, because chips leave through the neck of the slot only; one pass
    // for each side. Mounting and measuring a cutter takes about as long as another set-up.
    slotCutter: {
      // Where `undercut-slot` starts to inform.
      fromReach: 4,
      setupMin: 10,
      passes: 2,
      feedMmPerMin: 150,
    },
  },
}

/** Has the limits and tolerances of milling, except for smaller features. */
export const turning: Process<'turning'> = {
  ...milling,
  id: 'turning',
  name: { fr: 'Tournage CNC', en: 'CNC turning' },
  machineClass: 'CNC lathe with live tooling',
  minFeatureMm: 0.3,
  finishes: ['as-machined-ra3.2', 'ra1.6', 'ra0.8', 'knurled', 'polished'],
  minPartUsd: byCard(5, 28),
  cost: {
    barsMm: [
      4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 30, 32, 35, 38, 40, 42, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100,
      110, 120, 130, 140, 150, 160, 180, 200, 220, 250, 300,
    ],
    partOffMm: 4,
    faceMm: 1,
    kerf: 0.05,
    roughingFactor: 1.3,
    finishingFactor: 1.6,
    operationMin: 0.5,
    liveToolMin: 0.8,
    loadMin: 1,
    setupMin: 20,
    programBaseMin: 15,
    benchBaseMin: 1.5,
    scrap: 0.03,
    barAllowanceMm: 1,
    // What USD 0.8, the price of an external thread, buys on the lathe.
    threadMin: 2.5,
  },
}
