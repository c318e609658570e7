import { type StaffRoleView, staffAdminRoutes } from '@cotation/contracts'
import { type StaffRight, staffRights } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormButtons } from '#ui/forms/form-buttons.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useRoleName } from '../shared/role-name.ts'
import { refreshAdmin } from './admin.api.ts'
import classes from './roles.module.css'

interface RoleDraft {
  name: string
  rights: StaffRight[]
}

interface RoleDialogProps {
  /** Null for a new one. */
  edited: StaffRoleView | null
  roles: readonly StaffRoleView[]
  onClose: () => void
}

/** Makes or changes a role of the shop. What changes is shown once more before it is saved. */
export function RoleDialog({ edited, roles, onClose }: RoleDialogProps) {
  const t = useTranslations('staff-admin.role')
  const [draft, setDraft] = useState<RoleDraft>({ name: edited?.name ?? '', rights: edited?.rights ?? ['staff.self'] })
  const [isReviewed, setReviewed] = useState(false)
  const editTitle = edited ? t('editTitle', { name: edited.name }) : t('addTitle')

  const review = (next: RoleDraft) => {
    setDraft(next)
    setReviewed(true)
  }

  return (
    <Dialog opened onClose={onClose} title={isReviewed ? t('reviewTitle') : editTitle} size="xl" keepsOpenOutside>
      {isReviewed ? (
        <RoleReview edited={edited} draft={draft} onBack={() => setReviewed(false)} onClose={onClose} />
      ) : (
        <RoleForm title={editTitle} draft={draft} roles={edited ? [] : roles} onReview={review} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface RoleFormProps {
  title: string
  draft: RoleDraft
  /** Whose rights a new role may start from. */
  roles: readonly StaffRoleView[]
  onReview: (draft: RoleDraft) => void
  onClose: () => void
}

function RoleForm({ title, draft, roles, onReview, onClose }: RoleFormProps) {
  const t = useTranslations('staff-admin.role')
  const names = useTranslations('staff.rights')
  const roleName = useRoleName()
  const form = useZodForm(staffAdminRoutes.addRole.body, { ...draft })
  const { rights } = form.values

  const toggle = (right: StaffRight) => {
    const next = rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right]
    form.setFieldValue('rights', next)
  }

  const copyFrom = (roleId: string) => {
    const source = roles.find(({ id }) => id === roleId)
    form.setFieldValue('rights', source ? [...source.rights] : ['staff.self'])
  }

  return (
    <form onSubmit={form.onSubmit(onReview)} noValidate aria-label={title}>
      <Stack>
        <TextField {...form.getInputProps('name')} label={t('name')} maxLength={60} required data-autofocus />
        {roles.length > 0 ? (
          <Select
            label={t('copy')}
            defaultValue=""
            onChange={(event) => copyFrom(event.currentTarget.value)}
            options={[
              { value: '', label: t('copyNone') },
              ...roles.map((role) => ({ value: role.id, label: roleName(role) })),
            ]}
          />
        ) : null}
        <CheckboxGroup label={t('rights')}>
          <div className={classes.rights}>
            {staffRights.map((right) => (
              <Checkbox
                key={right}
                label={names(right)}
                description={right === 'staff.self' ? t('always') : undefined}
                checked={right === 'staff.self' || rights.includes(right)}
                disabled={right === 'staff.self'}
                onChange={() => toggle(right)}
              />
            ))}
          </div>
        </CheckboxGroup>
        <FormButtons submit={t('review')} sending={false} onCancel={onClose} />
      </Stack>
    </form>
  )
}

interface RoleReviewProps {
  edited: StaffRoleView | null
  draft: RoleDraft
  onBack: () => void
  onClose: () => void
}

function RoleReview({ edited, draft, onBack, onClose }: RoleReviewProps) {
  const t = useTranslations('staff-admin.role')
  const { attempt, failure, busy } = useAttempt()
  const { name } = draft
  const before = edited?.rights ?? []
  const added = draft.rights.filter((right) => !before.includes(right))
  const removed = before.filter((right) => !draft.rights.includes(right))
  const isRenamed = edited !== null && edited.name !== name
  const isUnchanged = edited !== null && !isRenamed && added.length === 0 && removed.length === 0

  const save = () =>
    attempt(async () => {
      if (edited) {
        const input = { params: { roleId: edited.id }, body: draft }
        await staffApi('PATCH /global/staff/role/{roleId}', input, { quiet: true })
      } else await staffApi('POST /global/staff/role', { body: draft }, { quiet: true })

      toast.success(edited ? t('saved', { name }) : t('created', { name }))
      onClose()
      await refreshAdmin()
    })

  return (
    <Stack>
      <FormAlert failure={failure} />
      {isRenamed ? <Text>{t('renamed', { name })}</Text> : null}
      <RightList title={t('added')} rights={added} />
      <RightList title={t('removed')} rights={removed} />
      {isUnchanged ? <Text>{t('none')}</Text> : <Hint>{t('affects', { count: edited?.members ?? 0 })}</Hint>}
      <Row justify="end">
        <Button variant="secondary" size="sm" onClick={onBack}>
          {t('back')}
        </Button>
        <Button size="sm" loading={busy} disabled={isUnchanged} onClick={() => void save()} data-autofocus>
          {edited ? t('save') : t('create')}
        </Button>
      </Row>
    </Stack>
  )
}

function RightList({ title, rights }: { title: string; rights: readonly StaffRight[] }) {
  const names = useTranslations('staff.rights')
  if (rights.length === 0) return null

  return (
    <div>
      <Text size="sm">
        <strong>{title}</strong>
      </Text>
      <ul className={classes.changes}>
        {rights.map((right) => (
          <li key={right}>{names(right)}</li>
        ))}
      </ul>
    </div>
  )
}
