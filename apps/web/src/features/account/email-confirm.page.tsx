import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMailKey } from '#lib/use-mail-key.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { EmailLink, EmailLinkResult } from './email-link.tsx'

/** The link of the mail to the new address. */
export function EmailConfirmPage() {
  const t = useTranslations('account.emailChange')
  const { key = '', forget } = useMailKey('emailConfirmKey')
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const { attempt, failure, busy } = useAttempt()

  const confirm = () =>
    attempt(async () => {
      const { email } = await api('POST /global/account/email/confirm', { body: { key } }, { quiet: true })
      forget()
      setConfirmed(email)
      await queryClient.invalidateQueries()
    })

  if (confirmed !== null) {
    return (
      <EmailLinkResult title={t('confirmedTitle')} kind="sent" text={t('confirmed', { email: confirmed })}>
        <LinkButton to="/user/account/profile" fullWidth>
          {t('toProfile')}
        </LinkButton>
      </EmailLinkResult>
    )
  }

  return (
    <EmailLink
      title={t('confirmTitle')}
      intro={t('confirmIntro')}
      submit={t('confirm')}
      hasKey={key !== ''}
      failure={failure}
      busy={busy}
      onSubmit={confirm}
    />
  )
}
