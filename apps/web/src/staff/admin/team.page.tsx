import type { StaffMemberView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMember } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { useRoleName } from '../shared/role-name.ts'
import { StaffPage } from '../shared/staff-page.tsx'
import { membersQuery } from './admin.api.ts'
import { MemberAction, type MemberActionName } from './member-action.tsx'

// Loaded when they open: the list shows without the code of forms.
const AddMember = lazy(async () => ({ default: (await import('./member-form.tsx')).AddMember }))
const EditMember = lazy(async () => ({ default: (await import('./member-form.tsx')).EditMember }))

type Open = { name: 'add' } | { name: 'edit' | MemberActionName; member: StaffMemberView }

/** The members of staff: who can sign in, with which role. */
export function TeamPage() {
  const t = useTranslations('staff-admin.team')
  const list = useQuery(membersQuery)
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
      {list.data ? (
        <Table
          caption={t('caption')}
          hidesCaption
          headings={[t('name'), t('role'), t('state'), t('factor'), t('lastUsed'), t('actions')]}
        >
          {list.data.members.map((member) => (
            <MemberRow key={member.id} member={member} onOpen={(name) => setOpen({ name, member })} />
          ))}
        </Table>
      ) : null}
      <Suspense>
        {open?.name === 'add' ? <AddMember onClose={close} /> : null}
        {open?.name === 'edit' ? <EditMember member={open.member} onClose={close} /> : null}
      </Suspense>
      {open && open.name !== 'add' && open.name !== 'edit' ? (
        <MemberAction action={open.name} member={open.member} onClose={close} />
      ) : null}
    </StaffPage>
  )
}

const tones: Record<StaffMemberView['state'], Tone> = {
  active: 'good',
  invited: 'accent',
  'link-expired': 'warning',
  disabled: 'neutral',
}

interface MemberRowProps {
  member: StaffMemberView
  onOpen: (name: 'edit' | MemberActionName) => void
}

function MemberRow({ member, onOpen }: MemberRowProps) {
  const t = useTranslations('staff-admin')
  const roleName = useRoleName()
  const { moment } = useFormats('medium')
  const me = useMember()
  const isOwn = member.id === me.id
  const { name, email, state, linkExpiresAt, lastUsedAt, liveSessions } = member

  return (
    <tr>
      <th scope="row">
        <Row gap="xs">
          <strong>{name}</strong>
          {isOwn ? <Badge>{t('team.you')}</Badge> : null}
        </Row>
        <Hint>{email}</Hint>
      </th>
      <td data-label={t('team.role')}>{roleName(member.role)}</td>
      <td data-label={t('team.state')}>
        <Badge dot tone={tones[state]}>
          {t(`states.${state}`)}
        </Badge>
        {linkExpiresAt === null ? null : <Hint>{t('stateTexts.linkUntil', { date: moment(linkExpiresAt) })}</Hint>}
      </td>
      <td data-label={t('team.factor')}>{member.hasSecondFactor ? t('team.hasFactor') : t('team.noFactor')}</td>
      <td data-label={t('team.lastUsed')}>
        {lastUsedAt === null ? <Hint>{t('team.never')}</Hint> : moment(lastUsedAt)}
        {liveSessions > 0 ? <Hint>{t('team.sessions', { count: liveSessions })}</Hint> : null}
      </td>
      <td>
        <Row gap="xs">
          <ActionButton
            variant="secondary"
            size="xs"
            onClick={() => onOpen('edit')}
            aria-label={`${t('team.edit')} ${name}`}
          >
            {t('team.edit')}
          </ActionButton>
          {isOwn ? null : <OtherActions member={member} onOpen={onOpen} />}
        </Row>
      </td>
    </tr>
  )
}

/** Nobody resets or disables their own account. */
function OtherActions({ member, onOpen }: MemberRowProps) {
  const t = useTranslations('staff-admin.team')
  const { state, liveSessions } = member
  const actions: MemberActionName[] = []
  if (state !== 'disabled') actions.push('reset')
  if (liveSessions > 0) actions.push('endSessions')
  actions.push(state === 'disabled' ? 'enable' : 'disable')

  return actions.map((action) => (
    <ActionButton
      key={action}
      variant={action === 'disable' ? 'quietDanger' : 'quiet'}
      size="xs"
      onClick={() => onOpen(action)}
      aria-label={`${t(action)} ${member.name}`}
    >
      {t(action)}
    </ActionButton>
  ))
}
