import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from '../field.module.css'
import { Hint } from '../text.tsx'

/** Explains the mark of required fields, which only forms with this note show. */
export function RequiredNote() {
  const t = useTranslations('app.ui')
  return <Hint className={classes.requiredNote}>{t('requiredNote')}</Hint>
}
