import { num } from '../math/typed-access.ts'
import type { AreaByThickness } from './facts.ts'

const stepMm = 0.05

/**
 * A wall drawn with 0.6 mm is not below 0.6 mm, whatever its 32-bit coordinates say; and facets do
 * not give the thickness of a round wall better than to half a percent.
 */
const roundingMm = 1e-4
const accuracyShare = 0.005

/** The surface (mm²) of measured walls below each step of thickness, up to `upToMm`. */
export function areaByThickness(measured: readonly { mm: number; areaMm2: number }[], upToMm: number): AreaByThickness {
  const areas = new Array<number>(Math.round(upToMm / stepMm)).fill(0)
  for (const { mm, areaMm2 } of measured) {
    const bin = Math.floor(((1 + accuracyShare) * mm + roundingMm) / stepMm)
    if (bin < areas.length) areas[bin] = num(areas, bin) + areaMm2
  }

  for (let bin = 1; bin < areas.length; bin++) areas[bin] = num(areas, bin) + num(areas, bin - 1)
  return areas
}

/**
 * The surface (mm²) below a limit, by the last step that is not above it: a wall exactly at a limit
 * between two steps must not count. The next step decides only if there is nothing below that one.
 */
export function areaBelowMm2(areas: AreaByThickness, limitMm: number): number {
  const stepBelow = Math.floor(limitMm / stepMm + 1e-6)
  const areaAt = (step: number) => areas[Math.min(step, areas.length) - 1] ?? 0
  return areaAt(stepBelow) || areaAt(Math.ceil(limitMm / stepMm - 1e-6))
}
