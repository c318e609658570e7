import { StaffList } from './staff-list.tsx'

/** All claims; each leads to its own page. */
export function ClaimsPage() {
  return <StaffList list="claims" pathOf={({ id }) => `claims/${id}`} />
}
