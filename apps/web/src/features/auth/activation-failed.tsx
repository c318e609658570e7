import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { ResendActivation } from './resend-activation.tsx'

/** A link without its key, or with one that is spent: why, and the way to a new one. */
export function ActivationFailed({ missing }: { missing: boolean }) {
  const t = useTranslations('auth.activate')
  return (
    <FormPage title={t('title')} footer={<Link to="/login">{t('logIn')}</Link>}>
      <Stack gap="lg">
        <Notice
          kind="refused"
          title={missing ? t('missingTitle') : t('invalidTitle')}
          text={missing ? t('missing') : t('invalid')}
        />
        <ResendActivation />
      </Stack>
    </FormPage>
  )
}
