import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './home.module.css'

const terms = [
  { name: 'material', text: 'materialText' },
  { name: 'machine', text: 'machineText' },
  { name: 'setup', text: 'setupText' },
  { name: 'services', text: 'servicesText' },
  { name: 'lead-time', text: 'leadTimeText' },
] as const

/** The terms of a price, drawn like a chain of dimensions. */
export function PriceChain() {
  const t = useTranslations('quote.price')
  return (
    <section className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title" className={classes.heading}>
        {t('title')}
      </h2>
      <p className={classes.lead}>{t('lead')}</p>
      <ul className={classes.chain}>
        {terms.map(({ name, text }) => (
          <li key={name} className={classes.link}>
            <h3 className={classes.name}>{t(name)}</h3>
            <p className={classes.text}>{t(text)}</p>
          </li>
        ))}
      </ul>
      <p className={classes.formula}>{t('chain')}</p>
    </section>
  )
}

const steps = ['drop', 'check', 'configure', 'receive'] as const

export function Steps() {
  const t = useTranslations('quote.steps')
  return (
    <section className={classes.section} aria-labelledby="steps-title">
      <h2 id="steps-title" className={classes.heading}>
        {t('title')}
      </h2>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step} className={classes.step}>
            <h3 className={classes.stepsName}>{t(step)}</h3>
            <p className={classes.stepsText}>{t(`${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

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
    <section className={classes.section} aria-labelledby="services-title">
      <div className={classes.split}>
        <div>
          <h2 id="services-title" className={classes.heading}>
            {t('title')}
          </h2>
          <p className={classes.lead}>{t('lead')}</p>
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
