import { StaffList } from './staff-list.tsx'

/** All additional costs; each leads to its own page. */
export function AdditionalCostsPage() {
  return <StaffList list="additional-costs" pathOf={({ id }) => `additional-costs/${id}`} />
}
