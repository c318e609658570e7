import type { StaffRoleView } from '@cotation/contracts'
import { staffRights } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { useRoleName } from '../shared/role-name.ts'
import { StaffPage } from '../shared/staff-page.tsx'
import { rolesQuery } from './admin.api.ts'
import { RemoveRole } from './remove-role.tsx'
import classes from './roles.module.css'

// Loaded when it opens: the matrix shows without the code of forms.
const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.tsx')).RoleDialog }))

type Open = { name: 'add' } | { name: 'edit' | 'remove'; role: StaffRoleView }

/** The matrix of roles and rights. Built-in roles are read-only. */
export function RolesPage() {
  const t = useTranslations('staff-admin.roles')
  const list = useQuery(rolesQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  return (
    <StaffPage
      title={t('title')}
      intro={t('intro')}
      actions={
        <ActionButton size="sm" onClick={() => setOpen({ name: 'add' })}>
          {t('add')}
        </ActionButton>
      }
    >
      {list.isPending ? <LoadingState /> : null}
      {list.isLoadingError ? <ErrorState onRetry={() => void list.refetch()} /> : null}
      {list.data ? <Matrix roles={list.data.roles} onOpen={setOpen} /> : null}
      <Suspense>
        {open?.name === 'add' ? <RoleDialog edited={null} roles={list.data?.roles ?? []} onClose={close} /> : null}
        {open?.name === 'edit' ? (
          <RoleDialog edited={open.role} roles={list.data?.roles ?? []} onClose={close} />
        ) : null}
      </Suspense>
      {open?.name === 'remove' ? <RemoveRole removed={open.role} onClose={close} /> : null}
    </StaffPage>
  )
}

/** Arrow keys scroll the matrix on a narrow screen, where it has no button to focus. */
const scrolledByKeys = { tabIndex: 0 }

interface MatrixProps {
  roles: readonly StaffRoleView[]
  onOpen: (open: Open) => void
}

function Matrix({ roles, onOpen }: MatrixProps) {
  const t = useTranslations('staff-admin.roles')
  const names = useTranslations('staff.rights')

  return (
    <section className={classes.frame} aria-label={t('caption')} {...scrolledByKeys}>
      <table className={classes.matrix}>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('right')}</th>
            {roles.map((role) => (
              <RoleHeading key={role.id} of={role} onOpen={onOpen} />
            ))}
          </tr>
        </thead>
        <tbody>
          {staffRights.map((right) => (
            <tr key={right}>
              <th scope="row">{names(right)}</th>
              {roles.map((role) => (
                <RightCell key={role.id} isGranted={role.rights.includes(right)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RoleHeadingProps {
  of: StaffRoleView
  onOpen: MatrixProps['onOpen']
}

function RoleHeading({ of: role, onOpen }: RoleHeadingProps) {
  const t = useTranslations('staff-admin.roles')
  const name = useRoleName()(role)

  return (
    <th scope="col">
      <Stack gap="xs" align="center">
        <span>{name}</span>
        <Hint as="span" className={classes.kind}>
          {role.isBuiltIn ? t('builtIn') : t('own')} · {t('members', { count: role.members })}
        </Hint>
        {role.isBuiltIn ? null : (
          <Row gap="xs" justify="center">
            <ActionButton
              variant="secondary"
              size="xs"
              aria-label={t('editNamed', { name })}
              onClick={() => onOpen({ name: 'edit', role })}
            >
              {t('edit')}
            </ActionButton>
            <ActionButton
              variant="quietDanger"
              size="xs"
              disabled={role.members > 0}
              title={role.members > 0 ? t('inUse') : undefined}
              aria-label={t('removeNamed', { name })}
              onClick={() => onOpen({ name: 'remove', role })}
            >
              {t('remove')}
            </ActionButton>
          </Row>
        )}
      </Stack>
    </th>
  )
}

function RightCell({ isGranted }: { isGranted: boolean }) {
  const t = useTranslations('staff-admin.roles')
  return (
    <td data-granted={isGranted}>
      <span aria-hidden>{isGranted ? '●' : '·'}</span>
      <span className="visually-hidden">{isGranted ? t('yes') : t('no')}</span>
    </td>
  )
}
