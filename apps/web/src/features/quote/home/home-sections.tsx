import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './home.module.css'

interface SectionTitleProps {
  /** Names the section, which is labelled by it. */
  id: string
  title: string
  lead?: string
}

export function SectionTitle({ id, title, lead }: SectionTitleProps) {
  return (
    <>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
    </>
  )
}

interface EntryProps {
  className: string | undefined
  name: string
  children: ReactNode
}

function Entry({ className, name, children }: EntryProps) {
  return (
    <li className={className}>
      <h3>{name}</h3>
      <p>{children}</p>
    </li>
  )
}

const terms = [
  ['material', 'materialText'],
  ['machine', 'machineText'],
  ['setup', 'setupText'],
  ['services', 'servicesText'],
  ['lead-time', 'leadTimeText'],
] as const

/** The terms of a price, drawn like a chain of dimensions. */
export function PriceChain() {
  const t = useTranslations('quote.price')

  return (
    <section className={classes.section} aria-labelledby="price-title">
      <SectionTitle id="price-title" title={t('title')} lead={t('lead')} />
      <ul className={classes.chain}>
        {terms.map(([name, text]) => (
          <Entry key={name} className={classes.link} name={t(name)}>
            {t(text)}
          </Entry>
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
      <SectionTitle id="steps-title" title={t('title')} />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Entry key={step} className={classes.step} name={t(step)}>
            {t(`${step}Text`)}
          </Entry>
        ))}
      </ol>
    </section>
  )
}

/** Lead times of spec 9. */
const services = [
  ['painting', 'paintingDays'],
  ['dyeing', 'dyeingDays'],
  ['silkscreen', 'silkscreenDays'],
  ['tapping', 'workingDay'],
  ['insert', 'workingDay'],
  ['helicoil', 'workingDay'],
] as const

export function ServiceTimes() {
  const t = useTranslations('quote.services')

  return (
    <section className={classes.section} aria-labelledby="services-title">
      <div className={classes.split}>
        <div>
          <SectionTitle id="services-title" title={t('title')} lead={t('lead')} />
        </div>
        <div>
          <dl className={classes.list}>
            {services.map(([name, days]) => (
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
