import type { WallScale } from '#viewer/scene/wall-map.ts'

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
    const place = edge + (1 - edge) * share
    return at(place, Math.max(scale.limitMm ?? 0, place * scale.maxMm))
  })

  return `linear-gradient(to right, ${[...below, ...above].join(', ')})`
}
