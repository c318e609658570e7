import { useBrand } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { AnchorButton, LinkButton } from '#ui/link-button.tsx'
import classes from './campaign.module.css'

/** The campaign's chat-community activity. A shop without a chat takes part by message. */
export function CampaignCommunityPage() {
  const t = useTranslations('campaign.community')
  const chatUrl = useBrand()?.communityUrl

  return (
    <div className={classes.page}>
      <section className={classes.narrow}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.lead}>{chatUrl ? t('leadChat') : t('leadMessage')}</p>
        <h2 className={classes.heading}>{t('rules.title')}</h2>
        <ul>
          {(['show', 'share', 'kind'] as const).map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
        <p className={classes.actions}>
          {chatUrl ? (
            <AnchorButton href={chatUrl} target="_blank" rel="noreferrer">
              {t('join')}
            </AnchorButton>
          ) : (
            <LinkButton to="/contact" search={{ topic: 'other' }}>
              {t('show')}
            </LinkButton>
          )}
          <LinkButton to="/impossible3dprints" variant="secondary">
            {t('back')}
          </LinkButton>
        </p>
      </section>
    </div>
  )
}
