/** Characters that a carrier's label can print: English letters, digits and common punctuation. */
const englishLetters = /^[A-Za-z0-9 .,'"#&()+:;@_/-]*$/

/** Letters and punctuation that removing combining marks does not turn into English characters. */
const replacements: ReadonlyMap<string, string> = new Map(
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

/** Transliterates "Zoé, Île-de-Bréhat" to "Zoe, Ile-de-Brehat". Other scripts stay unchanged. */
export const inPlainLetters = (text: string): string =>
  text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u005f\u0061-\u007e]/gu, (letter) => replacements.get(letter) ?? letter)
