import type { OrderSummary } from '@cotation/contracts'
import { type Language, orderStatusKey } from '@cotation/domain'
import { type Cell, csvOfPages } from '#core/csv.ts'
import type { Deps } from '#core/deps.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import { readSnapshot } from '#db/database.ts'
import type { Page } from '#db/lists.ts'
import type { OrderFilter } from './order-list.repository.ts'
import { listOrderHistory } from './order-list.service.ts'

const columns = [
  'placedAt',
  'number',
  'poNumber',
  'status',
  'lines',
  'parts',
  'names',
  'totalUsd',
  'dueUsd',
  'dueAt',
  'delivery',
  'deliveredAt',
] as const

/**
 * A customer's orders as a CSV file, in the language of the request; the filters of the list apply. Made
 * in turn with the customer's documents; throws BUSY if too many wait.
 */
export async function exportOrders(
  deps: Pick<Deps, 'db' | 'clock' | 'papers' | 'thumbnails'>,
  customerId: string,
  filter: Omit<OrderFilter, 'page' | 'pageSize'>,
  language: Language,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const translate = await loadTranslator(language, 'order')

  // One snapshot: an order placed meanwhile would move the others to the next page.
  const writeFile = () =>
    readSnapshot(deps.db, (trx) => {
      const pages = {
        header: columns.map((column) => translate(`export.columns.${column}`)),
        async read(page: Page) {
          const { orders, total } = await listOrderHistory({ ...deps, db: trx }, customerId, { ...filter, ...page })
          return { rows: orders.map((order) => rowOf(order, translate)), total }
        },
        omittedNote: (count: number) => [translate('export.left', { count })],
      }
      return csvOfPages(pages, language)
    })

  const day = deps.clock().toISOString().slice(0, 10)
  return {
    bytes: await deps.papers.inTurn(customerId, writeFile),
    fileName: `${translate('export.name')}-${day}.csv`,
  }
}

/** The list reads the first names only. */
function namesOf({ names, lines }: OrderSummary): string {
  const shown = names.join(', ')
  return lines > names.length ? `${shown}, …` : shown
}

const statusKeyOf = ({ status, original, awaitsTransfer, credit }: OrderSummary) =>
  orderStatusKey({ status, isReprint: original !== null, awaitsTransfer, isOnCredit: credit !== null })

function rowOf(order: OrderSummary, translate: Translate): Cell[] {
  const { deliveredAt, credit } = order
  const isOwed = credit !== null && credit.owedMinor > 0
  return [
    new Date(order.placedAt),
    order.number,
    order.poNumber,
    translate(`status.${statusKeyOf(order)}`),
    order.lines,
    order.parts,
    namesOf(order),
    { minor: order.totalMinor },
    { minor: order.dueMinor + (credit?.owedMinor ?? 0) },
    isOwed ? new Date(credit.dueAt) : null,
    order.delivery?.deliveryLatest ?? null,
    deliveredAt === null ? null : new Date(deliveredAt),
  ]
}
