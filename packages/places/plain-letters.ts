/** What a carrier's label can carry: English letters, digits, and the marks that addresses need. */
const englishLetters = /^[A-Za-z0-9 .,'"#&()+:;@_/-]*$/

/** Letters that are no base letter with a mark on it, so that taking marks off does not change them. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ẞ: 'SS',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    đ: 'd',
    Đ: 'D',
    ð: 'd',
    Ð: 'D',
    þ: 'th',
    Þ: 'Th',
    ł: 'l',
    Ł: 'L',
    ħ: 'h',
    Ħ: 'H',
    ı: 'i',
    ə: 'e',
    Ə: 'E',
    ǝ: 'e',
    Ǝ: 'E',
    ŋ: 'ng',
    Ŋ: 'Ng',
    '‘': "'",
    '’': "'",
    ʼ: "'",
    ʻ: "'",
    ʾ: "'",
    ʿ: "'",
    '`': "'",
    '´': "'",
    '′': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '«': '"',
    '»': '"',
    '‐': '-',
    '‑': '-',
    '–': '-',
    '—': '-',
    '°': 'o',
  }),
)

/** "Shipping addresses must be in English, with no accented or special characters" (spec 5). */
export const isInEnglishLetters = (text: string): boolean => englishLetters.test(text)

/** "Zoé, Île-de-Bréhat" as "Zoe, Ile-de-Brehat"; a script that has no such form stays as it is. */
export const inPlainLetters = (text: string): string =>
  text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u005f\u0061-\u007e]/gu, (letter) => letters.get(letter) ?? letter)
