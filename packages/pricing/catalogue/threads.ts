import { byCard, type Thread } from '@cotation/domain'

// Threads, helicoils and brass inserts (catalogue 2). Unverified: M8 to M12 and 3/8-16 inserts, UNC
// and M2 to M2.5 helicoil drills.

const small = { tapping: byCard(0.5, 2.2), brassInsert: byCard(0.95, 3.2), helicoil: byCard(1.6, 5.5) }
const fine = { ...small, brassInsert: byCard(0.8, 2.8) }
const tiny = { ...fine, tapping: byCard(0.8, 3.5) }
const large = { tapping: byCard(0.75, 3), brassInsert: byCard(1.6, 4.8), helicoil: byCard(2.4, 7.5) }

const sizes = [
  { size: 'M1.6', system: 'metric', nominalMm: 1.6, pitchMm: 0.35, tapDrillMm: 1.25, usd: tiny },
  { size: 'M2', system: 'metric', nominalMm: 2, pitchMm: 0.4, tapDrillMm: 1.6, usd: tiny },
  { size: 'M2.5', system: 'metric', nominalMm: 2.5, pitchMm: 0.45, tapDrillMm: 2.05, usd: fine },
  { size: 'M3', system: 'metric', nominalMm: 3, pitchMm: 0.5, tapDrillMm: 2.5, usd: small },
  { size: 'M4', system: 'metric', nominalMm: 4, pitchMm: 0.7, tapDrillMm: 3.3, usd: small },
  { size: 'M5', system: 'metric', nominalMm: 5, pitchMm: 0.8, tapDrillMm: 4.2, usd: small },
  { size: 'M6', system: 'metric', nominalMm: 6, pitchMm: 1, tapDrillMm: 5, usd: small },
  { size: 'M8', system: 'metric', nominalMm: 8, pitchMm: 1.25, tapDrillMm: 6.8, usd: large },
  { size: 'M10', system: 'metric', nominalMm: 10, pitchMm: 1.5, tapDrillMm: 8.5, usd: large },
  { size: 'M12', system: 'metric', nominalMm: 12, pitchMm: 1.75, tapDrillMm: 10.2, usd: large },
  { size: '#0-80', system: 'UNF', nominalMm: 1.524, pitchMm: 0.318, tapDrillMm: 1.25, usd: tiny },
  { size: '#2-56', system: 'UNC', nominalMm: 2.184, pitchMm: 0.454, tapDrillMm: 1.8, usd: tiny },
  { size: '#4-40', system: 'UNC', nominalMm: 2.845, pitchMm: 0.635, tapDrillMm: 2.26, usd: fine },
  { size: '#6-32', system: 'UNC', nominalMm: 3.505, pitchMm: 0.794, tapDrillMm: 2.7, usd: small },
  { size: '#8-32', system: 'UNC', nominalMm: 4.166, pitchMm: 0.794, tapDrillMm: 3.45, usd: small },
  { size: '#10-24', system: 'UNC', nominalMm: 4.826, pitchMm: 1.058, tapDrillMm: 3.8, usd: small },
  { size: '1/4-20', system: 'UNC', nominalMm: 6.35, pitchMm: 1.27, tapDrillMm: 5.1, usd: large },
  { size: '5/16-18', system: 'UNC', nominalMm: 7.938, pitchMm: 1.411, tapDrillMm: 6.53, usd: large },
  { size: '3/8-16', system: 'UNC', nominalMm: 9.525, pitchMm: 1.588, tapDrillMm: 7.94, usd: large },
  { size: '1/2-13', system: 'UNC', nominalMm: 12.7, pitchMm: 1.954, tapDrillMm: 10.72, usd: large },
] as const

/** There is no helicoil for sizes that are missing here. */
const helicoilDrillMm: Readonly<Record<string, number>> = {
  M2: 2.1,
  'M2.5': 2.6,
  M3: 3.18,
  M4: 4.24,
  M5: 5.27,
  M6: 6.33,
  M8: 8.4,
  M10: 10.47,
  M12: 12.54,
  '#2-56': 2.3,
  '#4-40': 3,
  '#6-32': 3.7,
  '#8-32': 4.4,
  '#10-24': 5.2,
  '1/4-20': 6.75,
  '5/16-18': 8.4,
  '3/8-16': 10.1,
  '1/2-13': 13.3,
}

