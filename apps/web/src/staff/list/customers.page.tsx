import { StaffList } from './staff-list.tsx'

/** All customers; their own page follows. */
export function CustomersPage() {
  return <StaffList list="customers" pathOf={() => null} />
}
