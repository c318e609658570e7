import { useMatch, useNavigate } from '@tanstack/react-router'
import { useMay } from '#lib/gateway/member.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { staffAddress } from '../shared/staff-link.tsx'
import { MoveOrders } from './move-orders.tsx'
import { OrderBoard } from './order-board.tsx'
import { StaffList } from './staff-list.tsx'

/** All orders, as a table or as a board. */
export function OrdersPage() {
  const t = useTranslations('staff-list.board')
  const may = useMay()
  const navigate = useNavigate()
  const search: Record<string, unknown> = { ...useMatch({ from: '/staff/$' }).search }
  const isBoard = search.layout === 'board'

  const toTable = usePressAction<HTMLButtonElement>(isBoard ? t('showTable') : null)
  const toBoard = usePressAction<HTMLButtonElement>(isBoard ? null : t('showBoard'))

  const choose = (layout: 'table' | 'board') => {
    const all: Record<string, unknown> = { ...search, layout }
    const kept = Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    void navigate(staffAddress({ path: 'orders', search: Object.fromEntries(kept) }))
  }

  return (
    <StaffList
      list="orders"
      pathOf={(row) => `orders/${row.id}`}
      bulk={may('orders.move') ? (ids, done) => <MoveOrders ids={ids} onDone={done} /> : undefined}
      actions={
        <ToggleGroup
          label={t('layout')}
          value={isBoard ? 'board' : 'table'}
          onChange={choose}
          toggles={[
            { value: 'table', content: t('table'), ref: toTable },
            { value: 'board', content: t('board'), ref: toBoard },
          ]}
        />
      }
    >
      {isBoard ? (address) => <OrderBoard address={address} /> : undefined}
    </StaffList>
  )
}
