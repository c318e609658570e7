import { type Finding, findingValues } from '@cotation/geometry'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** What a finding says, in the words that every other place has for it. */
export function useFindingText() {
  const say = useTranslations('geometry')
  const format = useFormatter()
  return (finding: Finding): string =>
    say(
      `finding.${finding.rule}`,
      findingValues(finding, (value) => format.number(value)),
    )
}
