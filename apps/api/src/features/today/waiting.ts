import {
  type ClaimState,
  dayIn,
  exportWording,
  openStepStates,
  type StaffTaskKind,
  staffTaskRules,
} from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import { isMailQueue } from '#core/mail-queues.ts'
import { openAuditBreaks } from '#db/audit-sql.ts'
import { companyOrNameOf } from '#db/customer-sql.ts'
import { orderDueDay } from '#db/order-sql.ts'

/** What the queries depend on besides the rows. */
export interface TaskScope {
  now: Date
  /** Time zone of the shop: days of dispatch end there. */
  timeZone: string
  /** The person who looks: nobody approves their own proposals or receipts. */
  staffId: string
}

/**
 * A select with the columns `subject_id`, `target_id`, `title`, `customer`, `customer_id`,
 * `amount_minor`, `currency`, `since` and, if it is not `since` plus the promised hours, `due_at`.
 * Messages about an order have `newest_id` too.
 */
type Waiting = (scope: TaskScope) => RawBuilder<unknown>

const name = sql`coalesce(${companyOrNameOf('customer')}, '')`

const customer = sql`${name} as customer, customer.id as customer_id`

const noCustomer = sql`'' as customer, null::uuid as customer_id`

const noAmount = sql`null::bigint as amount_minor, 'USD' as currency`

/** A UUID for what has no id of its own, in the form of version 4, which calls accept. */
export const hashedId = (key: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(${key}) placing '4' from 13) placing '8' from 17)::uuid`

/** Excludes done tasks, for kinds that only a mark ends. */
const notDone = (kind: StaffTaskKind, id: RawBuilder<unknown>) => sql`not exists (
  select from task_done where task_done.kind = ${kind} and task_done.subject_id = ${id})`

/** The end of a day in the dates that an order was promised. */
const promisedEnd = (date: 'ship' | 'deliveryLatest', { timeZone }: TaskScope) =>
  sql`((customer_order.dates ->> ${sql.lit(date)})::date + 1)::timestamp at time zone ${timeZone}`

/** When an order was promised to have left. */
const shipEnd = (scope: TaskScope) => promisedEnd('ship', scope)

/** Orders that lists show as late, before their shipment and after. */
const isOverdue = ({ now, timeZone }: TaskScope) => sql`${orderDueDay('customer_order')} < ${dayIn(timeZone, now)}`

/**
 * When the oldest open incident of an order began: at the first report of an incident after the
 * parcel's last report of another state. Like in `applyReport`, the newest report decides.
 */
const incidentSince = sql`(
  select min(incident.at) from parcel join parcel_event incident on incident.parcel_id = parcel.id
  where parcel.order_id = customer_order.id and parcel.state = 'exception' and incident.state = 'exception'
    and not exists (
      select from parcel_event later where later.parcel_id = parcel.id and later.state <> 'exception'
        and (later.at, later.id) > (incident.at, incident.id)))`

/** When the plan of what is still made for an order first ended after its promised day; null if it ends before. */
const plannedLateSince = sql`(
  select min(production_run.opened_at) from production_run
  where production_run.order_id = customer_order.id and production_run.is_late
    and exists (
      select from production_step
      where production_step.run_id = production_run.id and production_step.state in (${sql.join([...openStepStates])})))`

const closings = { held: 'released', disputed: 'dispute_closed' } as const

/**
 * When a payment came into its state: at the fact that opened it while nothing else kept it open, as
 * `paymentStanding` counts. Later facts of the provider do not begin the task again.
 */
const inStateSince = (state: keyof typeof closings) => sql`coalesce((
  select received_at from (
    select id, type, received_at,
      sum(case type when ${state} then 1 else -1 end) over (order by received_at, id) as open_count
    from payment_event where intent_id = payment_intent.id and type in (${state}, ${closings[state]})
  ) fact where type = ${state} and open_count = 1
  order by received_at desc, id desc limit 1), payment_intent.created_at)`

/** Payments of orders and additional costs; both lead to the order. */
const ofPayment = (state: 'held' | 'disputed', condition: RawBuilder<unknown>) => sql`
  select payment_intent.id as subject_id, coalesce(payment_intent.order_id, additional_cost.order_id)::text as target_id,
    coalesce(customer_order.number, additional_cost.number) as title, ${customer},
    payment_intent.amount_minor, payment_intent.currency, ${inStateSince(state)} as since
  from payment_intent join customer on customer.id = payment_intent.customer_id
    left join customer_order on customer_order.id = payment_intent.order_id
    left join additional_cost on additional_cost.id = payment_intent.additional_cost_id
  where payment_intent.state = ${state} and payment_intent.reload_id is null and ${condition}`

/** A transfer that is held waits as its receipt. */
const noReceiptHeld = sql`not exists (
  select from bank_receipt where intent_id = payment_intent.id and bank_receipt.state = 'held')`

const receipts = (state: 'held' | 'unapproved', condition: RawBuilder<unknown>) => sql`
  select bank_receipt.id as subject_id, bank_receipt.id::text as target_id, bank_receipt.reference as title,
    ${customer}, bank_receipt.amount_minor, bank_receipt.currency, bank_receipt.received_at as since
  from bank_receipt left join payment_intent on payment_intent.id = bank_receipt.intent_id
    left join customer on customer.id = payment_intent.customer_id
  where bank_receipt.state = ${state} and ${condition}`

/** Refunds of orders and additional costs, which lead to the order, or of reloads. */
const refunds = (of: 'order' | 'reload', condition: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  select payment_refund.id as subject_id,
    coalesce(payment_intent.order_id, additional_cost.order_id, payment_intent.reload_id)::text as target_id,
    coalesce(customer_order.number, additional_cost.number, reload.number) as title, ${customer},
    payment_refund.amount_minor, payment_intent.currency, ${since} as since
  from payment_refund join payment_intent on payment_intent.id = payment_refund.intent_id
    join customer on customer.id = payment_intent.customer_id
    left join customer_order on customer_order.id = payment_intent.order_id
    left join additional_cost on additional_cost.id = payment_intent.additional_cost_id
    left join reload on reload.id = payment_intent.reload_id
  where (payment_intent.reload_id is not null) = ${of === 'reload'} and ${condition}`

