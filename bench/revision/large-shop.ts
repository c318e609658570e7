import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'
import type { Configuration } from '@cotation/domain'
import type { Buyer, Product } from './product.ts'
import { call, fillBasket, orderBasket, previewBasket } from './purchase.ts'

export const lineCount = 200
const movementCount = 1000
const orderCount = 2000
const mailCount = 50_000

/** A buyer with much of everything, in a shop that has sent many mails. */
export interface LargeShop {
  buyer: Buyer
  projectId: string
  lines: { id: string; configuration: Configuration }[]
  paidOrderIds: string[]
}

/** The id of the nth copy. */
const copyId = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`

/**
 * Copies of rows that the product wrote itself, so that the statements fit the tables of any revision.
 * The postings are complete: the ledger's triggers need not check and apply them.
 */
const copies = [
  'alter table ledger_transaction disable trigger user',
  'alter table ledger_entry disable trigger user',
  `create temp table template as select id from customer_order order by placed_at limit 1`,
  `insert into customer_order select (jsonb_populate_record(o, jsonb_build_object('id', ${copyId},
      'number', 'F-' || n, 'submission_key', gen_random_uuid(), 'po_number', 'PO-' || n,
      'placed_at', now() - n * interval '5 hours'))).*
    from customer_order o, generate_series(1, ${orderCount}) n where id in (select id from template)`,
  `insert into order_line select (jsonb_populate_record(l, jsonb_build_object('id', ${copyId},
      'order_id', ${copyId}, 'line_id', null))).*
    from order_line l, generate_series(1, ${orderCount}) n where order_id in (select id from template)`,
  `create temp table posting as select t.id from ledger_transaction t
    where order_id in (select id from template) and exists (select from ledger_entry e
      join ledger_account a on a.id = e.account_id and a.kind = 'wallet' where e.transaction_id = t.id) limit 1`,
  `insert into ledger_transaction select (jsonb_populate_record(t, jsonb_build_object('id', ${copyId},
      'idempotency_key', 'copy ' || n, 'created_at', now() - n * interval '5 hours'))).*
    from ledger_transaction t, generate_series(1, ${movementCount}) n where id in (select id from posting)`,
  `insert into ledger_entry (transaction_id, account_id, currency, amount_minor)
    select ${copyId}, account_id, currency, amount_minor
    from ledger_entry, generate_series(1, ${movementCount}) n where transaction_id in (select id from posting)`,
  'alter table ledger_transaction enable trigger user',
  'alter table ledger_entry enable trigger user',
  `insert into mailbox_message select (jsonb_populate_record(m, jsonb_build_object('id', md5('mail ' || n) || '00000000',
      'created_at', now() - n * interval '1 minute'))).*
    from mailbox_message m, generate_series(1, ${mailCount}) n where id = (select id from mailbox_message limit 1)`,
  'vacuum analyze',
]

export async function openLargeShop(product: Product, buyer: Buyer, paidOrders: number): Promise<LargeShop> {
  const paidOrderIds: string[] = []
  for (let i = 0; i < paidOrders; i++) {
    await product.forgetLimits()
    const basket = await fillBasket(buyer)
    paidOrderIds.push(await orderBasket(buyer, basket, await previewBasket(buyer, basket, 'dhl')))
  }

  // The first mail is a template, so it must be there.
  await product.idle()
  await withPlainClient(product.superuserConnection, async (client) => {
    for (const statement of copies) await client.query(statement)
  })

  return { buyer, paidOrderIds, ...(await openLargeProject(buyer)) }
}

/** A project of 200 lines: one line, and copies of it and of its copies. */
async function openLargeProject(buyer: Buyer): Promise<Pick<LargeShop, 'projectId' | 'lines'>> {
  const { projectId } = await fillBasket(buyer)
  const params = { projectId }

  for (;;) {
    const { project } = await call(buyer, 'GET /global/project/{projectId}', { params, query: {} })
    const lines = (project?.lines ?? []).flatMap(({ id, configuration }) =>
      configuration ? [{ id, configuration }] : [],
    )
    if (lines.length >= lineCount) return { projectId, lines }

    const lineIds = lines.slice(0, lineCount - lines.length).map(({ id }) => id)
    const body = { lineIds, toProjectId: projectId, copy: true }
    await call(buyer, 'POST /global/project/{projectId}/lines/transfer', { params, body })
  }
}
