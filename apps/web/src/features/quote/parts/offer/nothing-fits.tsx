import type { PartMeasures } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './offer.module.css'

/** A part that no machine holds: a person may still find a way. */
export function NothingFits({ sizeMm: [lengthMm, widthMm, thicknessMm] }: Pick<PartMeasures, 'sizeMm'>) {
  const t = useTranslations('parts.offer')
  return (
    <div className={classes.refused} role="status">
      <p className={classes.strong}>{t('nothingFits', { lengthMm, widthMm, thicknessMm })}</p>
      <p>{t('nothingFitsAdvice')}</p>
      <Link to="/contact" search={{ topic: 'quote' }} className={buttons.primary}>
        {t('expert')}
      </Link>
    </div>
  )
}
