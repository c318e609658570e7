import type { Language } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { parseNumber, parseWholeNumber, typedAmount } from './parse-number.ts'

type Case = readonly [text: string, language: Language, value: number | undefined]

describe('parseNumber', () => {
  it.each<Case>([
    ['2,5', 'fr', 2.5],
    ['2,5', 'en', 2.5],
    ['2.5', 'fr', 2.5],
    ['2.5', 'en', 2.5],
    ['0,125', 'en', 0.125],
    ['1,000', 'fr', 1],
    ['1,000', 'en', 1000],
    ['1.000', 'fr', 1],
    ['1.000', 'en', 1],
    ['1 000', 'fr', 1000],
    ['1\u202f000', 'fr', 1000],
    ['1\u00a0000,5', 'en', 1000.5],
    ['1.000,5', 'fr', 1000.5],
    ['1.000,5', 'en', 1000.5],
    ['1,000.5', 'fr', 1000.5],
    ['1,000,000', 'fr', 1_000_000],
    ["1'000", 'en', 1000],
    [' -3 ', 'fr', -3],
    [',5', 'fr', 0.5],
    ['2,', 'en', 2],
    ['', 'fr', undefined],
    ['-', 'fr', undefined],
    ['1 00', 'fr', undefined],
    ['1,000,5', 'en', undefined],
    ['2,5 mm', 'fr', undefined],
    ['1e3', 'en', undefined],
  ])('reads %j on a page in %s as %s', (text, language, value) => {
    expect(parseNumber(text, language)).toBe(value)
  })
})

describe('parseWholeNumber', () => {
  it.each<Case>([
    ['1,000', 'en', 1000],
    ['1 000', 'fr', 1000],
    ['1 000', 'en', 1000],
    ['12,00', 'fr', 12],
    ['007', 'fr', 7],
    [',0', 'fr', 0],
    ['-,0', 'en', -0],
    ['1,000', 'fr', undefined],
    ['1.000', 'fr', undefined],
    ['1.000', 'en', undefined],
    ['2,5', 'fr', undefined],
    ['2,5', 'en', undefined],
    ['1.000,5', 'en', undefined],
  ])('reads %j on a page in %s as %s', (text, language, value) => {
    expect(parseWholeNumber(text, language)).toBe(value)
  })
})

describe('typedAmount', () => {
  it.each<[minor: number, language: Language, text: string]>([
    [4_68, 'fr', '4,68'],
    [4_68, 'en', '4.68'],
    [1_234_500, 'fr', '12345,00'],
    [5, 'en', '0.05'],
  ])('writes %d cents on a page in %s as %s, which is read as the same amount', (minor, language, text) => {
    expect(typedAmount(minor, language)).toBe(text)
    expect(parseNumber(text, language)).toBe(minor / 100)
  })
})
