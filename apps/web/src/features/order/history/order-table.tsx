import type { OrderSummary } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import lists from '#ui/list.module.css'
import classes from './history.module.css'
import { OrderRow } from './order-row.tsx'

export const columns = ['order', 'parts', 'status', 'delivery', 'total', 'actions'] as const

/** A table. On a phone each row becomes a card with its own column labels. */
export function OrderTable({ orders, stale }: { orders: readonly OrderSummary[]; stale: boolean }) {
  const t = useTranslations('order.list')
  return (
    <table className={`${classes.table} ${lists.renewed}`} aria-busy={stale}>
      <caption className="visually-hidden">{t('table')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  )
}
