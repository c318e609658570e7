import { z } from 'zod'

/** Field types of a catalogue. Never trims or rounds: the validated value is the stored one. */

const tooLong = 2000

/** A text that is not blank. */
export const words = (max = tooLong) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.trim() === text && !/[\u0000-\u001f\u007f\p{Surrogate}]/u.test(text), 'INVALID')

export const text = z.strictObject({ fr: words(), en: words() })

/** `sla-9600-white`, `M2.5`, `1/4-20`, `6H`. */
export const id = z.string().regex(/^[A-Za-z0-9#][A-Za-z0-9#./-]{0,59}$/)

export const hex = z.string().regex(/^#[0-9A-Fa-f]{6}$/)

/** A regular expression written by staff. */
export const pattern = words(300).refine((written) => {
  try {
    return new RegExp(written, 'u').source !== ''
  } catch {
    return false
  }
}, 'INVALID')

export const country = z.string().regex(/^[A-Z]{2}$/)

export const usd = z.number().min(0).max(1e7)
export const positive = z.number().gt(0).max(1e9)
export const notNegative = z.number().min(0).max(1e9)

/** A share below 1, because formulas divide by 1 minus it. */
export const share = z.number().min(0).lt(1)
export const factor = z.number().gt(0).max(100)
export const days = z.int().min(0).max(365)
export const count = z.int().min(1).max(1e6)

export const byCard = <S extends z.ZodType>(figure: S) => z.strictObject({ cn: figure, eu: figure })
export const usdByCard = byCard(usd)

export const list = <S extends z.ZodType>(entry: S, max = 500) => z.array(entry).max(max)
export const someOf = <S extends z.ZodType>(entry: S, max = 500) => z.array(entry).min(1).max(max)

/** Three side lengths (mm). */
export const block = z.tuple([positive, positive, positive])

const isAscending = (figures: readonly number[]) =>
  figures.every((figure, index) => index === 0 || figure > (figures[index - 1] ?? figure))

/** Standard sizes (mm), smallest first. */
export const standardSizes = someOf(positive).refine(isAscending, 'NOT_ASCENDING')

/** Figures by minimum quantity, ascending from 1. `isInOrder` compares neighbouring figures. */
export const steps = (figure: z.ZodNumber, isInOrder: (figure: number, before: number) => boolean) =>
  someOf(z.tuple([count, figure]), 50).superRefine((rows, context) => {
    const refuse = (index: number, column: 0 | 1, message: string) =>
      context.addIssue({ code: 'custom', path: [index, column], message })
    if (rows[0]?.[0] !== 1) refuse(0, 0, 'NOT_FROM_ONE')

    for (const [index, [from, value]] of rows.entries()) {
      const before = rows[index - 1]
      if (!before) continue

      if (from <= before[0]) refuse(index, 0, 'NOT_ASCENDING')
      if (!isInOrder(value, before[1])) refuse(index, 1, 'OUT_OF_ORDER')
    }
  })

/** Price factors that fall with the quantity. */
export const quantityBreaks = steps(factor, (value, before) => value <= before)
