import type { AuditEntryView } from '@cotation/contracts'
import { useHasScreen } from '../shared/known-screens.ts'
import { StaffLink } from '../shared/staff-link.tsx'

/** The name of what an entry is about, with a link to its screen; its id if the reader may not know more. */
export function AuditSubject({ id, named }: Pick<AuditEntryView['subject'], 'id' | 'named'>) {
  const hasScreen = useHasScreen()
  if (named === null) return <>{id}</>
  if (named.path === null || !hasScreen(named.path)) return <>{named.name}</>
  return <StaffLink path={named.path}>{named.name}</StaffLink>
}
