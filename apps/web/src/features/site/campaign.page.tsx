import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './campaign.module.css'

const challenges = ['channels', 'lattices', 'assemblies', 'clear'] as const

/** An impossible triangle, drawn like the part it is not. */
function ImpossibleTriangle() {
  return (
    <svg className={classes.triangle} viewBox="0 0 300 296" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="2.4" strokeLinejoin="round">
        <path fill="var(--paper-raised)" d="M48 252L252 252L167 104.8L150 134.2L201 222.6L31 222.6z" />
        <path fill="var(--paper-sunken)" d="M269 222.6L167 45.9L82 193.1L116 193.1L167 104.8L252 252z" />
        <path fill="var(--line)" d="M133 45.9L31 222.6L201 222.6L184 193.1L82 193.1L167 45.9z" />
      </g>
      <path stroke="var(--accent)" strokeWidth="1.2" d="M31 234v56M269 234v56M31 282H269" />
      <path fill="var(--accent)" d="M31 282l11-3.4v6.8zM269 282l-11-3.4v6.8z" />
    </svg>
  )
}

export function CampaignPage() {
  const t = useTranslations('campaign')
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title}>{t('title')}</h1>
          <p className={classes.lead}>{t('lead')}</p>
          <p className={classes.actions}>
            <LinkButton to="/contact" search={{ topic: 'quote' }}>
              {t('action')}
            </LinkButton>
            <LinkButton to="/impossible3dprints/community" variant="secondary">
              {t('community.link')}
            </LinkButton>
          </p>
        </div>
        <ImpossibleTriangle />
      </section>
      <section>
        <h2 className={classes.heading}>{t('challenges.title')}</h2>
        <ul className={classes.list}>
          {challenges.map((challenge) => (
            <li key={challenge} className={classes.item}>
              <h3 className={classes.name}>{t(`challenges.${challenge}.title`)}</h3>
              <p>{t(`challenges.${challenge}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
