import sharp from 'sharp'
import { assertCaptchaAnswer, captchaLength, type Random } from './captcha.ts'

/** CSS pixels; the image has twice as many, for high-density screens. */
export const captchaWidth = 200
export const captchaHeight = 70

const paper = '#f4f6f9'
const ink = '#1b2a41'

/** PNG, the same for the same answer and random source. */
export async function captchaImage(answer: string, random: Random): Promise<Buffer> {
  assertCaptchaAnswer(answer)
  const svg = captchaSvg(answer, random)
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16 }).toBuffer()
}

function captchaSvg(answer: string, random: Random): string {
  const within = (from: number, to: number) => from + (to - from) * random()
  const warp = createWarp(within)
  const digits = [...answer].map((digit, index) => drawDigit(digit, index, within, warp))

  // Ink lines connect the digits and paper lines cut them, so that a program cannot separate them.
  const ties = Array.from({ length: 3 }, () => drawPath(noiseLine(within), ink, within(1.1, 1.9)))
  const cuts = Array.from({ length: 3 }, () => drawPath(noiseLine(within), paper, within(0.8, 1.3)))
  const dots = Array.from({ length: 60 }, () => drawDot(within))
  const size = `width="${captchaWidth * 2}" height="${captchaHeight * 2}" viewBox="0 0 ${captchaWidth} ${captchaHeight}"`
  const content = [...dots, ...digits, ...cuts, ...ties].join('')

  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="${paper}"/>${content}</svg>`
}

type Within = (from: number, to: number) => number
type Warp = (point: Point) => Point

function createWarp(within: Within): Warp {
  const phaseX = within(0, 2 * Math.PI)
  const phaseY = within(0, 2 * Math.PI)
  const waveX = within(9, 14)
  const waveY = within(16, 26)
  return ([x, y]) => [x + 2 * Math.sin(y / waveX + phaseX), y + 3 * Math.sin(x / waveY + phaseY)]
}

function drawDigit(digit: string, index: number, within: Within, warp: Warp): string {
  const pitch = (captchaWidth - 24) / captchaLength
  const centreX = 12 + pitch * (index + 0.5) + within(-3, 3)
  const centreY = captchaHeight / 2 + within(-5, 5)
  const width = within(20, 25)
  const height = within(32, 39)
  const angle = within(-0.3, 0.3)
  const slant = within(-0.2, 0.2)
  const weight = within(3.2, 4.4)
  const position: Warp = ([x, y]) => {
    const u = (x - 0.5 - slant * (y - 0.5)) * width
    const v = (y - 0.5) * height
    const turned: Point = [u * Math.cos(angle) - v * Math.sin(angle), u * Math.sin(angle) + v * Math.cos(angle)]
    return warp([centreX + turned[0], centreY + turned[1]])
  }

  const wobble: Warp = ([x, y]) => [x + within(-0.012, 0.012), y + within(-0.012, 0.012)]
  const strokes = glyphs[digit] ?? []
  return strokes.map((stroke) => drawPath(stroke.map(wobble).map(position), ink, weight)).join('')
}

function noiseLine(within: Within): Stroke {
  const start = within(12, captchaHeight - 12)
  const end = within(12, captchaHeight - 12)
  const height = within(4, 10)
  const wave = within(14, 30)
  const phase = within(0, 2 * Math.PI)

  return Array.from({ length: 51 }, (_, step): Point => {
    const x = (step / 50) * captchaWidth
    return [x, start + (end - start) * (step / 50) + height * Math.sin(x / wave + phase)]
  })
}

function drawPath(stroke: Stroke, colour: string, weight: number): string {
  const points = stroke.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')
  const style = `fill="none" stroke="${colour}" stroke-width="${weight.toFixed(2)}"`
  return `<polyline points="${points}" ${style} stroke-linecap="round" stroke-linejoin="round"/>`
}

function drawDot(within: Within): string {
  const x = within(0, captchaWidth)
  const y = within(0, captchaHeight)
  const radius = within(0.5, 1.1)
  return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}" fill="${ink}"/>`
}

type Point = readonly [x: number, y: number]
type Stroke = readonly Point[]

const stepsPerSegment = 8

type Interpolate = (before: number, from: number, to: number, after: number, t: number) => number

const straight: Interpolate = (_before, from, to, _after, t) => from + (to - from) * t

/** Catmull-Rom spline: passes through its points without corners. */
const rounded: Interpolate = (before, from, to, after, t) =>
  from + (t / 2) * (to - before + t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)))

/** Adds points between the given ones, so that the image's warp bends straight lines too. */
function refine(points: readonly Point[], interpolate: Interpolate): Stroke {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0]
  const result: Point[] = [at(0)]
  for (let index = 0; index + 1 < points.length; index++) {
    const before = at(index - 1)
    const from = at(index)
    const to = at(index + 1)
    const after = at(index + 2)

    for (let step = 1; step <= stepsPerSegment; step++) {
      const t = step / stepsPerSegment
      result.push([
        interpolate(before[0], from[0], to[0], after[0], t),
        interpolate(before[1], from[1], to[1], after[1], t),
      ])
    }
  }

  return result
}

/** Strokes in a unit box, y down. Own glyphs: the image must not depend on installed fonts. */
const line = (...points: Point[]): Stroke => refine(points, straight)
const curve = (...points: Point[]): Stroke => refine(points, rounded)

const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  1: [line([0.2, 0.28], [0.55, 0], [0.55, 1]), line([0.22, 1], [0.88, 1])],
  2: [curve([0.1, 0.27], [0.3, 0.03], [0.68, 0.02], [0.86, 0.26], [0.7, 0.54], [0.1, 1]), line([0.1, 1], [0.92, 1])],
  3: [
    curve([0.12, 0.14], [0.45, 0], [0.8, 0.12], [0.78, 0.36], [0.42, 0.47]),
    curve([0.42, 0.47], [0.85, 0.6], [0.88, 0.86], [0.5, 1], [0.08, 0.87]),
  ],
  4: [line([0.66, 0], [0.06, 0.68], [0.96, 0.68]), line([0.7, 0.38], [0.7, 1])],
  5: [
    line([0.86, 0], [0.2, 0], [0.14, 0.45]),
    curve([0.14, 0.45], [0.5, 0.35], [0.88, 0.54], [0.85, 0.86], [0.48, 1], [0.08, 0.88]),
  ],
  6: [
    curve(
      [0.76, 0.02],
      [0.38, 0.22],
      [0.13, 0.6],
      [0.22, 0.9],
      [0.52, 1],
      [0.84, 0.86],
      [0.84, 0.62],
      [0.5, 0.5],
      [0.17, 0.7],
    ),
  ],
}
