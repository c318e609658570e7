import type { PartMeasures } from '@cotation/domain'

/** A named part for comparing prices, in the price book and before publishing a catalogue. */
export interface ReferencePart {
  id: string
  measures: PartMeasures
}

const notTurned = { turned: false, diameterMm: 0, lengthMm: 0, operations: 1, liveFeatures: 0 }

/** The parts of the worked examples (catalogue 3), a small one and a large one. */
export const referenceParts: readonly ReferencePart[] = [
  {
    id: 'housing-100x60x30',
    measures: {
      volumeMm3: 50_000,
      areaMm2: 33_000,
      sizeMm: [100, 60, 30],
      freeformShare: 0,
      setups: 2,
      holes: [],
      turning: notTurned,
      undercutPercent: 0,
    },
  },
  {
    id: 'bracket-100x60x25',
    measures: {
      volumeMm3: 70_000,
      areaMm2: 26_000,
      sizeMm: [100, 60, 25],
      freeformShare: 0.05,
      setups: 2,
      holes: Array.from({ length: 8 }, () => ({ diameterMm: 3.3, depthMm: 25, through: true, wallMm: 6 })),
      turning: notTurned,
      undercutPercent: 0,
    },
  },
  {
    id: 'shaft-30x80',
    measures: {
      volumeMm3: 38_000,
      areaMm2: 9500,
      sizeMm: [80, 30, 30],
      freeformShare: 0,
      setups: 2,
      holes: Array.from({ length: 2 }, () => ({ diameterMm: 5, depthMm: 30, through: true, wallMm: 10 })),
      turning: { turned: true, diameterMm: 30, lengthMm: 80, operations: 4, liveFeatures: 2 },
      undercutPercent: 0,
    },
  },
  {
    id: 'clip-18x12x6',
    measures: {
      volumeMm3: 620,
      areaMm2: 780,
      sizeMm: [18, 12, 6],
      freeformShare: 0.2,
      setups: 2,
      holes: [],
      turning: notTurned,
      undercutPercent: 3,
    },
  },
  {
    id: 'cover-260x180x45',
    measures: {
      volumeMm3: 312_000,
      areaMm2: 228_000,
      sizeMm: [260, 180, 45],
      freeformShare: 0.1,
      setups: 3,
      holes: Array.from({ length: 6 }, () => ({ diameterMm: 4.2, depthMm: 12, through: false, wallMm: 5 })),
      turning: notTurned,
      undercutPercent: 10,
    },
  },
]
