import { type Language, languages } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Segmented } from '#ui/segmented.tsx'

const names = { fr: 'french', en: 'english' } as const

interface LinkLanguageProps {
  value: Language
  onChange: (language: Language) => void
}

/** The language in which a payment link opens, and its mail is written. The payer can switch it. */
export function LinkLanguage({ value, onChange }: LinkLanguageProps) {
  const t = useTranslations('payment.link')
  const shell = useTranslations('app.shell')

  return (
    <Segmented
      label={t('language')}
      options={languages.map((code) => ({ value: code, label: shell(names[code]) }))}
      value={value}
      onChange={(chosen) => {
        const language = languages.find((code) => code === chosen)
        if (language) onChange(language)
      }}
    />
  )
}
