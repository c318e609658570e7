import { type SqlBool, sql } from 'kysely'
import { always, emptyText, emptyValue, ofCustomer, ofPayment, tableRule } from './rule.ts'

/** Amounts, times and references stay for the books; texts move to the archive. */
export const moneyTables = [
  tableRule('payment_refund', {
    owner: ofPayment,
    onDeletion: 'blank',
    archived: always,
    // `asked_by` is a role or an id of staff.
    plain: [
      'id',
      'intent_id',
      'amount_minor',
      'usd_minor',
      'state',
      'asked_by',
      'asked_at',
      'done_at',
      'sent_by',
      'bank_transaction_id',
    ],
    personal: { reason: emptyText },
    exported: {
      as: 'refunds',
      columns: ['intent_id', 'amount_minor', 'usd_minor', 'state', 'reason', 'asked_at', 'done_at'],
    },
  }),
  tableRule('bank_receipt', {
    owner: ofPayment,
    onDeletion: 'blank',
    archived: always,
    // The bank's id stays: a line of the statement that is entered twice must count once.
    plain: [
      'id',
      'bank_transaction_id',
      'amount_minor',
      'currency',
      'state',
      'why',
      'intent_id',
      'recorded_by',
      'approved_by',
      'received_at',
      'settled_at',
    ],
    personal: { reference: emptyText, note: emptyText },
    exported: {
      as: 'bankReceipts',
      columns: ['intent_id', 'reference', 'amount_minor', 'currency', 'state', 'received_at', 'settled_at'],
    },
  }),
  tableRule('payment_event', {
    owner: ofPayment,
    onDeletion: 'keep',
    // `detail` holds amounts and codes.
    plain: ['id', 'intent_id', 'provider', 'event_id', 'type', 'amount_minor', 'currency', 'detail', 'received_at'],
    exported: {
      as: 'paymentEvents',
      columns: ['intent_id', 'provider', 'type', 'amount_minor', 'currency', 'received_at'],
    },
  }),
  tableRule('payment_intent', {
    owner: ofCustomer,
    onDeletion: 'blank',
    plain: [
      'id',
      'customer_id',
      'order_id',
      'reload_id',
      'additional_cost_id',
      'method',
      'agency',
      'payer_language',
      'amount_minor',
      'currency',
      'usd_minor',
      'state',
      'captured_minor',
      'refunded_minor',
      'reference',
      'provider_session',
      'created_at',
      'expires_at',
      'check_at',
      'closed_at',
    ],
    // The provider's page shows what was paid to anyone with its address.
    personal: { provider_url: emptyValue, payer_email: emptyText },
    exported: {
      as: 'payments',
      columns: [
        'id',
        'order_id',
        'reload_id',
        'method',
        'agency',
        'payer_email',
        'amount_minor',
        'currency',
        'usd_minor',
        'state',
        'captured_minor',
        'refunded_minor',
        'reference',
        'created_at',
        'closed_at',
      ],
    },
  }),
  tableRule('reload', {
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: [
      'id',
      'number',
      'customer_id',
      'submission_key',
      'amount_minor',
      'created_at',
      'paid_at',
      'available_at',
      'credited_at',
    ],
    exported: {
      as: 'reloads',
      columns: ['id', 'number', 'amount_minor', 'created_at', 'paid_at', 'available_at', 'credited_at'],
    },
  }),
  tableRule('credit_grant', {
    owner: ofCustomer,
    onDeletion: 'blank',
    archived: always,
    plain: ['id', 'customer_id', 'limit_minor', 'staff_id', 'at'],
    personal: { reason: emptyText },
    exported: { as: 'creditLimits', columns: ['at', 'limit_minor', 'reason'] },
  }),
  tableRule('proposal_decision', {
    owner: ({ customerId }) => sql<SqlBool>`proposal_id in (select id from proposal where customer_id = ${customerId})`,
    onDeletion: 'blank',
    archived: always,
    plain: ['proposal_id', 'proposed_by', 'outcome', 'decided_by', 'decided_at'],
    personal: { reason: emptyText },
    exported: { as: 'proposalDecisions', columns: ['proposal_id', 'outcome', 'reason', 'decided_at'] },
  }),
  tableRule('proposal', {
    owner: ofCustomer,
    onDeletion: 'blank',
    archived: always,
    // `action` holds ids and amounts.
    plain: [
      'id',
      'action',
      'request_key',
      'customer_id',
      'amount_minor',
      'earlier_minor',
      'proposed_by',
      'proposed_at',
      'expires_at',
    ],
    personal: { reason: emptyText },
    exported: { as: 'proposals', columns: ['id', 'action', 'amount_minor', 'reason', 'proposed_at'] },
  }),
  tableRule('solo_action', {
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: ['id', 'solo_limit', 'request_key', 'customer_id', 'staff_id', 'amount_minor', 'at'],
  }),
  tableRule('ledger_entry', {
    owner: ({ customerId }) =>
      sql<SqlBool>`account_id in (select id from ledger_account where customer_id = ${customerId})`,
    onDeletion: 'keep',
    plain: ['id', 'transaction_id', 'account_id', 'currency', 'amount_minor', 'balance_after_minor'],
    exported: {
      as: 'transactionEntries',
      columns: ['transaction_id', 'account_id', 'currency', 'amount_minor', 'balance_after_minor'],
    },
  }),
  tableRule('ledger_transaction', {
    owner: ({ customerId }) => sql<SqlBool>`(customer_id = ${customerId}
      or order_id in (select id from customer_order where customer_id = ${customerId})
      or reload_id in (select id from reload where customer_id = ${customerId})
      or additional_cost_id in (select id from additional_cost where customer_id = ${customerId}))`,
    onDeletion: 'blank',
    archived: sql<SqlBool>`note <> ''`,
    // The key names its cause by ids.
    plain: [
      'id',
      'kind',
      'idempotency_key',
      'customer_id',
      'order_id',
      'reload_id',
      'additional_cost_id',
      'intent_id',
      'staff_id',
      'created_at',
      'made_in',
    ],
    personal: { note: emptyText },
    exported: {
      as: 'transactions',
      columns: ['id', 'kind', 'order_id', 'reload_id', 'intent_id', 'note', 'created_at'],
    },
  }),
  tableRule('ledger_account', {
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: ['id', 'kind', 'customer_id', 'currency', 'normal_side', 'floor_minor', 'balance_minor', 'created_at'],
    exported: { as: 'balances', columns: ['id', 'kind', 'currency', 'floor_minor', 'balance_minor', 'created_at'] },
  }),
]
