import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const schemes = ['light', 'dark'] as const

/** The two colours of a token, light and dark. */
function coloursOf(token: string): Record<(typeof schemes)[number], string> {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []
  if (!light || !dark) throw new Error(`tokens.css has no colours for ${token}`)
  return { light, dark }
}

/** Relative luminance as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe('borders of controls', () => {
  const cases = schemes.flatMap((scheme) =>
    ['paper', 'paper-raised', 'paper-sunken'].map((surface) => ({ scheme, surface })),
  )

  it.each(cases)('have a contrast of 3:1 on $surface in the $scheme scheme (WCAG 1.4.11)', ({ scheme, surface }) => {
    expect(contrast(coloursOf('line-strong')[scheme], coloursOf(surface)[scheme])).toBeGreaterThanOrEqual(3)
  })
})
