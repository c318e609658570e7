/**
 * ISO 261 coarse threads: nominal diameter, pitch, tapping drill (the shop's for M1.6 to M12, ISO
 * 2306 above), and the minor diameter of the nut, d − 1.0825 p, which most CAD systems draw for a
 * cosmetic thread.
 */
const coarse = [
  ['M1.6', 1.6, 0.35, 1.25],
  ['M2', 2, 0.4, 1.6],
  ['M2.5', 2.5, 0.45, 2.05],
  ['M3', 3, 0.5, 2.5],
  ['M4', 4, 0.7, 3.3],
  ['M5', 5, 0.8, 4.2],
  ['M6', 6, 1, 5],
  ['M8', 8, 1.25, 6.8],
  ['M10', 10, 1.5, 8.5],
  ['M12', 12, 1.75, 10.2],
  ['M14', 14, 2, 12],
  ['M16', 16, 2, 14],
  ['M18', 18, 2.5, 15.5],
  ['M20', 20, 2.5, 17.5],
  ['M22', 22, 2.5, 19.5],
  ['M24', 24, 3, 21],
  ['M27', 27, 3, 24],
  ['M30', 30, 3.5, 26.5],
] as const

const minorDiameterMm = (nominalMm: number, pitchMm: number): number => nominalMm - 1.0825 * pitchMm

/**
 * Coarse metric threads that a hole of this diameter (mm) may be drawn for, within 2 % (0.05 to
 * 0.15 mm), best first. A tapping or minor diameter comes before a nominal one at the same
 * distance: a 5 mm hole is drawn for M6 more often than for M5 at its full diameter.
 */
export function threadCandidates(diameterMm: number): string[] {
  const within = Math.min(0.15, Math.max(0.05, 0.02 * diameterMm)) + 1e-9
  const found = coarse.flatMap(([size, nominalMm, pitchMm, drillMm]) => {
    const toTapped = Math.min(
      Math.abs(diameterMm - drillMm),
      Math.abs(diameterMm - minorDiameterMm(nominalMm, pitchMm)),
    )
    const toNominal = Math.abs(diameterMm - nominalMm)
    if (Math.min(toTapped, toNominal) > within) return []
    return [{ size, tapped: toTapped <= within, off: Math.min(toTapped, toNominal) }]
  })
  found.sort((a, b) => Number(b.tapped) - Number(a.tapped) || a.off - b.off)

  return found.map(({ size }) => size)
}
