import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { refreshUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMailKey } from '#lib/use-mail-key.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { EmailLink, EmailLinkResult } from './email-link.tsx'

/** The link of the mail to the earlier address: "It was not me". */
export function EmailUndoPage() {
  const t = useTranslations('account.emailChange')
  const { key = '', forget } = useMailKey('emailUndoKey')
  const [isUndone, setUndone] = useState(false)
  const { attempt, failure, busy } = useAttempt()

  const undo = () =>
    attempt(async () => {
      await api('POST /global/account/email/undo', { body: { key } }, { quiet: true })
      forget()
      setUndone(true)

      // The undo has ended all sessions, possibly also the one of this browser.
      await refreshUser()
    })

  if (isUndone) {
    return (
      <EmailLinkResult title={t('undoneTitle')} kind="sent" text={t('undone')}>
        <LinkButton to="/reset-password" variant="secondary" fullWidth>
          {t('sendAgain')}
        </LinkButton>
      </EmailLinkResult>
    )
  }

  return (
    <EmailLink
      title={t('undoTitle')}
      intro={t('undoIntro')}
      submit={t('undo')}
      hasKey={key !== ''}
      failure={failure}
      busy={busy}
      onSubmit={undo}
    />
  )
}
