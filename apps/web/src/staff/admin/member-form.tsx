import { type StaffMemberView, staffAdminRoutes } from '@cotation/contracts'
import { languages } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormButtons } from '#ui/forms/form-buttons.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Select } from '#ui/select.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useRoleName } from '../shared/role-name.ts'
import { refreshAdmin, rolesQuery } from './admin.api.ts'

/** The roles to choose from. */
function useRoleOptions() {
  const roleName = useRoleName()
  const { data } = useQuery(rolesQuery)
  return data?.roles.map((role) => ({ value: role.id, label: roleName(role) })) ?? []
}

/** Adds a member, who gets a link by mail. */
export function AddMember({ onClose }: { onClose: () => void }) {
  const t = useTranslations('staff-admin.member')
  const { language } = useLanguage()
  const roles = useRoleOptions()
  const form = useZodForm(staffAdminRoutes.add.body, { name: '', email: '', roleId: '', language })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      await staffApi('POST /global/staff/member', { body }, { quiet: true })
      toast.success(t('added', { email: body.email }))
      onClose()
      await refreshAdmin()
    },
    { STAFF_EMAIL_USED: 'email' },
  )

  return (
    <Dialog opened onClose={onClose} title={t('addTitle')} keepsOpenOutside>
      <form onSubmit={onSubmit} noValidate aria-label={t('addTitle')}>
        <Stack>
          <Text size="sm">{t('addIntro')}</Text>
          <FormAlert failure={failure} />
          <TextField
            {...form.getInputProps('name')}
            label={t('name')}
            autoComplete="off"
            maxLength={80}
            required
            data-autofocus
          />
          <TextField {...form.getInputProps('email')} label={t('email')} type="email" autoComplete="off" required />
          <Select {...form.getInputProps('roleId')} label={t('role')} options={roles} placeholder="" required />
          <Select
            {...form.getInputProps('language')}
            label={t('language')}
            options={languages.map((code) => ({ value: code, label: t(code) }))}
            required
          />
          <FormButtons submit={t('add')} sending={sending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

interface EditMemberProps {
  member: StaffMemberView
  onClose: () => void
}

/** Changes the name or the role of a member. Nobody changes their own role. */
export function EditMember({ member, onClose }: EditMemberProps) {
  const t = useTranslations('staff-admin.member')
  const me = useMember()
  const isOwn = me.id === member.id
  const roles = useRoleOptions()
  const form = useZodForm(staffAdminRoutes.update.body, { name: member.name, roleId: member.role.id })
  const { onSubmit, failure, sending } = useSubmission(form, async ({ name, roleId }) => {
    const body = isOwn ? { name } : { name, roleId }
    await staffApi('PATCH /global/staff/member/{staffId}', { params: { staffId: member.id }, body }, { quiet: true })
    toast.success(t('saved'))
    onClose()
    await refreshAdmin()
  })

  return (
    <Dialog opened onClose={onClose} title={t('editTitle', { name: member.name })} keepsOpenOutside>
      <form onSubmit={onSubmit} noValidate aria-label={t('editTitle', { name: member.name })}>
        <Stack>
          <FormAlert failure={failure} />
          <TextField {...form.getInputProps('name')} label={t('name')} maxLength={80} required data-autofocus />
          <Select
            {...form.getInputProps('roleId')}
            label={t('role')}
            description={isOwn ? t('ownRole') : undefined}
            options={roles}
            disabled={isOwn}
            required
          />
          <FormButtons submit={t('save')} sending={sending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
