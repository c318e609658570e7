import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './campaign.module.css'

/** The campaign's chat-community activity: announced, not yet open, and says so. */
export function CampaignCommunityPage() {
  const t = useTranslations('campaign.community')
  return (
    <div className={classes.page}>
      <section className={classes.narrow}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.lead}>{t('lead')}</p>
        <p className={classes.notice}>{t('soon')}</p>
        <h2 className={classes.heading}>{t('rules.title')}</h2>
        <ul>
          {(['show', 'share', 'kind'] as const).map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
        <p className={classes.actions}>
          <LinkButton to="/contact" search={{ topic: 'other' }}>
            {t('contact')}
          </LinkButton>
          <LinkButton to="/impossible3dprints" variant="secondary">
            {t('back')}
          </LinkButton>
        </p>
      </section>
    </div>
  )
}