/** A later refund of the same payment is the answer to one that failed. */
const failedRefunds = (of: 'order' | 'reload', kind: StaffTaskKind) =>
  refunds(
    of,
    sql`payment_refund.state = 'failed' and ${notDone(kind, sql`payment_refund.id`)} and not exists (
      select from payment_refund later where later.intent_id = payment_refund.intent_id
        and later.state <> 'failed' and later.asked_at > payment_refund.asked_at)`,
    sql`coalesce(payment_refund.done_at, payment_refund.asked_at)`,
  )

const orders = (condition: RawBuilder<unknown>, since: RawBuilder<unknown>, due: RawBuilder<unknown>) => sql`
  select customer_order.id as subject_id, customer_order.id::text as target_id, customer_order.number as title,
    ${customer}, customer_order.total_minor as amount_minor, 'USD' as currency, ${since} as since, ${due} as due_at
  from customer_order join customer on customer.id = customer_order.customer_id
  where customer_order.stopped_by is null and ${condition}`

const claims = (condition: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  select after_sale_claim.id as subject_id, after_sale_claim.id::text as target_id, customer_order.number as title,
    ${customer}, ${noAmount}, coalesce(${since}, after_sale_claim.opened_at) as since
  from after_sale_claim join customer_order on customer_order.id = after_sale_claim.order_id
    join customer on customer.id = after_sale_claim.customer_id
  where ${condition}`

/** When a claim last came into a state. */
const claimMovedAt = (state: ClaimState) => sql`(
  select max(at) from after_sale_event where claim_id = after_sale_claim.id and to_state = ${state})`

/** Jobs that were given up. The queue keeps them for two weeks. */
const jobs = (kind: StaffTaskKind, condition: RawBuilder<unknown>) => sql`
  select job.id as subject_id, job.id::text as target_id, coalesce(source_name, '') as title, ${noCustomer}, ${noAmount},
    created_on as since
  from pgboss.job where name = 'dead-letter' and state < 'active' and ${condition} and ${notDone(kind, sql`job.id`)}`

/** The tasks that wait now, by kind. */
const waitingOf: Record<StaffTaskKind, Waiting> = {
  'expert-question': () => sql`
    select manual_quote.id as subject_id, manual_quote.line_id::text as target_id, quote_line.name as title,
      coalesce(nullif(${name}, ''), manual_quote.email) as customer, customer.id as customer_id, ${noAmount},
      manual_quote.asked_at as since
    from manual_quote join quote_line on quote_line.id = manual_quote.line_id
      join project on project.id = quote_line.project_id
      left join customer on customer.id = project.customer_id
    where manual_quote.state = 'asked' and quote_line.deleted_at is null and project.deleted_at is null`,

  'contact-message': () => sql`
    select contact_message.id as subject_id, contact_message.id::text as target_id, topic as title,
      contact_message.name as customer, null::uuid as customer_id, ${noAmount}, created_at as since
    from contact_message where ${notDone('contact-message', sql`contact_message.id`)}`,

  // One task per order, since the first message without an answer until the newest.
  'order-message': () => sql`
    select first.id as subject_id, first.order_id::text as target_id, customer_order.number as title, ${customer},
      ${noAmount}, first.at as since, (
        select newest.id from order_message newest
        where newest.order_id = first.order_id and newest.awaits_answer
        order by newest.at desc, newest.id desc limit 1) as newest_id
    from (
      select distinct on (message.order_id) message.id, message.order_id, message.at from order_message message
      where message.awaits_answer
      order by message.order_id, message.at, message.id
    ) first join customer_order on customer_order.id = first.order_id
      join customer on customer.id = customer_order.customer_id`,

  'order-review': (scope) => {
    const since = sql`coalesce(customer_order.paid_at, customer_order.placed_at)`
    const promised = sql`${since} + make_interval(hours => ${staffTaskRules['order-review'].promisedHours})`
    return orders(
      sql`customer_order.status in ('paid', 'in_review')`,
      since,
      sql`least(${promised}, ${shipEnd(scope)})`,
    )
  },

  'order-late': (scope) => {
    const { promisedHours } = staffTaskRules['order-late']
    const atRisk = sql`${shipEnd(scope)} - make_interval(hours => ${promisedHours})`
    const since = sql`least(${plannedLateSince}, case when ${atRisk} <= ${scope.now} then ${atRisk} end)`
    return orders(
      sql`customer_order.status in ('in_production', 'quality_check') and ${since} is not null`,
      since,
      sql`${since} + make_interval(hours => ${promisedHours})`,
    )
  },

  // The candidates are looked up first, because most orders are neither overdue nor have an incident.
  'delivery-late': (scope) => {
    const { promisedHours } = staffTaskRules['delivery-late']
    const overdueSince = sql`case when customer_order.status = 'shipped' and ${isOverdue(scope)}
      then ${promisedEnd('deliveryLatest', scope)} end`
    const since = sql`least(${overdueSince}, ${incidentSince})`
    return orders(
      sql`customer_order.status in ('in_production', 'quality_check', 'shipped') and ${since} is not null
        and customer_order.id in (
          select customer_order.id from customer_order where ${isOverdue(scope)}
          union all select parcel.order_id from parcel where parcel.state = 'exception')`,
      since,
      sql`least(${overdueSince}, ${incidentSince} + make_interval(hours => ${promisedHours}))`,
    )
  },

  claim: () => claims(sql`after_sale_claim.state = 'open'`, claimMovedAt('open')),

  // Begins again if the after-sale order is cancelled.
  'claim-to-settle': () =>
    claims(
      sql`after_sale_claim.state = 'accepted' and not exists (
        select from customer_order reprint where reprint.claim_id = after_sale_claim.id and reprint.status <> 'cancelled')`,
      sql`greatest(${claimMovedAt('accepted')}, (
        select max(reprint.closed_at) from customer_order reprint
        where reprint.claim_id = after_sale_claim.id and reprint.status = 'cancelled'))`,
    ),

  'cost-declined': () => sql`
    select additional_cost.id as subject_id, additional_cost.id::text as target_id, additional_cost.number as title,
      ${customer}, additional_cost.total_minor as amount_minor, 'USD' as currency, coalesce((
        select max(at) from additional_cost_event where cost_id = additional_cost.id), additional_cost.created_at) as since
    from additional_cost join customer_order on customer_order.id = additional_cost.order_id
      join customer on customer.id = additional_cost.customer_id
    where additional_cost.state in ('declined', 'expired')
      and customer_order.status in ('paid', 'in_review', 'in_production', 'quality_check')
      and ${notDone('cost-declined', sql`additional_cost.id`)}`,

  'receipt-held': () => receipts('held', sql`true`),

  'receipt-unapproved': ({ staffId }) => receipts('unapproved', sql`bank_receipt.recorded_by <> ${staffId}`),

  'payment-held': () => ofPayment('held', noReceiptHeld),

  'reload-held': () => sql`
    select payment_intent.id as subject_id, reload.id::text as target_id, reload.number as title, ${customer},
      payment_intent.amount_minor, payment_intent.currency, ${inStateSince('held')} as since
    from payment_intent join reload on reload.id = payment_intent.reload_id
      join customer on customer.id = payment_intent.customer_id
    where payment_intent.state = 'held' and ${noReceiptHeld}`,

  'refund-to-send': () =>
    refunds(
      'order',
      sql`payment_refund.state = 'asked' and payment_intent.method = 'bank_transfer' and payment_intent.agency`,
      sql`payment_refund.asked_at`,
    ),

  'refund-failed': () => failedRefunds('order', 'refund-failed'),

  'reload-refund-failed': () => failedRefunds('reload', 'reload-refund-failed'),

  'payment-dispute': () => ofPayment('disputed', sql`true`),

  'reload-dispute': () => sql`
    select reload_dispute.id as subject_id, reload_dispute.id::text as target_id, reload.number as title,
      ${customer}, reload_dispute.disputed_minor as amount_minor, 'USD' as currency, reload_dispute.opened_at as since
    from reload_dispute join payment_intent on payment_intent.id = reload_dispute.intent_id
      join reload on reload.id = payment_intent.reload_id join customer on customer.id = reload_dispute.customer_id
    where reload_dispute.released_at is null and (reload_dispute.outcome is null or reload_dispute.outcome = 'lost')`,

  // Begins with the first check that failed: the later ones of a customer who tries again are the same task.
  'vat-number': () => sql`
    select ${hashedId(sql`vat_number`)} as subject_id, vat_number as target_id, vat_number as title, ${noCustomer},
      ${noAmount}, coalesce((
        select min(failed.checked_at) from vat_check failed
        where failed.vat_number = newest.vat_number and failed.checked_at > coalesce((
          select max(passed.checked_at) from vat_check passed
          where passed.vat_number = newest.vat_number and passed.result in ('valid', 'released')), '-infinity')),
        newest.checked_at) as since
    from (
      select distinct on (vat_number) vat_number, result, checked_at from vat_check
      order by vat_number, checked_at desc, staff_id is null
    ) newest where result in ('invalid', 'unavailable')`,

  'freight-account': () => sql`
    select ${hashedId(sql`concat_ws(' ', express_account.customer_id, express_account.carrier, express_account.number)`)}
        as subject_id,
      express_account.customer_id::text as target_id, upper(express_account.carrier) || ' ' || express_account.number as title,
      ${customer}, ${noAmount}, express_account.created_at as since
    from express_account join customer on customer.id = express_account.customer_id
    where express_account.confirmed_at is null and express_account.is_current`,

  // As `exportStanding`: a clearance is about the uploads that were reviewed. A review that returns
  // begins with the first part that was added since.
  'export-control': () => sql`
    select project.id as subject_id, project.id::text as target_id, project.name as title, ${customer}, ${noAmount},
      greatest((project.export_declaration ->> 'answeredAt')::timestamptz,
        (project.export_declaration -> 'clearance' ->> 'at')::timestamptz, uncleared.first_at) as since
    from project join customer on customer.id = project.customer_id
      join lateral (
        select min(greatest(quote_line.created_at, upload.created_at)) as first_at
        from quote_line join upload on upload.id = quote_line.upload_id
        where quote_line.project_id = project.id and quote_line.deleted_at is null
          and not coalesce(project.export_declaration -> 'clearance' -> 'uploadIds' ? upload.id::text, false)
      ) uncleared on uncleared.first_at is not null
    where project.deleted_at is null and project.export_declaration ->> 'answer' in ('yes', 'unknown')
      and project.export_declaration ->> 'wording' = ${exportWording}`,

  proposal: ({ now, staffId }) => sql`
    select proposal.id as subject_id, proposal.id::text as target_id, proposal.action ->> 'kind' as title,
      ${customer}, proposal.amount_minor, 'USD' as currency, proposal.proposed_at as since
    from proposal left join customer on customer.id = proposal.customer_id
    where proposal.expires_at > ${now} and proposal.proposed_by <> ${staffId}
      and not exists (select from proposal_decision where proposal_id = proposal.id)`,

  'referral-refused': () => sql`
    select referral.id as subject_id, referral.referrer_id::text as target_id, referral.code as title, ${customer},
      ${noAmount}, referral.decided_at as since
    from referral join customer on customer.id = referral.referrer_id
    where referral.state in ('refused', 'voided') and ${notDone('referral-refused', sql`referral.id`)}`,

  // Files of customers, who can be helped, while a project needs one and no expert is asked.
  'file-unreadable': () => sql`
    select upload.id as subject_id, line.project_id::text as target_id, upload.name as title, ${customer},
      ${noAmount}, upload.created_at as since
    from upload join customer on customer.id = upload.customer_id
      join lateral (
        select quote_line.project_id from quote_line join project on project.id = quote_line.project_id
        where quote_line.upload_id = upload.id and quote_line.deleted_at is null and project.deleted_at is null
          and not exists (select from manual_quote where line_id = quote_line.id and state <> 'withdrawn')
        limit 1) line on true
    where upload.state = 'failed' and upload.purpose = 'part' and ${notDone('file-unreadable', sql`upload.id`)}`,

  'mail-failed': () => jobs('mail-failed', isMailQueue(sql`source_name`)),

  'job-failed': () => jobs('job-failed', sql`${isMailQueue(sql`source_name`)} is not true`),

  // One task per break, since the first night that found it.
  'audit-broken': () => sql`
    select subject_id, target_id, title, ${noCustomer}, ${noAmount}, since
    from (
      select ${hashedId(sql`'audit ' || min(broken.id)`)} as subject_id, min(broken.id)::text as target_id,
        '#' || broken.broken_at as title, min(broken.at) as since
      from ${openAuditBreaks('broken')}
      group by broken.broken_at, broken.fault
    ) found where ${notDone('audit-broken', sql`found.subject_id`)}`,
}

/** The tasks of some kinds as one table with the columns of `Waiting`, `kind` and `due_at`. */
export function waitingTasks(kinds: readonly StaffTaskKind[], scope: TaskScope): RawBuilder<unknown> {
  const selects = kinds.map((kind) => {
    const ownDue = kind === 'order-review' || kind === 'order-late' || kind === 'delivery-late'
    const dueAt = ownDue
      ? sql`task.due_at`
      : sql`task.since + make_interval(hours => ${staffTaskRules[kind].promisedHours})`
    const newestId = kind === 'order-message' ? sql`task.newest_id` : sql`task.subject_id`
    return sql`
      select ${kind}::text as kind, task.subject_id, ${newestId} as newest_id, task.target_id, task.title, task.customer, task.customer_id,
        task.amount_minor, task.currency, task.since, ${dueAt} as due_at
      from (${waitingOf[kind](scope)}) task`
  })
  return sql`(${sql.join(selects, sql` union all `)})`
}
