import { languages } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { ToggleGroup } from '#ui/toggle-group.tsx'

const names = { fr: 'french', en: 'english' } as const

export function LanguageSwitch() {
  const t = useTranslations('app')
  const { language, setLanguage } = useLanguage()

  return (
    <ToggleGroup
      label={t('shell.language')}
      toggles={languages.map((code) => ({
        value: code,
        content: code.toUpperCase(),
        label: `${code.toUpperCase()}, ${t(`shell.${names[code]}`)}`,
        lang: code,
      }))}
      value={language}
      onChange={(code) => void setLanguage(code).catch(() => toast.error(t('failures.network')))}
    />
  )
}
