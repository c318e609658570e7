import type { Language } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { hasTooManyDecimals, parseCents, parseNumber, parseWholeNumber, typedAmount } from './parse-number.ts'

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

describe('parseCents', () => {
  it.each<Case>([
    ['12,35', 'fr', 12_35],
    ['12.3', 'fr', 12_30],
    ['12', 'fr', 12_00],
    ['1.000,5', 'fr', 1000_50],
    ['12,345', 'en', 12_345_00],
    ['12,345', 'fr', undefined],
    ['12.345', 'fr', undefined],
    ['12.345', 'en', undefined],
    ['12,340', 'fr', undefined],
    ['0.29', 'en', 29],
    ['twelve', 'en', undefined],
    ['', 'fr', undefined],
  ])('reads %j on a page in %s as %s cents', (text, language, cents) => {
    expect(parseCents(text, language)).toBe(cents)
  })
})

describe('hasTooManyDecimals', () => {
  it.each<[text: string, language: Language, isSo: boolean]>([
    ['12,345', 'fr', true],
    ['12,345', 'en', false],
    ['12.345', 'en', true],
    ['12,34', 'fr', false],
    ['twelve', 'en', false],
  ])('tells of %j on a page in %s: %s', (text, language, isSo) => {
    expect(hasTooManyDecimals(text, language)).toBe(isSo)
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
