import { auditActions, auditSubjectKinds, isUuid } from '@cotation/domain'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { staffAddress } from '../shared/staff-link.tsx'
import type { AuditFilterQuery } from './audit.api.ts'

const filterNames = ['person', 'action', 'subject', 'subjectId', 'from', 'to'] as const
type FilterName = (typeof filterNames)[number]

/** What the fields of the filter show; empty for all. */
export type AuditFilterValues = Record<FilterName, string>

const day = /^\d{4}-\d{2}-\d{2}$/

/** A day of the shop; undefined for what the server would refuse. */
const dayOf = (text: string): string | undefined =>
  day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Filters and page are part of the address; what the server would refuse is ignored. */
export function useAuditFilter() {
  const { search } = useMatch({ from: '/staff/$' })
  const navigate = useNavigate()
  const texts: Record<string, unknown> = { ...search }
  const textOf = (name: string) => (typeof texts[name] === 'string' ? String(texts[name]) : '')

  const values = Object.fromEntries(filterNames.map((name) => [name, textOf(name)])) as AuditFilterValues
  const before = /^[1-9]\d{0,15}$/.test(textOf('before')) ? textOf('before') : undefined

  const goTo = (next: Record<string, string>) => {
    const kept = Object.entries(next).filter(([, value]) => value !== '')
    void navigate({ ...staffAddress({ path: 'audit', search: Object.fromEntries(kept) }), replace: true })
  }

  return {
    values,
    before,
    query: queryOf(values),
    /** Starts again with the newest entries. */
    change: (changed: Partial<AuditFilterValues>) => goTo({ ...values, ...changed }),
    clear: () => goTo({}),
    turnTo: (position: number | null) => goTo({ ...values, before: position === null ? '' : String(position) }),
  }
}

function queryOf({ person, action, subject, subjectId, from, to }: AuditFilterValues): AuditFilterQuery {
  return {
    staffId: isUuid(person) ? person : undefined,
    action: auditActions.find((known) => known === action),
    subjectKind: auditSubjectKinds.find((known) => known === subject),
    subjectId: subjectId === '' ? undefined : subjectId,
    from: dayOf(from),
    until: dayOf(to),
  }
}
