import { type SqlBool, sql } from 'kysely'
import { always, emptyText, emptyValue, ofCustomer, type Subject, tableRule } from './rule.ts'

const ofClaim = ({ customerId }: Subject) =>
  sql<SqlBool>`claim_id in (select id from after_sale_claim where customer_id = ${customerId})`

const ofCost = ({ customerId }: Subject) =>
  sql<SqlBool>`cost_id in (select id from additional_cost where customer_id = ${customerId})`

/** Claims and additional costs keep what the books need; texts and pictures go. */
export const afterSaleTables = [
  tableRule('after_sale_photo', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['customer_id', 'event_id'],
    personal: ['id', 'created_at'],
    exported: { as: 'claimPhotos', columns: ['id', 'event_id', 'created_at'] },
  }),
  tableRule('after_sale_event', {
    owner: ofClaim,
    onDeletion: 'blank',
    archived: always,
    plain: ['id', 'claim_id', 'at', 'from_state', 'to_state', 'actor', 'staff_id'],
    personal: { text: emptyText },
    exported: { as: 'claimEvents', columns: ['id', 'claim_id', 'at', 'from_state', 'to_state', 'actor', 'text'] },
  }),
  tableRule('after_sale_line', {
    owner: ofClaim,
    onDeletion: 'blank',
    plain: ['claim_id', 'order_line_id', 'quantity'],
    personal: { place_mm: emptyValue },
    exported: { as: 'claimLines', columns: ['claim_id', 'order_line_id', 'quantity', 'place_mm'] },
  }),
  tableRule('after_sale_claim', {
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: [
      'id',
      'customer_id',
      'order_id',
      'submission_key',
      'state',
      'reason',
      'work_order_number',
      'settled_minor',
      'opened_at',
      'closed_at',
    ],
    exported: {
      as: 'claims',
      columns: ['id', 'order_id', 'state', 'reason', 'work_order_number', 'settled_minor', 'opened_at', 'closed_at'],
    },
  }),
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
