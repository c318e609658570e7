/** Character codes of the STEP syntax. */
export const quote = 39
export const hash = 35
export const open = 40
export const close = 41
export const star = 42
export const comma = 44
export const dot = 46
export const slash = 47
export const semicolon = 59
export const equals = 61

export const isSpace = (code: number): boolean => code <= 32
export const isDigit = (code: number): boolean => code >= 48 && code <= 57
export const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const underscore = 95
const exclamationMark = 33

/** Keywords are letters, digits and underscores; user-defined ones start with `!`. */
export const isKeywordPart = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === underscore || code === exclamationMark
