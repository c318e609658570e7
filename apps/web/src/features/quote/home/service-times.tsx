import { useTranslations } from '#lib/texts/i18n.tsx'
import section from './section.module.css'
import classes from './service-times.module.css'

/** Lead times of spec 9. */
const services = [
  { name: 'painting', days: 'paintingDays' },
  { name: 'dyeing', days: 'dyeingDays' },
  { name: 'silkscreen', days: 'silkscreenDays' },
  { name: 'tapping', days: 'workingDay' },
  { name: 'insert', days: 'workingDay' },
  { name: 'helicoil', days: 'workingDay' },
] as const

export function ServiceTimes() {
  const t = useTranslations('quote.services')
  return (
    <section className={section.section} aria-labelledby="services-title">
      <div className={classes.split}>
        <div>
          <h2 id="services-title" className={section.heading}>
            {t('title')}
          </h2>
          <p className={section.lead}>{t('lead')}</p>
        </div>
        <div>
          <dl className={classes.list}>
            {services.map(({ name, days }) => (
              <div key={name} className={classes.row}>
                <dt>{t(name)}</dt>
                <dd>{t(days)}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.more}>{t('more')}</p>
        </div>
      </div>
    </section>
  )
}
