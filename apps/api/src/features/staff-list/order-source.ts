import { type ListFilter, openClaimStates, openPaymentStates, startOfDay } from '@cotation/domain'
import { type SqlBool, sql } from 'kysely'
import { contains } from '#db/lists.ts'
import { orderDueDay } from '#db/order-sql.ts'
import { allOf, type Condition, dayFrom, type ListReader, type ListSource } from './list-query.ts'
import { companyColumn, customerColumn, customersMatching, emailColumn, managerColumn } from './shared-columns.ts'

const customerId = sql`o.customer_id`

const dueDay = orderDueDay('o')

const process = sql`line.ordered->'price'->>'process'`

const processes = sql`array(
  select distinct ${process} from order_line line where line.order_id = o.id and ${process} is not null order by 1)`

/** Whether any line has one of the values: cheaper than to collect them all for each row. */
const filterProcesses = ({ operator, values }: ListFilter): Condition => {
  const isAny = sql<SqlBool>`exists (
    select from order_line line where line.order_id = o.id and ${process} = any(${values}::text[]))`
  return operator === 'in' ? isAny : sql<SqlBool>`not ${isAny}`
}

/** The methods that pay or paid; failed attempts do not count. */
const methods = sql`array(
  select distinct intent.method from payment_intent intent
  where intent.order_id = o.id
    and (intent.captured_minor > 0 or intent.state in (${sql.join(openPaymentStates)})) order by 1)`

/** With a limit: the database would otherwise read all open claims for a page of orders. */
const hasOpenClaim = sql`coalesce((
  select true from after_sale_claim claim
  where claim.order_id = o.id and claim.state in (${sql.join(openClaimStates)}) limit 1), false)`

/** A number of days in a filter, within what dates can express. */
const daysOf = (value: string) => Math.max(-36_500, Math.min(36_500, Number(value)))

/** Days late follow from the due day, which has an index. */
function filterDaysLate(today: string, { operator, values }: ListFilter): Condition | null {
  const [first = 0, second = 0] = values.map(daysOf)
  if (operator === 'gte') return sql<SqlBool>`${dueDay} <= ${dayFrom(today, -first)}`
  if (operator === 'lte') return sql<SqlBool>`${dueDay} >= ${dayFrom(today, -first)}`
  if (operator === 'is') return sql<SqlBool>`${dueDay} = ${dayFrom(today, -first)}`
  if (operator === 'between')
    return sql<SqlBool>`(${dueDay} <= ${dayFrom(today, -first)} and ${dueDay} >= ${dayFrom(today, -second)})`
  return operator === 'empty' ? sql<SqlBool>`${dueDay} is null` : sql<SqlBool>`${dueDay} is not null`
}

/** Ages follow from the placing time, which has an index. Days begin at midnight in the shop. */
function filterAgeDays({ today, timeZone }: ListReader, { operator, values }: ListFilter): Condition {
  const [first = 0, second = first] = values.map(daysOf)
  const startOf = (age: number) => startOfDay(timeZone, dayFrom(today, -age))
  return allOf([
    operator === 'lte' ? null : sql`o.placed_at < ${startOf(first - 1)}`,
    operator === 'gte' ? null : sql`o.placed_at >= ${startOf(second)}`,
  ])
}

export const orderSource = (reader: ListReader): ListSource => ({
  from: sql`customer_order o`,
  id: sql`o.id`,
  search: (search) => sql<SqlBool>`o.id in (
    select o.id from customer_order o where ${contains(sql`o.number`, search)}
    union all select o.id from customer_order o where o.po_number <> '' and ${contains(sql`o.po_number`, search)}
    union all select o.id from customer_order o where o.customer_id in (${customersMatching(search, reader.rights)}))`,
  columns: {
    number: { value: sql`o.number` },
    customer: customerColumn(customerId),
    company: companyColumn(customerId),
    email: emailColumn(customerId),
    status: { value: sql`o.status`, isSplit: true },
    dueDay: { value: dueDay },
    daysLate: {
      value: sql`(${reader.today}::date - (${dueDay})::date)`,
      filter: (filter) => filterDaysLate(reader.today, filter),
      sort: { by: dueDay, type: 'day', isReversed: true },
    },
    totalUsd: { value: sql`o.total_minor` },
    total: {
      value: sql`jsonb_build_object('minor', (o.total->'display'->>'totalMinor')::bigint, 'currency', o.currency)`,
    },
    currency: { value: sql`o.currency` },
    processes: { value: processes, filter: filterProcesses },
    parts: { value: sql`(select count(*)::int from order_line line where line.order_id = o.id)` },
    pieces: {
      value: sql`(select coalesce(sum(line.quantity), 0)::int from order_line line where line.order_id = o.id)`,
    },
    placedAt: { value: sql`o.placed_at` },
    ageDays: {
      value: sql`(${reader.today}::date - (o.placed_at at time zone ${reader.timeZone})::date)`,
      filter: (filter) => filterAgeDays(reader, filter),
      sort: { by: sql`o.placed_at`, type: 'time', isReversed: true },
    },
    paidAt: { value: sql`o.paid_at` },
    country: { value: sql`(o.shipping_address->>'country')` },
    carrier: { value: sql`o.carrier` },
    paymentMethods: { value: methods },
    poNumber: { value: sql`nullif(o.po_number, '')` },
    manager: managerColumn(customerId),
    isStopped: { value: sql`(o.stopped_by is not null)` },
    hasOpenClaim: { value: hasOpenClaim },
  },
})
