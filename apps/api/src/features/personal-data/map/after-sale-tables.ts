import { type SqlBool, sql } from 'kysely'
import { always, emptyText, emptyValue, ofCustomer, type Subject, tableRule } from './rule.ts'

const ofClaim = ({ customerId }: Subject) =>
  sql<SqlBool>`claim_id in (select id from after_sale_claim where customer_id = ${customerId})`

/** Claims keep what the books need; texts, places and photos go. */
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
]
