import type { ListRow } from '@cotation/contracts'
import type { StaffLists } from '@cotation/domain'
import { StaffList } from './staff-list.tsx'

/** All claims; each leads to its order. */
export function ClaimsPage() {
  return <StaffList list="claims" pathOf={(row) => pathOfOrder(row as ListRow<StaffLists['claims']>)} />
}

const pathOfOrder = ({ order }: ListRow<StaffLists['claims']>) => (order ? `orders/${order.id}` : null)
