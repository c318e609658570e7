import type { DisplayMesh } from '@cotation/geometry'

/**
 * The wall thickness (mm) at each vertex of a refined mesh of a body; NaN where there is no wall.
 */
export interface WallMap {
  mesh: DisplayMesh
  thicknessMm: Float32Array
}

/** The colour scale: from 0 to `maxMm`, constant beyond. Walls below `limitMm` are too thin. */
export interface WallScale {
  limitMm: number | undefined
  maxMm: number
}

/** 1, 2 or 5 times a power of ten, at least `value`: round numbers for a legend. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5].find((digit) => digit * power >= value * (1 - 1e-9)) ?? 10)
}

/** The scale ends at this multiple of the limit: the exact thickness beyond does not matter. */
const shownLimits = 4

/**
 * The scale for some maps: up to a few times the limit, or without a limit up to the 95th
 * percentile.
 */
export function wallScale(maps: readonly WallMap[], limitMm: number | undefined): WallScale {
  const known = Float32Array.from(maps.flatMap(({ thicknessMm }) => [...thicknessMm.filter((mm) => mm > 0)])).sort()
  const usual = known[Math.floor(0.95 * (known.length - 1))] ?? 1
  return { limitMm, maxMm: limitMm ? roundedUp(shownLimits * limitMm) : roundedUp(usual) }
}

/** Share of the measured surface whose wall is thinner than the limit, 0 to 1. */
export function thinShare(maps: readonly WallMap[], limitMm: number): number {
  let thin = 0
  let whole = 0
  for (const { mesh, thicknessMm } of maps) {
    const { positions, indices } = mesh
    for (let i = 0; i < indices.length; i += 3) {
      const corners = [indices[i] as number, indices[i + 1] as number, indices[i + 2] as number] as const
      const mm = (at: number) => thicknessMm[corners[at as 0]] as number
      const mean = (mm(0) + mm(1) + mm(2)) / 3
      if (Number.isNaN(mean)) continue

      const side = (to: number, axis: number) =>
        (positions[3 * corners[to as 1] + axis] as number) - (positions[3 * corners[0] + axis] as number)
      const area = Math.hypot(
        side(1, 1) * side(2, 2) - side(1, 2) * side(2, 1),
        side(1, 2) * side(2, 0) - side(1, 0) * side(2, 2),
        side(1, 0) * side(2, 1) - side(1, 1) * side(2, 0),
      )
      whole += area
      if (mean < limitMm) thin += area
    }
  }

  return whole > 0 ? thin / whole : 0
}

type Rgb = readonly [number, number, number]
type Stop = readonly [share: number, colour: Rgb]

/**
 * Too thin is warm and dark, thick enough is cool. They also differ in lightness, for red-green
 * blindness.
 */
const thin: readonly Stop[] = [
  [0, [110, 0, 28]],
  [1, [240, 104, 40]],
]

const enough: readonly Stop[] = [
  [0, [240, 232, 168]],
  [0.45, [76, 172, 152]],
  [1, [40, 74, 140]],
]

/** For points without a measured wall. */
export const unmeasured: Rgb = [150, 156, 164]

function mixed(stops: readonly Stop[], share: number): Rgb {
  const next = Math.max(
    1,
    stops.findIndex(([at]) => at >= share),
  )
  const [from, a] = stops[next - 1] as Stop
  const [to, b] = stops[next] as Stop
  const part = Math.max(0, Math.min(1, (share - from) / (to - from)))
  const mix = (k: 0 | 1 | 2) => Math.round(a[k] + (b[k] - a[k]) * part)

  return [mix(0), mix(1), mix(2)]
}

/** The colour (0 to 255) of a wall thickness, with a step at the limit. */
export function wallColour(mm: number, { limitMm, maxMm }: WallScale): Rgb {
  const limit = limitMm ?? 0
  if (mm < limit) return mixed(thin, mm / limit)
  return mixed(enough, Math.min(1, (mm - limit) / Math.max(maxMm - limit, 1e-9)))
}

export const cssColour = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`

/** The same colours as a CSS gradient, from left to right. */
export function rampGradient(scale: WallScale): string {
  const edge = Math.min(1, (scale.limitMm ?? 0) / scale.maxMm)
  const at = (share: number, mm: number) => `${cssColour(wallColour(mm, scale))} ${(100 * share).toFixed(2)}%`
  const below = edge > 0 ? [at(0, 0), at(edge, (scale.limitMm ?? 0) * (1 - 1e-6))] : []
  const above = enough.map(([share]) => {
    const position = edge + (1 - edge) * share
    return at(position, Math.max(scale.limitMm ?? 0, position * scale.maxMm))
  })

  return `linear-gradient(to right, ${[...below, ...above].join(', ')})`
}
