import type { StaffMemberView } from '@cotation/contracts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { refreshAdmin } from './admin.api.ts'

export type MemberActionName = 'disable' | 'enable' | 'reset' | 'endSessions'

/** The call and the texts of each action. */
const actions = {
  disable: {
    key: 'POST /global/staff/member/{staffId}/disable',
    title: 'disableTitle',
    text: 'disableText',
    done: 'disabled',
    danger: true,
  },
  enable: {
    key: 'POST /global/staff/member/{staffId}/enable',
    title: 'enableTitle',
    text: 'enableText',
    done: 'enabled',
    danger: false,
  },
  reset: {
    key: 'POST /global/staff/member/{staffId}/resetFactor',
    title: 'resetTitle',
    text: 'resetText',
    done: 'reset',
    danger: true,
  },
  endSessions: {
    key: 'POST /global/staff/member/{staffId}/endSessions',
    title: 'endTitle',
    text: 'endText',
    done: 'sessionsEnded',
    danger: true,
  },
} as const

interface MemberActionProps {
  action: MemberActionName
  member: StaffMemberView
  onClose: () => void
}

/** Asks before an action on another member, and says what it does. */
export function MemberAction({ action, member, onClose }: MemberActionProps) {
  const t = useTranslations('staff-admin')
  const { attempt, failure, busy } = useAttempt()
  const { key, title, text, done, danger } = actions[action]
  const { name, email } = member

  const confirm = () =>
    attempt(async () => {
      await staffApi(key, { params: { staffId: member.id } }, { quiet: true })
      await refreshAdmin()
      toast.success(t(`confirm.${done}`, { name, email }))
      onClose()
    })

  return (
    <Confirm
      opened
      danger={danger}
      title={t(`confirm.${title}`, { name })}
      confirmLabel={t(`team.${action}`)}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <FormAlert failure={failure} />
      <p>{t(`confirm.${text}`, { name })}</p>
    </Confirm>
  )
}
