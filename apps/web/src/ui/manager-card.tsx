import { useUser } from '#lib/gateway/user.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Avatar } from './avatar.tsx'
import classes from './manager-card.module.css'
import { Section } from './section.tsx'
import { Hint } from './text.tsx'

/** How to reach the signed-in customer's manager; nothing if there is none (spec 6). */
export function ManagerCard() {
  const t = useTranslations('app.ui')
  const { language } = useLanguage()
  const manager = useUser().userInfo?.customerManger
  if (!manager) return null

  const { name, email, phone, hours } = manager
  const [account, domain] = email.split('@')

  return (
    <Section title={t('manager')}>
      <div className={classes.manager}>
        <Avatar src={null} name={name} alt="" size="sm" />
        <div className={classes.contact}>
          <strong>{name}</strong>
          <a href={`mailto:${email}`}>
            {account}
            {/* A long address breaks here rather than inside a word. */}
            <wbr />@{domain}
          </a>
          {phone ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : null}
          {hours ? <Hint>{hours[language]}</Hint> : null}
        </div>
      </div>
    </Section>
  )
}
