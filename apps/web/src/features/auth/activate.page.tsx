import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { Stack } from '#ui/stack.tsx'
import { ActivationFailed } from './activation-failed.tsx'
import { ChoosePasswordForm } from './choose-password-form.tsx'
import { enter, leaveFor } from './enter.ts'
import { useMailKey } from './use-mail-key.ts'

const home = '/user/home'

/**
 * The link of the activation mail. Opening it does nothing: mail scanners open links too, a person
 * presses (AUT-4).
 */
export function ActivatePage() {
  const t = useTranslations('auth.activate')
  const key = useMailKey()
  const [choosing, setChoosing] = useState(false)
  const { attempt, failure, busy } = useAttempt()

  const activate = () =>
    attempt(async () => {
      const { choosePassword, ...grant } = await api(
        'POST /global/account/activate',
        { body: { key } },
        { quiet: true },
      )
      await enter(grant)
      toast.success(t('success'))
      if (choosePassword) setChoosing(true)
      else await leaveFor(home)
    })

  if (choosing) {
    return (
      <FormPage title={t('chooseTitle')} subtitle={t('chooseIntro')}>
        <ChoosePasswordForm onChosen={() => leaveFor(home)} />
      </FormPage>
    )
  }
  if (key === '' || failure?.code === 'KEY_INVALID') return <ActivationFailed missing={key === ''} />
  return (
    <FormPage title={t('title')} subtitle={t('intro')}>
      <Stack>
        <FormAlert failure={failure} />
        <Button onClick={activate} loading={busy} fullWidth>
          {t('submit')}
        </Button>
      </Stack>
    </FormPage>
  )
}
