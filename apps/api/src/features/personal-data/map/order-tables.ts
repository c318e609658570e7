import { type SqlBool, sql } from 'kysely'
import {
  declarationForCustomer,
  emptyText,
  emptyValue,
  ofCustomer,
  ofOrder,
  ofPaidOrder,
  type Subject,
  tableRule,
} from './rule.ts'

/** The country stays: the VAT of the order rests on it. */
const countryOnly = (column: 'shipping_address' | 'billing_address') => sql`jsonb_build_object(
  'firstName', '', 'lastName', '', 'company', '', 'phoneCode', '', 'phone', '', 'vatNumber', '',
  'country', coalesce(${sql.ref(column)} ->> 'country', ''),
  'line1', '', 'line2', '', 'line3', '', 'postcode', '', 'city', '', 'state', '')`

/** The answer and its clearance stay, as evidence of why the parts were shipped. */
const declarationOnly = sql`export_declaration || '{"answeredBy": ""}'::jsonb`

/** Prices, sizes and weights stay. */
const pricesOnly = sql`ordered || '{"configuration": null, "part": null, "sha256": null, "attachments": []}'::jsonb`

const ofInspection = ({ customerId }: Subject) =>
  sql<SqlBool>`inspection_id in (
    select inspection.id from inspection join customer_order placed on placed.id = inspection.order_id
    where placed.customer_id = ${customerId})`

const ofStep = ({ customerId }: Subject) =>
  sql<SqlBool>`step_id in (
    select step.id from production_step step join production_run run on run.id = step.run_id
    join customer_order placed on placed.id = run.order_id
    where placed.customer_id = ${customerId})`

const ofParcel = ({ customerId }: Subject) =>
  sql<SqlBool>`parcel_id in (
    select parcel.id from parcel join customer_order placed on placed.id = parcel.order_id
    where placed.customer_id = ${customerId})`

