import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { quickChannelsQuery } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import classes from './auth.module.css'

/** Third parties to sign in with; nothing at all where the installation has none. */
export function QuickLoginButtons({ callback }: { callback: string }) {
  const t = useTranslations('auth.quick')
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const { attempt, failure, busy } = useAttempt()
  const channels = useQuery(quickChannelsQuery)
  if (!channels.data?.length) return null

  const leave = (channel: string) =>
    attempt(async () => {
      setLeavingFor(channel)
      const query = { channel, callback }
      const { url } = await api('GET /global/account/quick/loginUrl', { query }, { quiet: true })
      window.location.assign(url)
    })

  return (
    <Stack gap="sm" className={classes.quick}>
      <p className={classes.or}>{t('or')}</p>
      <FormAlert failure={failure} />
      {channels.data.map(({ channel, name }) => (
        <Button
          key={channel}
          variant="secondary"
          fullWidth
          loading={busy && leavingFor === channel}
          disabled={busy && leavingFor !== channel}
          onClick={() => leave(channel)}
        >
          <IconKey size={18} aria-hidden />
          {t('continueWith', { name })}
        </Button>
      ))}
    </Stack>
  )
}
