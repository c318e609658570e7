import { type Profile, updateProfileBody } from '@cotation/contracts'
import { languages } from '@cotation/domain'
import { useMemo } from 'react'
import type { z } from 'zod'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { NameFields, WorkFields } from '#ui/forms/person-fields.tsx'
import { PhoneFields } from '#ui/forms/phone-fields.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './account.module.css'
import { ExpressAccountFields } from './express-account-fields.tsx'
import type { WithProof } from './password-proof.tsx'
import { useProfileUpdate } from './profile.api.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const names = ['username', 'firstName', 'lastName', 'company'] as const
const details = ['phoneCode', 'phone', 'expressAccounts', 'title', 'industry', 'language', 'timeZone'] as const
const editable = [...names, ...details]

/** What the profile form holds; a choice not made yet is null. */
type ProfileValues = Pick<Profile, (typeof editable)[number]>

const completeProfile = updateProfileBody.omit({ expressAccount: true }).required()
type CompleteProfile = z.output<typeof completeProfile>

const profileValues = (profile: Profile) =>
  Object.fromEntries(editable.map((field) => [field, profile[field]])) as ProfileValues

/** Account numbers are an object, which is another one at every save. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Only the fields that differ from what is stored: a recent password is required only when the
 * phone number really changes (AUT-7). Code and number are sent together, because one is useless
 * without the other.
 */
function profileChanges(before: ProfileValues, after: CompleteProfile): Partial<CompleteProfile> {
  const changes = Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isSame(value, before[field as keyof ProfileValues])),
  ) as Partial<CompleteProfile>
  const phoneTouched = 'phone' in changes || 'phoneCode' in changes
  return phoneTouched ? { ...changes, phone: after.phone, phoneCode: after.phoneCode } : changes
}

/** Checks the whole profile, also what was empty before (spec 5), and returns the changes. */
const profileFormSchema = (before: ProfileValues) => completeProfile.transform((after) => profileChanges(before, after))

interface ProfileFormProps {
  profile: Profile
  withProof: WithProof
}

export function ProfileForm({ profile, withProof }: ProfileFormProps) {
  const t = useTranslations('account')
  const fields = useTranslations('auth.fields')
  const updateProfile = useProfileUpdate()
  const schema = useMemo(() => profileFormSchema(profileValues(profile)), [profile])
  const form = useZodForm(schema, { ...profileValues(profile) })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    const saved = await withProof(() => api('PATCH /global/account/me', { body }, { quiet: true }))
    if (!saved) return

    const values = { ...profileValues(saved) }
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
    toast.success(t('profile.saved'))
    await updateProfile(() => saved)
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('profile.title')} className={classes.card}>
      <Stack>
        <FormAlert failure={failure} />
        <RequiredNote />
        <Heading level={2}>{t('profile.identity')}</Heading>
        <TextField
          {...form.getInputProps('username')}
          label={fields('userName')}
          description={fields('userNameHint')}
          autoComplete="nickname"
          required
        />
        <NameFields field={form.getInputProps} />
        <TextField
          label={fields('email')}
          description={t('profile.emailHint')}
          value={profile.email}
          type="email"
          autoComplete="email"
          readOnly
        />
        <Heading level={2}>{t('profile.work')}</Heading>
        <WorkFields field={form.getInputProps} companyRequired={profile.member === undefined} />
        <Heading level={2}>{t('profile.contact')}</Heading>
        <PhoneFields code={form.getInputProps('phoneCode')} phone={form.getInputProps('phone')} />
        <Select
          {...form.getInputProps('language')}
          label={t('profile.language')}
          description={t('profile.languageHint')}
          options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
        />
        {profile.member ? <TimeZoneField profile={profile} field={form.getInputProps('timeZone')} /> : null}
        <ExpressAccountFields profile={profile} field={form.getInputProps} />
        <Row justify="end">
          {form.isDirty() && (
            <Button variant="quiet" onClick={form.reset} disabled={sending}>
              {t('profile.discard')}
            </Button>
          )}
          <Button type="submit" loading={sending} disabled={!form.isDirty()}>
            {t('profile.save')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
