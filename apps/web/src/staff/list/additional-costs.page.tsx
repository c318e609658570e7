import type { ListRow } from '@cotation/contracts'
import type { StaffLists } from '@cotation/domain'
import { StaffList } from './staff-list.tsx'

type CostRow = ListRow<StaffLists['additional-costs']>

/** All additional costs; each leads to its order. */
export function AdditionalCostsPage() {
  return <StaffList list="additional-costs" pathOf={(row) => pathOfOrder(row as CostRow)} />
}

const pathOfOrder = ({ order }: CostRow) => (order ? `orders/${order.id}` : null)
