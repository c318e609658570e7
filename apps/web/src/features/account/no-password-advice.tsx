import { Button, Group, Stack, Text } from '@mantine/core'
import { app } from '#lib/app-port.ts'
import { loginPath } from '#lib/gateway/status-behaviour.ts'
import { signOut } from '#lib/session/sign-out.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ButtonLink } from '#ui/text-link.tsx'

async function logInAgain() {
  const here = app.currentRoute().fullPath
  await signOut()
  await app.navigate(loginPath(here))
}

/** For an account that signs in through a third party alone: a fresh sign-in is its proof. */
export function NoPasswordAdvice({ offerPassword = false }: { offerPassword?: boolean }) {
  const t = useTranslations('account')
  return (
    <Stack gap="md">
      <Text size="sm">{t('confirmPassword.noPassword')}</Text>
      <Group justify="flex-end">
        {offerPassword && (
          <ButtonLink to="/user/account/password" variant="default">
            {t('connected.setPassword')}
          </ButtonLink>
        )}
        <Button onClick={logInAgain}>{t('confirmPassword.logInAgain')}</Button>
      </Group>
    </Stack>
  )
}
