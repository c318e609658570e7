import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endSession } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Stack } from '#ui/stack.tsx'
import { LoadingState } from '#ui/states.tsx'

/** `/clearToken`: the way out when something stored in the browser is in the way. */
export function ClearTokenPage() {
  const t = useTranslations('auth.clearToken')
  const [cleared, setCleared] = useState(false)
  useEffect(() => {
    let mounted = true
    endSession().then(() => mounted && setCleared(true))
    return () => {
      mounted = false
    }
  }, [])

  if (!cleared) return <LoadingState label={t('working')} />
  return (
    <FormPage title={t('title')} footer={<Link to="/">{t('home')}</Link>}>
      <Stack gap="lg">
        <p role="status">{t('text')}</p>
        <LinkButton to="/login" fullWidth>
          {t('logIn')}
        </LinkButton>
      </Stack>
    </FormPage>
  )
}
