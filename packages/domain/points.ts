/** The moment (UTC) when points expire: the end of the year after they were earned. */
export const pointsExpiry = (earnedAt: Date): Date => new Date(Date.UTC(earnedAt.getUTCFullYear() + 2, 0, 1))

/** Points taken from one lot. */
export interface LotShare {
  lotId: string
  points: number
}

/** Takes points from the lots, in the given sequence; undefined if there are not enough. */
export function takeFromLots(
  lots: readonly { id: string; rest: number }[],
  points: number,
): readonly LotShare[] | undefined {
  const shares: LotShare[] = []
  let missing = points
  for (const { id, rest } of lots) {
    const taken = Math.min(missing, Math.max(0, rest))
    if (taken > 0) shares.push({ lotId: id, points: taken })
    missing -= taken
  }

  return missing === 0 ? shares : undefined
}

/** `2026-03`: the month of a moment in UTC. */
export const utcMonth = (at: Date): string => at.toISOString().slice(0, 7)

/** The first moment of the month of `at` (UTC). */
export const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))

/** The first moment of the month after that of `at` (UTC). */
export const startOfNextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
