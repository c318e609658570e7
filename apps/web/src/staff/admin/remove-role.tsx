import type { StaffRoleView } from '@cotation/contracts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { refreshAdmin } from './admin.api.ts'

interface RemoveRoleProps {
  removed: StaffRoleView
  onClose: () => void
}

/** Removes a role that nobody has. */
export function RemoveRole({ removed, onClose }: RemoveRoleProps) {
  const t = useTranslations('staff-admin.role')
  const roles = useTranslations('staff-admin.roles')
  const { attempt, failure, busy } = useAttempt()
  const { id, name } = removed

  const remove = () =>
    attempt(async () => {
      await staffApi('DELETE /global/staff/role/{roleId}', { params: { roleId: id } }, { quiet: true })
      await refreshAdmin()
      toast.success(t('removeDone', { name }))
      onClose()
    })

  return (
    <Confirm
      opened
      danger
      title={t('removeTitle', { name })}
      confirmLabel={roles('remove')}
      loading={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <FormAlert failure={failure} />
      <p>{t('removeText')}</p>
    </Confirm>
  )
}
