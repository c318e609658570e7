import sharp from 'sharp'
import { glyphs, type Point, type Stroke } from './captcha.glyphs.ts'
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
