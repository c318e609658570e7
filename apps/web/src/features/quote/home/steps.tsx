import { useTranslations } from '#lib/texts/i18n.tsx'
import section from './section.module.css'
import classes from './steps.module.css'

const steps = ['drop', 'check', 'configure', 'receive'] as const

export function Steps() {
  const t = useTranslations('quote.steps')
  return (
    <section className={section.section} aria-labelledby="steps-title">
      <h2 id="steps-title" className={section.heading}>
        {t('title')}
      </h2>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step} className={classes.step}>
            <h3 className={classes.name}>{t(step)}</h3>
            <p className={classes.text}>{t(`${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
