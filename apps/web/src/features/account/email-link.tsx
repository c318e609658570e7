import type { ReactNode } from 'react'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'

interface EmailLinkProps {
  title: string
  intro: string
  submit: string
  hasKey: boolean
  failure: ApiError | null
  busy: boolean
  onSubmit: () => void
}

/**
 * The screen of a mailed link about the address. Opening it changes nothing, because mail scanners open
 * links too: a person presses the button (AUT-4).
 */
export function EmailLink({ title, intro, submit, hasKey, failure, busy, onSubmit }: EmailLinkProps) {
  const t = useTranslations('account.emailChange')
  if (!hasKey || failure?.code === 'KEY_INVALID') {
    return (
      <EmailLinkResult title={t('invalidTitle')} kind="refused" text={hasKey ? t('invalid') : t('missing')}>
        <LinkButton to="/quote" variant="secondary" fullWidth>
          {t('home')}
        </LinkButton>
      </EmailLinkResult>
    )
  }

  return (
    <FormPage title={title} subtitle={intro}>
      <Stack>
        <FormAlert failure={failure} />
        <Button onClick={onSubmit} loading={busy} fullWidth>
          {submit}
        </Button>
      </Stack>
    </FormPage>
  )
}

interface EmailLinkResultProps {
  title: string
  kind: 'sent' | 'refused'
  text: string
  children: ReactNode
}

export function EmailLinkResult({ title, kind, text, children }: EmailLinkResultProps) {
  return (
    <FormPage title={title}>
      <Stack gap="lg">
        <Notice kind={kind} text={text} />
        {children}
      </Stack>
    </FormPage>
  )
}
