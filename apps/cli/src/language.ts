import { type Language, languageFromHeader } from '@cotation/domain'

/** The language of the shell (`LC_ALL`, `LC_MESSAGES`, `LANG`: `en_GB.UTF-8`), French where it says nothing. */
export function shellLanguage(environment: Record<string, string | undefined>): Language {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || ''
  return languageFromHeader(locale.slice(0, 2))
}