/** Orders keep their figures. What was written in them moves to the archive, if they were paid. */
export const orderTables = [
  tableRule('order_review', {
    owner: ofOrder,
    onDeletion: 'blank',
    archived: ofPaidOrder,
    plain: ['order_id', 'stars', 'workmanship', 'product', 'service', 'logistics', 'created_at'],
    personal: { comment: emptyText },
    exported: {
      as: 'reviews',
      columns: ['order_id', 'stars', 'workmanship', 'product', 'service', 'logistics', 'comment', 'created_at'],
    },
  }),
  tableRule('order_event', {
    owner: ofOrder,
    onDeletion: 'blank',
    archived: ofPaidOrder,
    plain: ['id', 'order_id', 'at', 'from_status', 'to_status', 'actor', 'staff_id'],
    personal: { reason: emptyText },
    exported: { as: 'orderEvents', columns: ['order_id', 'at', 'from_status', 'to_status', 'actor', 'reason'] },
  }),
  // Notes of staff are about the customer, and go with the messages.
  tableRule('order_message', {
    owner: ofOrder,
    onDeletion: 'erase',
    plain: ['id', 'order_id', 'staff_id', 'is_visible', 'awaits_answer'],
    personal: ['text', 'at'],
    exported: {
      as: 'orderMessages',
      columns: ['order_id', 'at', 'is_visible', 'text'],
      partly: { text: sql`case when is_visible then text else '' end` },
    },
  }),
  // Sizes and verdicts are facts about parts that were made; a note may be about their customer.
  tableRule('inspection', {
    owner: ofOrder,
    onDeletion: 'blank',
    plain: [
      'id',
      'run_id',
      'order_id',
      'round',
      'quantity',
      'sample_size',
      'opened_at',
      'concluded_at',
      'concluded_by',
      'good',
      'rework',
      'scrap',
      'reason',
      'back_to',
      'report_id',
    ],
    personal: { note: emptyText },
    exported: {
      as: 'inspections',
      columns: ['id', 'order_id', 'round', 'quantity', 'sample_size', 'concluded_at', 'good', 'rework', 'scrap'],
    },
  }),
  tableRule('inspection_characteristic', {
    owner: ofInspection,
    onDeletion: 'keep',
    plain: [
      'id',
      'inspection_id',
      'position',
      'key',
      'kind',
      'method',
      'is_per_piece',
      'subject',
      'nominal_mm',
      'lower_mm',
      'upper_mm',
    ],
    exported: {
      as: 'inspectionChecks',
      columns: ['id', 'inspection_id', 'kind', 'method', 'subject', 'nominal_mm', 'lower_mm', 'upper_mm'],
    },
  }),
  tableRule('inspection_value', {
    owner: (subject) => sql<SqlBool>`characteristic_id in (
      select id from inspection_characteristic where ${ofInspection(subject)})`,
    onDeletion: 'keep',
    plain: ['id', 'characteristic_id', 'piece', 'value_mm', 'is_good', 'staff_id', 'at'],
    exported: { as: 'inspectionValues', columns: ['characteristic_id', 'piece', 'value_mm', 'is_good', 'at'] },
  }),
  // For colleagues, like notes; the customer's copy has the photos of inspections.
  tableRule('production_photo', {
    owner: ofStep,
    onDeletion: 'erase',
    plain: ['step_id', 'staff_id'],
    personal: ['id', 'at'],
  }),
  // Photos show the customer's parts.
  tableRule('inspection_photo', {
    owner: ofInspection,
    onDeletion: 'erase',
    plain: ['inspection_id', 'staff_id'],
    personal: ['id', 'at'],
    exported: { as: 'inspectionPhotos', columns: ['id', 'inspection_id', 'at'] },
  }),
  tableRule('parcel', {
    owner: ofOrder,
    onDeletion: 'blank',
    archived: ofPaidOrder,
    plain: [
      'id',
      'order_id',
      'number',
      'carrier',
      'state',
      'weight_g',
      'length_mm',
      'width_mm',
      'height_mm',
      'created_at',
      'shipped_at',
      'delivered_at',
    ],
    // The carrier knows the address by it.
    personal: { tracking_number: emptyText },
    exported: {
      as: 'parcels',
      columns: ['order_id', 'number', 'carrier', 'tracking_number', 'state', 'shipped_at', 'delivered_at'],
    },
  }),
  tableRule('parcel_content', {
    owner: ofParcel,
    onDeletion: 'keep',
    plain: ['parcel_id', 'order_line_id', 'quantity'],
    exported: { as: 'parcelContents', columns: ['parcel_id', 'order_line_id', 'quantity'] },
  }),
  tableRule('parcel_event', {
    owner: ofParcel,
    onDeletion: 'blank',
    plain: ['id', 'parcel_id', 'at', 'state', 'carrier_event_id', 'staff_id'],
    // The last place is near the recipient, and a note may name the person who signed.
    personal: { place: emptyText, note: emptyText },
    exported: { as: 'parcelEvents', columns: ['parcel_id', 'at', 'state', 'place', 'note'] },
  }),
  tableRule('payment_link', {
    owner: ({ customerId }) => sql<SqlBool>`(
      order_id in (select id from customer_order where customer_id = ${customerId})
      or additional_cost_id in (select id from additional_cost where customer_id = ${customerId}))`,
    onDeletion: 'erase',
    plain: [
      'id',
      'order_id',
      'additional_cost_id',
      'created_at',
      'expires_at',
      'is_mailed',
      'shows_po_number',
      'shows_parts',
    ],
    personal: ['recipient', 'message', 'requester', 'company'],
    secret: ['key_hash'],
    exported: {
      as: 'paymentLinks',
      columns: ['order_id', 'created_at', 'expires_at', 'recipient', 'message', 'requester', 'company'],
    },
  }),
  tableRule('order_line', {
    owner: ofOrder,
    onDeletion: 'blank',
    archived: ofPaidOrder,
    plain: [
      'id',
      'order_id',
      'position',
      'line_id',
      'upload_id',
      'quantity',
      'unit_minor',
      'goods_minor',
      'services_minor',
      'discount_minor',
      'total_minor',
      'original_line_id',
    ],
    personal: { name: emptyText, thumbnail_id: emptyValue, ordered: pricesOnly, comment: emptyText },
    exported: {
      as: 'orderLines',
      columns: [
        'order_id',
        'position',
        'upload_id',
        'name',
        'ordered',
        'quantity',
        'unit_minor',
        'goods_minor',
        'services_minor',
        'discount_minor',
        'total_minor',
        'comment',
      ],
    },
  }),
  tableRule('customer_order', {
    owner: ofCustomer,
    onDeletion: 'blank',
    archived: sql<SqlBool>`paid_at is not null`,
    plain: [
      'stopped_by',
      'id',
      'number',
      'customer_id',
      'project_id',
      'submission_key',
      'status',
      'language',
      'catalogue_version',
      'total',
      'total_minor',
      'currency',
      'points',
      'carrier',
      'dates',
      'placed_at',
      'paid_at',
      'delivered_at',
      'closed_at',
      'original_order_id',
      'claim_id',
    ],
    personal: {
      shipping_address: countryOnly('shipping_address'),
      billing_address: countryOnly('billing_address'),
      freight_account: emptyText,
      po_number: emptyText,
      comment: emptyText,
      entrust: emptyValue,
      export_declaration: declarationOnly,
      // The coupon itself is erased.
      coupon_id: emptyValue,
    },
    exported: {
      as: 'orders',
      columns: [
        'id',
        'number',
        'project_id',
        'status',
        'language',
        'total',
        'total_minor',
        'currency',
        'points',
        'shipping_address',
        'billing_address',
        'carrier',
        'freight_account',
        'dates',
        'po_number',
        'comment',
        'entrust',
        'placed_at',
        'paid_at',
        'delivered_at',
        'closed_at',
        'export_declaration',
      ],
      partly: { export_declaration: declarationForCustomer },
    },
  }),
  tableRule('coupon', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['id', 'customer_id', 'order_id', 'first_order_only'],
    personal: ['code', 'coupon', 'source', 'issued_at', 'expires_at', 'withdrawn_at', 'used_at'],
    exported: {
      as: 'coupons',
      columns: ['code', 'coupon', 'source', 'issued_at', 'expires_at', 'withdrawn_at', 'order_id', 'used_at'],
    },
  }),
  tableRule('coupon_offer', {
    owner: null,
    onDeletion: 'keep',
    plain: ['code', 'coupon', 'uses_left', 'redeemable_until', 'valid_days', 'created_at'],
  }),
]
