import { Link } from '@tanstack/react-router'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row } from '#ui/stack.tsx'

interface AlreadyRegisteredProps {
  failure: ApiError | null
  onResend: () => void
}

/**
 * A refused sign-up. An address that is taken is told to activate the account through its e-mail
 * (spec 4).
 */
export function AlreadyRegistered({ failure, onResend }: AlreadyRegisteredProps) {
  const t = useTranslations('auth.signUp')
  if (failure?.code !== 'ALREADY_REGISTERED') return <FormAlert failure={failure} />
  return (
    <FormAlert failure={failure} title={t('registeredTitle')}>
      <Row gap="md">
        <Button variant="secondary" size="xs" onClick={onResend}>
          {t('registeredResend')}
        </Button>
        <Link to="/login">{t('registeredLogIn')}</Link>
      </Row>
    </FormAlert>
  )
}
