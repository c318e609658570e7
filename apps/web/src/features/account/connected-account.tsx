import type { QuickChannel } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/stack.tsx'

interface ConnectedAccountProps {
  channel: QuickChannel
  busy: boolean
  onLink: () => void
  onUnlink: () => void
}

export function ConnectedAccount({ channel, busy, onLink, onUnlink }: ConnectedAccountProps) {
  const t = useTranslations('account.connected')
  const { name, linked } = channel

  return (
    <Row justify="between" noWrap>
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
