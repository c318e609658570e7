import { changePasswordBody } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formDrafts } from '#lib/form-drafts.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { session } from '#lib/gateway/session.ts'
import { findUser, useToken, useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useMailKey } from '#lib/use-mail-key.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { VerificationCodeField } from '#ui/forms/verification-code-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { ResendActivation } from './resend-activation.tsx'
import { enter, leaveFor, useReturnPath } from './sign-in.ts'

/**
 * The link of the activation mail. Opening it does nothing: mail scanners open links too, a person
 * presses (AUT-4).
 */
export function ActivatePage() {
  const t = useTranslations('auth.activate')
  const { key = '', forget } = useMailKey('activationKey')
  const { passwordCode, keepPasswordCode, forgetPasswordCode } = usePasswordCode()
  const { attempt, failure, busy } = useAttempt()
  const isSignedIn = useToken() !== null
  const goal = useReturnPath() ?? '/user/home'

  const activate = () =>
    attempt(async () => {
      const {
        choosePassword,
        passwordCode: code = '',
        ...grant
      } = await api('POST /global/account/activate', { body: { key } }, { quiet: true })
      forget()
      await enter(grant)
      toast.success(t('success'))
      if (choosePassword) await keepPasswordCode(code)
      else await leaveFor(goal)
    })

  const isSpent = failure?.code === 'KEY_INVALID'
  useEffect(() => {
    if (isSpent) forget()
  }, [isSpent, forget])

  const leaveWithPassword = () => {
    forgetPasswordCode()
    return leaveFor(goal)
  }

  if (passwordCode !== null && isSignedIn) {
    return (
      <FormPage title={t('chooseTitle')} subtitle={t('chooseIntro')}>
        <ChoosePasswordForm code={passwordCode} onChosen={leaveWithPassword} />
      </FormPage>
    )
  }
  // A reload after the activation, or the link opened once more.
  if ((key === '' || isSpent) && isSignedIn) return <AlreadyActive goal={goal} />
  if (key === '' || isSpent) return <ActivationFailed missing={key === ''} />
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

const draftName = 'activation-password-code'

interface PasswordCode {
  /** Null if the user could not be asked for: the code is not kept then. */
  customerId: string | null
  code: string
}

/**
 * The code that comes with the activation if a password must be chosen; null if none must be. Kept
 * for the tab and the account: after a reload the page must still say that the password of the
 * sign-up is void, but not to another person who has logged in since.
 */
function usePasswordCode() {
  const [given, setGiven] = useState<PasswordCode | null>(null)
  const customerId = useUser().userInfo?.customerId ?? null
  const kept = customerId === null ? undefined : formDrafts.find(customerId, draftName)

  const keepPasswordCode = async (code: string) => {
    const user = await findUser().catch(() => null)
    if (user) formDrafts.save(user.customerId, draftName, code)
    setGiven({ customerId: user?.customerId ?? null, code })
  }
  const forgetPasswordCode = () => {
    if (customerId !== null) formDrafts.remove(customerId, draftName)
  }

  const isOwn = given !== null && (given.customerId === null || given.customerId === customerId)
  const keptCode = typeof kept === 'string' ? kept : null

  return { passwordCode: isOwn ? given.code : keptCode, keepPasswordCode, forgetPasswordCode }
}

function AlreadyActive({ goal }: { goal: string }) {
  const t = useTranslations('auth.activate')
  return (
    <FormPage title={t('activeTitle')} subtitle={t('active')}>
      <Stack>
        <Button onClick={() => void leaveFor(goal)} fullWidth>
          {t('goOn')}
        </Button>
        <LinkButton to="/user/account/password" variant="secondary" fullWidth>
          {t('choosePassword')}
        </LinkButton>
      </Stack>
    </FormPage>
  )
}

/** A link without its key, or with one that is spent: why, and the way to a new one. */
function ActivationFailed({ missing }: { missing: boolean }) {
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

/**
 * The first password of an account that was activated in another browser than the one it was
 * created in: the person who filled in the sign-up form may not own the mailbox (AUT-5). The
 * verification code came with the activation; its field appears only if it expires meanwhile.
 */
function ChoosePasswordForm({ code, onChosen }: { code: string; onChosen: () => Promise<void> }) {
  const t = useTranslations('auth.activate')
  const form = useZodForm(changePasswordBody, { password: '', confirmPassword: '', code })
  const [needsCode, setNeedsCode] = useState(code === '')
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      try {
        session.store(await api('PATCH /global/account/password', { body }, { quiet: true }))
      } catch (error) {
        if (!needsCode && error instanceof ApiError && error.code === 'VERIFICATION_CODE_WRONG') {
          setNeedsCode(true)
          form.setFieldValue('code', '')
        }
        throw error
      }
      toast.success(t('chooseSuccess'))
      await onChosen()
    },
    { VERIFICATION_CODE_WRONG: 'code' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('chooseTitle')}>
      <Stack>
        <FormAlert failure={failure} />
        <NewPasswordFields field={form.getInputProps} />
        {needsCode && <VerificationCodeField field={form.getInputProps('code')} takesFocus />}
        <Button type="submit" loading={sending} fullWidth>
          {t('chooseSubmit')}
        </Button>
      </Stack>
    </form>
  )
}
