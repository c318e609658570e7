import { invitationBody } from '@cotation/contracts'
import { languages } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { invite } from './referral.api.ts'
import classes from './referral.module.css'

/** Sends an invitation by e-mail, in the language that the customer chooses. */
export function InviteForm() {
  const t = useTranslations('referral')
  const { language } = useLanguage()
  const form = useZodForm(invitationBody, { email: '', language })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      const { email } = await invite(body)
      form.setFieldValue('email', '')
      toast.success(t('invite.done', { email }))
    },
    { REFERRAL_ALREADY_INVITED: 'email', REFERRAL_OWN_ADDRESS: 'email' },
  )

  return (
    <Section title={t('invite.title')}>
      <Hint>{t('invite.text')}</Hint>
      <form onSubmit={onSubmit} noValidate className={classes.invite} aria-label={t('invite.title')}>
        <FormAlert failure={failure} />
        <TextField
          {...form.getInputProps('email')}
          label={t('invite.email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          required
        />
        <Select
          {...form.getInputProps('language')}
          label={t('invite.language')}
          options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
        />
        <Button type="submit" loading={sending} className={classes.submit}>
          {t('invite.submit')}
        </Button>
      </form>
    </Section>
  )
}
