import { useMember } from '#lib/gateway/member.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { useRoleName } from '../shared/role-name.ts'
import { StaffPage } from '../shared/staff-page.tsx'
import classes from './access.module.css'
import { ContactForm } from './contact-form.tsx'
import { OwnFactors } from './own-factors.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordChange } from './password-change.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { TaskNotices } from './task-notices.tsx'

/** The member's own account: what customers see, the ways to sign in, open sessions, mails about tasks. */
export function AccountPage() {
  const t = useTranslations('staff-access.account')
  const tasks = useTranslations('staff-today.notice')
  const roleName = useRoleName()
  const { name, email, role } = useMember()

  return (
    <StaffPage title={t('title')} intro={t('intro')}>
      <Facts
        className={classes.facts}
        facts={[
          { label: t('name'), value: name },
          { label: t('email'), value: email },
          { label: t('role'), value: roleName(role) },
        ]}
      />
      <div className={classes.cards}>
        <Section title={t('contact')}>
          <ContactForm />
        </Section>
        <Section title={t('factor')}>
          <OwnFactors />
        </Section>
        <Section title={t('sessions')}>
          <OwnSessions />
        </Section>
        <Section title={t('password')}>
          <PasswordChange />
        </Section>
        <Section title={t('shortcuts')}>
          <Shortcuts />
        </Section>
        <Section id="notices" title={tasks('title')}>
          <TaskNotices />
        </Section>
      </div>
    </StaffPage>
  )
}
