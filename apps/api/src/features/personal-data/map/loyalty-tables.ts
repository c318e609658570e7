import { type SqlBool, sql } from 'kysely'
import { ofCustomer, ofOrder, type Subject, tableRule } from './rule.ts'

const ofLot = ({ customerId }: Subject) =>
  sql<SqlBool>`lot_id in (select id from point_lot where customer_id = ${customerId})`

/**
 * Points and what was done for them. Lots end in the transaction that gives the points up, so that
 * the balance of points is the sum of its lots at every moment.
 */
export const loyaltyTables = [
  tableRule('point_use', {
    owner: ofLot,
    onDeletion: 'erase',
    atOnce: true,
    plain: ['coupon_id', 'lot_id'],
    personal: ['points'],
    exported: { as: 'usedPoints', columns: ['coupon_id', 'lot_id', 'points'] },
  }),
  tableRule('point_lot', {
    owner: ofCustomer,
    onDeletion: 'erase',
    atOnce: true,
    plain: ['id', 'customer_id', 'transaction_id', 'order_id'],
    personal: ['earned_at', 'expires_at', 'points', 'used', 'expired', 'reversed'],
    exported: {
      as: 'points',
      columns: ['id', 'order_id', 'earned_at', 'expires_at', 'points', 'used', 'expired', 'reversed'],
    },
  }),
  tableRule('point_reward', {
    owner: ofCustomer,
    onDeletion: 'erase',
    atOnce: true,
    plain: ['id', 'customer_id'],
    personal: ['source', 'task', 'month', 'points', 'earned_at', 'credited_at'],
    exported: { as: 'pointRewards', columns: ['task', 'month', 'points', 'earned_at', 'credited_at'] },
  }),
  tableRule('check_in', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['customer_id'],
    personal: ['day', 'time_zone', 'at', 'streak', 'points'],
    exported: { as: 'checkIns', columns: ['day', 'time_zone', 'at', 'streak', 'points'] },
  }),
  tableRule('loyalty_member', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['customer_id', 'month', 'next_check_in_at'],
    personal: ['level'],
    exported: { as: 'membership', columns: ['level', 'month'] },
  }),
  tableRule('time_zone_choice', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['customer_id'],
    personal: ['time_zone', 'chosen_at', 'valid_from'],
    exported: { as: 'timeZones', columns: ['time_zone', 'chosen_at', 'valid_from'] },
  }),
  tableRule('review_photo', {
    owner: ofOrder,
    onDeletion: 'erase',
    plain: ['order_id'],
    personal: ['id', 'created_at'],
    exported: { as: 'reviewPhotos', columns: ['order_id', 'id', 'created_at'] },
  }),
]
