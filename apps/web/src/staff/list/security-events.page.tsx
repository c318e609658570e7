import { StaffList } from './staff-list.tsx'

/** What happened to the security of accounts. Events have no screen of their own. */
export function SecurityEventsPage() {
  return <StaffList list="security-events" />
}
