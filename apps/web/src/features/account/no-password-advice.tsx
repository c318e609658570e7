import { app } from '#lib/app-port.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { signOut } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'

async function logInAgain() {
  const here = app.currentRoute().fullPath
  await signOut()
  await app.navigate(loginPath(here))
}

/** For an account that signs in through a third party alone: a fresh sign-in is its proof. */
export function NoPasswordAdvice({ offerPassword = false }: { offerPassword?: boolean }) {
  const t = useTranslations('account')
  return (
    <Stack>
      <Text size="sm">{t('confirmPassword.noPassword')}</Text>
      <Row justify="end">
        {offerPassword && (
          <LinkButton to="/user/account/password" variant="secondary" size="sm">
            {t('connected.setPassword')}
          </LinkButton>
        )}
        <Button size="sm" onClick={() => void logInAgain()}>
          {t('confirmPassword.logInAgain')}
        </Button>
      </Row>
    </Stack>
  )
}
