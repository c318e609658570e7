import type { QuickChannel } from '@cotation/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { quickChannelsQuery } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { AccountCard } from './account-card.tsx'
import type { WithProof } from './password-proof.tsx'

interface ConnectedAccountsProps {
  hasPassword: boolean
  withProof: WithProof
}

/** Third parties that the account signs in with: link, unlink, never the last way in (OAU-2). */
export function ConnectedAccounts({ hasPassword, withProof }: ConnectedAccountsProps) {
  const t = useTranslations('account.connected')
  const client = useQueryClient()
  const channels = useQuery(quickChannelsQuery)
  const [unlinking, setUnlinking] = useState<QuickChannel | null>(null)
  const [working, setWorking] = useState<string | null>(null)
  const { attempt, failure, busy } = useAttempt()

  const link = ({ channel }: QuickChannel) =>
    attempt(async () => {
      setWorking(channel)
      const query = { channel, callback: '/user/account/profile' }
      const answer = await withProof(() => api('GET /global/account/quick/loginUrl', { query }, { quiet: true }))
      if (answer) window.location.assign(answer.url)
    })

  const unlink = ({ channel, name }: QuickChannel) => {
    setUnlinking(null)
    return attempt(async () => {
      setWorking(channel)
      const body = { channel }
      const left = await withProof(() => api('PATCH /global/account/quick/unlinkQuick', { body }, { quiet: true }))
      if (!left) return
      client.setQueryData(quickChannelsQuery.queryKey, left)
      toast.success(t('unlinked', { name }))
    })
  }

  // Installations without such services have nothing to link.
  if (channels.data?.length === 0) return null

  return (
    <AccountCard id="connected" title={t('title')} intro={t('intro')}>
      <FormAlert failure={failure}>
        {failure?.code === 'LAST_SIGN_IN_METHOD' && !hasPassword && (
          <LinkButton to="/user/account/password" variant="secondary" size="xs">
            {t('setPassword')}
          </LinkButton>
        )}
      </FormAlert>
      {channels.isPending && <LoadingState />}
      {channels.isLoadingError && <ErrorState message={t('failed')} onRetry={() => channels.refetch()} />}
      {channels.data?.map((channel) => (
        <ConnectedAccount
          key={channel.channel}
          channel={channel}
          busy={busy && working === channel.channel}
          onLink={() => link(channel)}
          onUnlink={() => setUnlinking(channel)}
        />
      ))}
      <Confirm
        opened={unlinking !== null}
        title={t('confirmTitle', { name: unlinking?.name ?? '' })}
        confirmLabel={t('unlink')}
        danger
        onConfirm={() => unlinking && unlink(unlinking)}
        onCancel={() => setUnlinking(null)}
      >
        {t('confirmText', { name: unlinking?.name ?? '' })}
      </Confirm>
    </AccountCard>
  )
}

interface ConnectedAccountProps {
  channel: QuickChannel
  busy: boolean
  onLink: () => void
  onUnlink: () => void
}

function ConnectedAccount({ channel, busy, onLink, onUnlink }: ConnectedAccountProps) {
  const t = useTranslations('account.connected')
  const { name, linked } = channel

  return (
    <Row justify="between">
      <Row>
        <strong>{name}</strong>
        <Badge dot tone={linked ? 'good' : 'neutral'}>
          {linked ? t('linked') : t('notLinked')}
        </Badge>
      </Row>
      {linked ? (
        <Button variant="secondary" size="sm" loading={busy} onClick={onUnlink} aria-label={t('unlinkNamed', { name })}>
          {t('unlink')}
        </Button>
      ) : (
        <Button size="sm" loading={busy} onClick={onLink} aria-label={t('linkNamed', { name })}>
          {t('link')}
        </Button>
      )}
    </Row>
  )
}