/** There is no brass insert for sizes that are missing here. */
const brassInserts: Readonly<Record<string, Thread['brassInsert']>> = {
  'M1.6': { lengthMm: 2.5, holeDiameterMm: 2.15, outerDiameterMm: 2.5, minBossWallMm: 0.8 },
  M2: { lengthMm: 4, holeDiameterMm: 3.2, outerDiameterMm: 3.6, minBossWallMm: 1.3 },
  'M2.5': { lengthMm: 5.7, holeDiameterMm: 3.6, outerDiameterMm: 4, minBossWallMm: 1.6 },
  M3: { lengthMm: 5.7, holeDiameterMm: 4, outerDiameterMm: 4.6, minBossWallMm: 1.6 },
  M4: { lengthMm: 8.1, holeDiameterMm: 5.6, outerDiameterMm: 6.3, minBossWallMm: 2.1 },
  M5: { lengthMm: 9.5, holeDiameterMm: 6.4, outerDiameterMm: 7.1, minBossWallMm: 2.6 },
  M6: { lengthMm: 12.7, holeDiameterMm: 8, outerDiameterMm: 8.7, minBossWallMm: 3.3 },
  M8: { lengthMm: 12.7, holeDiameterMm: 9.7, outerDiameterMm: 10.1, minBossWallMm: 4.5 },
  M10: { lengthMm: 12.7, holeDiameterMm: 12, outerDiameterMm: 12.7, minBossWallMm: 5 },
  M12: { lengthMm: 16, holeDiameterMm: 14, outerDiameterMm: 15, minBossWallMm: 6 },
  '#0-80': { lengthMm: 3.18, holeDiameterMm: 2.39, outerDiameterMm: 2.8, minBossWallMm: 1.2 },
  '#2-56': { lengthMm: 3.96, holeDiameterMm: 3.18, outerDiameterMm: 3.6, minBossWallMm: 1.3 },
  '#4-40': { lengthMm: 4.78, holeDiameterMm: 3.96, outerDiameterMm: 4.4, minBossWallMm: 1.6 },
  '#6-32': { lengthMm: 6.35, holeDiameterMm: 4.78, outerDiameterMm: 5.2, minBossWallMm: 1.8 },
  '#8-32': { lengthMm: 7.95, holeDiameterMm: 5.56, outerDiameterMm: 6, minBossWallMm: 2.1 },
  '#10-24': { lengthMm: 9.52, holeDiameterMm: 6.35, outerDiameterMm: 6.9, minBossWallMm: 2.4 },
  '1/4-20': { lengthMm: 12.7, holeDiameterMm: 7.95, outerDiameterMm: 8.7, minBossWallMm: 3.3 },
  '5/16-18': { lengthMm: 14.3, holeDiameterMm: 9.52, outerDiameterMm: 10.3, minBossWallMm: 4.3 },
  '3/8-16': { lengthMm: 15.88, holeDiameterMm: 11.91, outerDiameterMm: 12.7, minBossWallMm: 5 },
}

const toHundredths = (mm: number) => Math.round(mm * 100) / 100

/** Threads are 1.5 to 3 diameters deep; a blind hole needs half a diameter and two pitches more. */
export const threads: readonly Thread[] = sizes.map(({ usd, ...size }) => {
  const diameters = (count: number) => toHundredths(count * size.nominalMm)
  const drillMm = helicoilDrillMm[size.size]
  const brassInsert = brassInserts[size.size]

  return {
    ...size,
    threadDepthMm: { min: diameters(1.5), max: diameters(3) },
    blindHoleExtraMm: toHundredths(size.nominalMm / 2 + 2 * size.pitchMm),
    ...(drillMm && {
      helicoil: { drillMm, lengthsMm: { '1D': diameters(1), '1.5D': diameters(1.5), '2D': diameters(2) } },
    }),
    ...(brassInsert && { brassInsert }),
    usd: {
      tapping: usd.tapping,
      ...(brassInsert && { brassInsert: usd.brassInsert }),
      ...(drillMm && { helicoil: usd.helicoil }),
    },
  }
})
