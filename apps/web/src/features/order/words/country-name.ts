/** The country of a code (ISO 3166) in the reader's language; the code itself where no name is known. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
