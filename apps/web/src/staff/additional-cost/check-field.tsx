import { ruleIds } from '@cotation/geometry'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { SearchSelect } from '#ui/search-select.tsx'

/** The check that the geometry is about. One that judged the part before the order is refused by the server. */
export function CheckField({ value, onChange }: { value: string; onChange: (check: string) => void }) {
  const t = useTranslations('staff-additional-cost.form')
  const names = useTranslations('check.name')

  return (
    <SearchSelect
      label={t('check')}
      description={t('checkHint')}
      options={ruleIds.map((rule) => ({ value: rule, label: names(rule) }))}
      value={value}
      noMatch={t('checkNoMatch')}
      clearLabel={t('checkClear')}
      placeholder={t('checkNone')}
      onChange={onChange}
    />
  )
}
