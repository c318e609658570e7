import type { AuditEntryView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Names of actions, subjects and actors. Those of a newer release show their key. */
export function useAuditTexts() {
  const t = useTranslations('staff-audit')

  const actionText = (action: string) => {
    const key = `actions.${action}` as 'actions.order.moved'
    return t.has(key) ? t(key) : action
  }

  const subjectText = (kind: string) => {
    const key = `subjects.${kind}` as 'subjects.order'
    return t.has(key) ? t(key) : kind
  }

  const actorText = ({ actor, staff }: AuditEntryView) => staff?.name ?? t(`actors.${actor}`)

  return { actionText, subjectText, actorText }
}
