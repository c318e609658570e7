/** Heat-set and bonded brass inserts: length, and least wall of the boss around the hole (mm). */
const rows = [
  ['M1.6', 2.5, 0.8],
  ['M2', 4, 1.3],
  ['M2.5', 5.7, 1.6],
  ['M3', 5.7, 1.6],
  ['M4', 8.1, 2.1],
  ['M5', 9.5, 2.6],
  ['M6', 12.7, 3.3],
  ['M8', 12.7, 4.5],
  ['M10', 12.7, 5],
  ['M12', 16, 6],
  ['#0-80', 3.18, 1.2],
  ['#2-56', 3.96, 1.3],
  ['#4-40', 4.78, 1.6],
  ['#6-32', 6.35, 1.8],
  ['#8-32', 7.95, 2.1],
  ['#10-24', 9.52, 2.4],
  ['1/4-20', 12.7, 3.3],
  ['5/16-18', 14.3, 4.3],
  ['3/8-16', 15.88, 5],
] as const
export type InsertSize = (typeof rows)[number][0]

export interface BrassInsert {
  size: InsertSize
  lengthMm: number
  minBossWallMm: number
}

export const brassInserts: readonly BrassInsert[] = rows.map(([size, lengthMm, minBossWallMm]) => ({
  size,
  lengthMm,
  minBossWallMm,
}))

const bySize = new Map<string, BrassInsert>(brassInserts.map((insert) => [insert.size, insert]))

/** Length and least boss wall (mm) of the insert of that size, if there is one. */
export const findBrassInsert = (size: string): BrassInsert | undefined => bySize.get(size)
