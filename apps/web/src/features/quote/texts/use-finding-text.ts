import { type Finding, findingValues } from '@cotation/geometry'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** The text of a finding. */
export function useFindingText() {
  const t = useTranslations('geometry')
  const format = useFormatter()
  return (finding: Finding): string =>
    t(
      `finding.${finding.rule}`,
      findingValues(finding, (value) => format.number(value)),
    )
}
