import { StaffList } from './staff-list.tsx'

/** All customers. */
export function CustomersPage() {
  return <StaffList list="customers" pathOf={({ id }) => `customers/${id}`} />
}
