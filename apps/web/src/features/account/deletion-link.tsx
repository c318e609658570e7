import type { DeletionLinkView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { session } from '#lib/gateway/session.ts'
import { clearUser } from '#lib/gateway/user.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { GrownBalance } from './grown-balance.tsx'
import { ObstacleList } from './obstacle-list.tsx'
import { deletionLinkQuery } from './personal-data.api.ts'

interface DeletionLinkProps {
  mailKey: string
  /** The account is deleted, its owner keeps it, or the link is dead or replaced. */
  onEnd: () => void
  onNewRequest: () => void
}

/**
 * The screen of the mailed link, in any browser. Opening it deletes nothing, because mail scanners
 * open links too: a person presses the button (AUT-4).
 */
export function DeletionLink({ mailKey, onEnd, onNewRequest }: DeletionLinkProps) {
  const t = useTranslations('personal-data.link')
  const failureText = useFailureText()
  const link = useQuery(deletionLinkQuery(mailKey))
  const [deletedEmail, setDeletedEmail] = useState<string>()
  const [renewedUntil, setRenewedUntil] = useState<string>()
  const { error } = link
  const refusal = error instanceof ApiError && error.code === 'DELETION_LINK_INVALID' ? error : undefined
  const isInvalid = refusal !== undefined

  // Shown once: otherwise a dead link would hide the page for the rest of the visit.
  useEffect(() => {
    if (isInvalid) onEnd()
  }, [isInvalid, onEnd])

  if (deletedEmail !== undefined || link.data?.state === 'deleted') {
    return <Deleted maskedEmail={deletedEmail} onLeave={onEnd} />
  }
  if (link.isPending) return <LoadingState label={t('checking')} />
  if (link.isError) {
    if (!refusal) return <ErrorState isPage onRetry={() => link.refetch()} />

    return (
      <FormPage title={t('invalidTitle')}>
        <Stack gap="lg">
          <Notice kind="refused" text={failureText(refusal)} />
          <Button onClick={onNewRequest} fullWidth>
            {t('newRequest')}
          </Button>
        </Stack>
      </FormPage>
    )
  }

  const { maskedEmail, obstacles } = link.data
  if (renewedUntil !== undefined) return <Renewed maskedEmail={maskedEmail} expiresAt={renewedUntil} />

  const recheck = () => link.refetch()
  if (obstacles.some(({ kind }) => kind !== 'balance')) {
    return <Blocked link={link.data} isChecking={link.isFetching} onRecheck={recheck} />
  }
  if (obstacles.length > 0) {
    const showRenewed = (expiresAt: string) => {
      onEnd()
      setRenewedUntil(expiresAt)
    }
    return <GrownBalance mailKey={mailKey} link={link.data} onRenewed={showRenewed} onKept={onEnd} onStale={recheck} />
  }

  const showDeleted = () => setDeletedEmail(maskedEmail)
  return <LastStep mailKey={mailKey} link={link.data} onDeleted={showDeleted} onKept={onEnd} onBlocked={recheck} />
}

type OpenLink = Extract<DeletionLinkView, { state: 'open' }>

interface LastStepProps {
  mailKey: string
  link: OpenLink
  onDeleted: () => void
  onKept: () => void
  onBlocked: () => Promise<unknown>
}

/**
 * Names the account and what it gives up, because the mail may be opened by a person with several.
 */
function LastStep({ mailKey, link, onDeleted, onKept, onBlocked }: LastStepProps) {
  const t = useTranslations('personal-data.link')
  const effects = useTranslations('personal-data.effects.erased.items')
  const { money, moment } = useFormats()
  const { maskedEmail, balanceMinor, points, expiresAt } = link
  const { attempt, failure, busy } = useAttempt()

  const confirm = () =>
    attempt(async () => {
      try {
        await api('POST /global/account/deletion/confirm', { body: { key: mailKey } }, { quiet: true })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'DELETION_BLOCKED') await onBlocked()
        throw error
      }
      onDeleted()
    })

  return (
    <FormPage title={t('title')} subtitle={t('text')}>
      <Stack>
        <FormAlert failure={failure} />
        <Facts
          facts={[
            { label: t('account'), value: <strong>{maskedEmail}</strong> },
            { label: t('balance'), value: balanceMinor > 0 ? <strong>{money(balanceMinor)}</strong> : null },
            { label: t('benefits'), value: effects('benefits', { points }) },
          ]}
        />
        <Button variant="danger" onClick={confirm} loading={busy} fullWidth>
          {t('confirm')}
        </Button>
        <LinkButton variant="secondary" to="/quote" onClick={onKept} fullWidth>
          {t('keep')}
        </LinkButton>
        <Hint>{t('until', { date: moment(expiresAt) })}</Hint>
      </Stack>
    </FormPage>
  )
}

function Renewed({ maskedEmail, expiresAt }: { maskedEmail: string; expiresAt: string }) {
  const t = useTranslations('personal-data')
  const { moment } = useFormats()

  return (
    <FormPage title={t('sent.title')}>
      <Notice kind="sent" text={t('link.renewed', { email: maskedEmail, date: moment(expiresAt) })} />
    </FormPage>
  )
}

interface BlockedProps {
  link: OpenLink
  isChecking: boolean
  onRecheck: () => void
}

function Blocked({ link, isChecking, onRecheck }: BlockedProps) {
  const t = useTranslations('personal-data')
  const { moment } = useFormats()

  return (
    <FormPage title={t('link.blockedTitle')}>
      <Stack>
        <Notice kind="refused" text={t('link.blockedText', { date: moment(link.expiresAt) })} />
        <ObstacleList obstacles={link.obstacles} />
        <Button onClick={onRecheck} loading={isChecking} fullWidth>
          {t('obstacles.recheck')}
        </Button>
      </Stack>
    </FormPage>
  )
}

interface DeletedProps {
  /** Unknown to a link that was used before: the account no longer has an address. */
  maskedEmail: string | undefined
  onLeave: () => void
}

function Deleted({ maskedEmail, onLeave }: DeletedProps) {
  const t = useTranslations('personal-data.done')
  const otherEmail = useOtherSession()

  // Not before: a reload needs the key to say again that the account is deleted.
  useEffect(() => onLeave, [onLeave])

  return (
    <FormPage title={t('title')}>
      <Stack gap="lg">
        <Stack role="status" gap="sm">
          <p>{maskedEmail === undefined ? t('text') : t('textOf', { email: maskedEmail })}</p>
          {otherEmail !== undefined && <p>{t('otherSession', { email: otherEmail })}</p>}
        </Stack>
        <LinkButton to="/quote" fullWidth>
          {t('home')}
        </LinkButton>
      </Stack>
    </FormPage>
  )
}

/**
 * The account that this browser is logged in to, if it is another one: its session goes on. That of
 * the deleted account is forgotten.
 */
function useOtherSession(): string | undefined {
  const [email, setEmail] = useState<string>()

  useEffect(() => {
    if (session.token() === null) return

    api('GET /global/account/me', {}, { quiet: true })
      .then((account) => setEmail(account.email))
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) clearUser()
      })
  }, [])
  return email
}
