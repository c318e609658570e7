import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './home.module.css'
import { SectionTitle } from './home-sections.tsx'
import { chosenTechnology, guideOf, processes, type Technology, technologies } from './technologies.ts'

type Process = (typeof processes)[Technology][number]

function ProcessCard({ process }: { process: Process }) {
  const t = useTranslations('quote')
  const facts = (['materials', 'wall', 'tolerance', 'envelope'] as const).map((fact) => ({
    label: t(`technologies.${fact}`),
    value: t(`processes.${process.id}.${fact}`),
  }))

  return (
    <article className={classes.process}>
      <h3 className={classes.technologyName}>
        {t(`processes.${process.id}.name`)}
        <span className={classes.full}>{t(`processes.${process.id}.full`)}</span>
      </h3>
      <p className={classes.use}>{t(`processes.${process.id}.use`)}</p>
      <dl className={classes.facts}>
        {[...facts, { label: t('technologies.lead-time'), value: t('technologies.days', { days: process.days }) }].map(
          ({ label, value }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </article>
  )
}

/**
 * Facts about each technology. The tab is chosen by `?technology=`, so that each has its own URL.
 */
export function TechnologyFacts() {
  const t = useTranslations('quote.technologies')
  const current = chosenTechnology(useSearch({ from: '__root__' }).technology) ?? '3d-printing'

  return (
    <section id="technologies" className={classes.section} aria-labelledby="technologies-title">
      <SectionTitle id="technologies-title" title={t('title')} lead={t('lead')} />
      <nav className={classes.tabs} aria-labelledby="technologies-title">
        {technologies.map((technology) => (
          <Link
            key={technology}
            to="/quote"
            search={(search) => ({ ...search, technology })}
            hash="technologies"
            className={classes.tab}
            aria-current={technology === current ? 'true' : undefined}
            activeProps={{}}
          >
            {t(technology)}
          </Link>
        ))}
      </nav>
      <div className={classes.intro}>
        <p>{t(`intro.${current}`)}</p>
        <Link to="/resources/$slug" params={{ slug: guideOf[current] }}>
          {t('guide')}
        </Link>
      </div>
      <div className={classes.grid}>
        {processes[current].map((process) => (
          <ProcessCard key={process.id} process={process} />
        ))}
      </div>
    </section>
  )
}
