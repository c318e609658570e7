import { type DeletionView, requestDeletionBody } from '@cotation/contracts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { GiveUpBox } from './give-up-box.tsx'
import { NoPasswordAdvice } from './no-password-advice.tsx'
import classes from './personal-data.module.css'

interface DeletionFormProps {
  deletion: DeletionView
  onRequested: (deletion: DeletionView) => void
  /** Something blocks the deletion that was not there before. */
  onBlocked: () => void
}

const { password, givenUpMinor } = requestDeletionBody.shape

/** Optional in the contract; required if the account has a password or a balance. */
function schemaOf({ hasPassword, balanceMinor }: DeletionView) {
  return requestDeletionBody.extend({
    password: hasPassword ? password.unwrap() : password,
    givenUpMinor: balanceMinor > 0 ? givenUpMinor.unwrap() : givenUpMinor,
  })
}

interface DeletionValues extends Record<string, unknown> {
  email: string
  password: string | undefined
  givenUpMinor: number | undefined
}

export function DeletionForm({ deletion, onRequested, onBlocked }: DeletionFormProps) {
  const t = useTranslations('personal-data.form')
  const { email, hasPassword, balanceMinor } = deletion
  const initialValues: DeletionValues = {
    email: '',
    password: hasPassword ? '' : undefined,
    givenUpMinor: undefined,
  }
  const form = useZodForm(schemaOf(deletion), initialValues)
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      try {
        onRequested(await api('POST /global/account/deletion', { body }, { quiet: true }))
      } catch (error) {
        if (error instanceof ApiError && ['DELETION_BLOCKED', 'BALANCE_CHANGED'].includes(error.code)) {
          form.setFieldValue('givenUpMinor', undefined)
          onBlocked()
        }
        throw error
      }
    },
    { PASSWORD_WRONG: 'password' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-labelledby="deletion-form-title" className={classes.card}>
      <Stack>
        <Heading level={2} id="deletion-form-title">
          {t('title')}
        </Heading>
        {failure?.code === 'PASSWORD_REQUIRED' ? <NoPasswordAdvice offerPassword /> : <FormAlert failure={failure} />}
        <RequiredNote />
        {balanceMinor > 0 && (
          <GiveUpBox
            balanceMinor={balanceMinor}
            givenUpMinor={form.getValues().givenUpMinor}
            error={form.errorText('givenUpMinor')}
            onChange={(amountMinor) => form.setFieldValue('givenUpMinor', amountMinor)}
          />
        )}
        <TextField
          {...form.getInputProps('email')}
          label={t('email')}
          description={t('emailHint', { email })}
          type="email"
          autoComplete="off"
          className={classes.narrow}
          required
        />
        {hasPassword ? (
          <PasswordField
            {...form.getInputProps('password')}
            label={t('password')}
            autoComplete="current-password"
            className={classes.narrow}
            required
          />
        ) : (
          <Text size="sm">{t('noPassword')}</Text>
        )}
        <Hint>{t('next')}</Hint>
        <Row>
          <Button type="submit" variant="danger" loading={sending}>
            {t('submit')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
