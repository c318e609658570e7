import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './price-chain.module.css'
import section from './section.module.css'

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
    <section className={section.section} aria-labelledby="price-title">
      <h2 id="price-title" className={section.heading}>
        {t('title')}
      </h2>
      <p className={section.lead}>{t('lead')}</p>
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
