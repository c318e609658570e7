import { type SqlBool, sql } from 'kysely'
import { always, emptyText, emptyValue, ofCustomer, type Subject, tableRule } from './rule.ts'

const ofCost = ({ customerId }: Subject) =>
  sql<SqlBool>`cost_id in (select id from additional_cost where customer_id = ${customerId})`

/** Additional costs keep what the books need; texts, places and pictures go. */
export const additionalCostTables = [
  tableRule('additional_cost_event', {
    owner: ofCost,
    onDeletion: 'blank',
    archived: always,
    plain: ['id', 'cost_id', 'at', 'to_state', 'actor', 'staff_id'],
    personal: { reason: emptyText },
    exported: { as: 'additionalCostEvents', columns: ['cost_id', 'at', 'to_state', 'actor', 'reason'] },
  }),
  tableRule('additional_cost_item', {
    owner: ofCost,
    onDeletion: 'keep',
    plain: ['cost_id', 'position', 'order_line_id', 'amount_minor'],
    exported: { as: 'additionalCostItems', columns: ['cost_id', 'position', 'order_line_id', 'amount_minor'] },
  }),
  tableRule('additional_cost', {
    owner: ofCustomer,
    onDeletion: 'blank',
    archived: sql<SqlBool>`paid_at is not null`,
    plain: [
      'id',
      'number',
      'order_id',
      'customer_id',
      'request_key',
      'reason',
      'check_rule',
      'state',
      'language',
      'currency',
      'net_minor',
      'tax_minor',
      'total_minor',
      'deadline',
      'created_at',
      'paid_at',
      'refunded_at',
    ],
    // An explanation is never empty.
    personal: { explanation: sql`'…'`, picture_id: emptyValue, place: emptyValue },
    exported: {
      as: 'additionalCosts',
      columns: [
        'id',
        'number',
        'order_id',
        'reason',
        'explanation',
        'state',
        'net_minor',
        'tax_minor',
        'total_minor',
        'deadline',
        'created_at',
        'paid_at',
        'refunded_at',
      ],
    },
  }),
]
