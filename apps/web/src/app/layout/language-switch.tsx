import { languages } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import classes from './switch.module.css'

const names = { fr: 'french', en: 'english' } as const

export function LanguageSwitch() {
  const t = useTranslations('app')
  const { language, setLanguage } = useLanguage()

  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">{t('shell.language')}</legend>
      {languages.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          className={classes.choice}
          aria-pressed={code === language}
          aria-label={`${code.toUpperCase()}, ${t(`shell.${names[code]}`)}`}
          onClick={() => setLanguage(code).catch(() => toast.error(t('failures.network')))}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
