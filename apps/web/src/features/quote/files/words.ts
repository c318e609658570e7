import { withoutAccents } from '#lib/texts/without-accents.ts'

/** A text for comparison: lower case, no accents, one space between words and numbers. */
export const plainText = (text: string): string =>
  withoutAccents(text)
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Also without spaces: `PA 12` and `PA-12` are the same as `PA12`. */
export const joinedText = (text: string): string => plainText(text).replaceAll(' ', '')

export const wordsOf = (text: string): string[] => plainText(text).split(' ').filter(Boolean)
