import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankReferencesIn, newBankReference } from './bank-reference.ts'

describe('bank transfer references', () => {
  it('uses letters that are not confused and is different each time', () => {
    const made = Array.from({ length: 2000 }, newBankReference)
    expect(new Set(made).size).toBe(2000)
    for (const reference of made) expect(reference).toMatch(/^CT[2-9A-HJKMNP-Z]{10}\d{2}$/)
  })

  it('is found among the words and signs that payers and banks add', () => {
    const reference = newBankReference()
    const spaced = reference.replaceAll(/(.{4})/g, '$1 ')
    for (const text of [
      reference,
      spaced,
      reference.toLowerCase(),
      `Facture ${reference}, merci`,
      `/RFB/${reference}//CT`,
      `CT ${reference}`,
    ])
      expect(bankReferencesIn(text)).toContain(reference)
  })

  it('is rejected if a character is wrong or two are swapped (PAY-12)', () => {
    fc.assert(
      fc.property(fc.nat({ max: 13 }), fc.nat({ max: 34 }), fc.boolean(), (at, other, swaps) => {
        const reference = newBankReference()
        const letters = [...reference]
        if (swaps) letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
        else letters[at] = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[other] ?? '0'
        const written = letters.join('')
        if (written !== reference) expect(bankReferencesIn(written)).toEqual([])
      }),
    )
  })

  it('is found after a word that looks like the start of another one', () => {
    const reference = 'CTTVCPM5629H84'
    expect(bankReferencesIn(`Facture ${reference}`)).toEqual(['CTURECTTVCPM56', reference])
  })

  it('is not found in a text without one', () => {
    expect(bankReferencesIn('')).toEqual([])
    expect(bankReferencesIn('Q-10001')).toEqual([])
  })

  it('is found twice in a text with two', () => {
    const references = [newBankReference(), newBankReference()]
    expect(bankReferencesIn(references.join(' '))).toEqual(expect.arrayContaining(references))
  })
})
