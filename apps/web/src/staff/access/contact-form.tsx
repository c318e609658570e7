import { staffContactBody } from '@cotation/contracts'
import { refreshMember, useMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { usePressAction } from '../shared/page-actions.ts'

/** The phone number and the hours that customers see beside their contact. */
export function ContactForm() {
  const t = useTranslations('staff-access.contact')
  const { contact } = useMember()
  const field = usePressAction<HTMLInputElement>(t('title'))
  const hours = contact.hours ?? { fr: '', en: '' }
  const form = useZodForm(staffContactBody, { phone: contact.phone, hours })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    await staffApi('PATCH /global/staff/me', { body }, { quiet: true })
    await refreshMember()
    toast.success(t('saved'))
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack gap="sm">
        <Hint>{t('intro')}</Hint>
        <FormAlert failure={failure} />
        <TextField
          {...form.getInputProps('phone')}
          ref={field}
          label={t('phone')}
          placeholder="+33 1 23 45 67 89"
          type="tel"
          autoComplete="tel"
          size="sm"
        />
        <TextField
          {...form.getInputProps('hours.fr')}
          label={t('hoursFr')}
          error={form.errorText('hours.fr') ?? form.errorText('hours')}
          maxLength={80}
          size="sm"
        />
        <TextField {...form.getInputProps('hours.en')} label={t('hoursEn')} maxLength={80} size="sm" />
        <Row justify="end">
          <Button type="submit" size="sm" variant="secondary" loading={sending}>
            {t('save')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
