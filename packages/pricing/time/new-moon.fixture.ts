const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180)

/** Days to add to a mean new moon: factor × E^e × sine of multiples of M, M′, F (Meeus, ch. 49). */
const periodicTerms: readonly (readonly [days: number, e: number, m: number, mPrime: number, f: number])[] = [
  [-0.4072, 0, 0, 1, 0],
  [0.17241, 1, 1, 0, 0],
  [0.01608, 0, 0, 2, 0],
  [0.01039, 0, 0, 0, 2],
  [0.00739, 1, -1, 1, 0],
  [-0.00514, 1, 1, 1, 0],
  [0.00208, 2, 2, 0, 0],
  [-0.00111, 0, 0, 1, -2],
  [-0.00057, 0, 0, 1, 2],
  [0.00056, 1, 1, 2, 0],
  [-0.00042, 0, 0, 3, 0],
  [0.00042, 1, 1, 0, 2],
  [0.00038, 1, 1, 0, -2],
  [-0.00024, 1, -1, 2, 0],
  [-0.00007, 0, 2, 1, 0],
  [0.00004, 0, 0, 2, -2],
  [0.00004, 0, 3, 0, 0],
  [0.00003, 0, 1, 1, -2],
  [0.00003, 0, 0, 2, 2],
  [-0.00003, 0, 1, 1, 2],
  [0.00003, 0, -1, 1, 2],
]

/** Terms of the planets: days × 10⁻⁶, and an angle that grows with the lunation. */
const planetaryTerms: readonly (readonly [days: number, degrees: number, perLunation: number])[] = [
  [325, 299.77, 0.107408],
  [165, 251.88, 0.016321],
  [164, 251.83, 26.651886],
  [126, 349.42, 36.412478],
  [110, 84.66, 18.206239],
  [62, 141.74, 53.303771],
  [60, 207.14, 2.453732],
  [56, 154.84, 7.30686],
  [47, 34.52, 27.261239],
]

/** Julian ephemeris day of a new moon (0: 6 January 2000), to about a minute (Meeus, ch. 49). */
export function newMoonJde(lunation: number): number {
  const t = lunation / 1236.85
  const e = 1 - 0.002516 * t - 0.0000074 * t * t
  const m = 2.5534 + 29.1053567 * lunation
  const mPrime = 201.5643 + 385.81693528 * lunation + 0.0107582 * t * t
  const f = 160.7108 + 390.67050284 * lunation - 0.0016118 * t * t
  const node = 124.7746 - 1.56375588 * lunation
  const mean = 2451550.09766 + 29.530588861 * lunation + 0.00015437 * t * t
  const periodic = periodicTerms.map(([days, power, a, b, c]) => days * e ** power * sin(a * m + b * mPrime + c * f))
  const planetary = planetaryTerms.map(([days, degrees, grows]) => days * 1e-6 * sin(degrees + grows * lunation))

  return [...periodic, ...planetary].reduce((sum, term) => sum + term, mean - 0.00017 * sin(node))
}

/** Seconds between the ephemeris and clocks, in these decades. */
const deltaTSeconds = 70

/** The day in Beijing (days since 1970) of the new moon nearest to a day. */
export function newMoonDayInBeijing(day: number): number {
  const lunation = Math.round((day + 2440587.5 - 2451550.1) / 29.530588861)
  const days = [-1, 0, 1].map((step) =>
    Math.floor(newMoonJde(lunation + step) - 2440587.5 - deltaTSeconds / 86_400 + 8 / 24),
  )
  return days.reduce((best, candidate) => (Math.abs(candidate - day) < Math.abs(best - day) ? candidate : best))
}

/** Apparent solar longitude (°, to 0.01) at an instant (days since 1970, UTC; Meeus, ch. 25). */
export function sunLongitude(instant: number): number {
  const t = (instant + 2440587.5 + deltaTSeconds / 86_400 - 2451545) / 36525
  const mean = 280.46646 + 36000.76983 * t + 0.0003032 * t * t
  const anomaly = 357.52911 + 35999.05029 * t - 0.0001537 * t * t
  const centre = (1.914602 - 0.004817 * t) * sin(anomaly) + 0.019993 * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
  const apparent = mean + centre - 0.00569 - 0.00478 * sin(125.04 - 1934.136 * t)
  return ((apparent % 360) + 360) % 360
}
