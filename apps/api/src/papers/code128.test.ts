import { expect, it } from 'vitest'
import { code128 } from './code128.ts'

/** Symbols of 11 modules, each as its widths; the stop symbol has 13. */
function symbolsOf(text: string): string[] {
  const widths = code128(text) ?? []
  const found = []
  for (let i = 0; i < widths.length - 7; i += 6) found.push(widths.slice(i, i + 6).join(''))
  return [...found, widths.slice(-7).join('')]
}

it('encodes a text between start, check and stop symbols', () => {
  // Start B, A (33), B (34), then 104 + 33 + 2 × 34 = 205, of which 103 leaves 102.
  expect(symbolsOf('AB')).toEqual(['211214', '111323', '131123', '411131', '2331112'])
})

it('has a symbol of its own, eleven modules wide, for every character', () => {
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  const symbols = characters.map((character) => symbolsOf(character)[1] ?? '')

  expect(new Set(symbols).size).toBe(95)
  for (const symbol of symbols) expect([...symbol].reduce((sum, width) => sum + Number(width), 0)).toBe(11)
})

it('refuses what it cannot encode', () => {
  expect([code128(''), code128('colis é')]).toEqual([null, null])
})
