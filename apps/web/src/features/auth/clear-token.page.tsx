import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import { clearUser } from '#lib/session/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LoadingState } from '#ui/states/loading-state.tsx'
import { ButtonLink, TextLink } from '#ui/text-link.tsx'

/** The server forgets the session too when it can be reached; the browser forgets it in any case. */
async function forgetSession(): Promise<void> {
  if (session.token()) await api('GET /global/account/logout', {}, { quiet: true }).catch(() => {})
  clearUser()
}

/** `/clearToken`: the way out when something stored in the browser is in the way. */
export function ClearTokenPage() {
  const t = useTranslations('auth.clearToken')
  const [cleared, setCleared] = useState(false)
  useEffect(() => {
    let mounted = true
    forgetSession().then(() => mounted && setCleared(true))
    return () => {
      mounted = false
    }
  }, [])

  if (!cleared) return <LoadingState label={t('working')} />
  return (
    <FormPage
      title={t('title')}
      footer={
        <TextLink to="/" inherit>
          {t('home')}
        </TextLink>
      }
    >
      <Stack gap="lg">
        <Text role="status">{t('text')}</Text>
        <ButtonLink to="/login" fullWidth>
          {t('logIn')}
        </ButtonLink>
      </Stack>
    </FormPage>
  )
}
