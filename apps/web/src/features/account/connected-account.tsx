import type { QuickChannel } from '@cotation/contracts'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useTranslations } from '#lib/texts/i18n.tsx'

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
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm">
        <Text fw={600}>{name}</Text>
        <Badge variant="light" color={linked ? 'green' : 'gray'} c="var(--ink)">
          {linked ? t('linked') : t('notLinked')}
        </Badge>
      </Group>
      {linked ? (
        <Button variant="default" size="sm" loading={busy} onClick={onUnlink} aria-label={t('unlinkNamed', { name })}>
          {t('unlink')}
        </Button>
      ) : (
        <Button size="sm" loading={busy} onClick={onLink} aria-label={t('linkNamed', { name })}>
          {t('link')}
        </Button>
      )}
    </Group>
  )
}
