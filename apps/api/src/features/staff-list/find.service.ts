import type { FoundItem, FoundKind } from '@cotation/contracts'
import { languages, type StaffRight } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#core/deps.ts'
import type { Texts } from '#core/texts.ts'
import { companyOrNameOf } from '#db/customer-sql.ts'
import type { Db } from '#db/database.ts'
import { type Comparison, contains, equals } from '#db/lists.ts'
import { customersMatching } from './shared-columns.ts'

/** More results of one kind would push the other kinds out of sight. */
const maxPerKind = 6

interface Search {
  search: string
  compare: Comparison
  rights: readonly StaffRight[]
  /** The start of an invoice's number in the text, and the rest; null if it has none. */
  invoice: { prefix: string; search: string } | null
}

type Asked = Omit<Search, 'compare'>

interface FoundRow extends Omit<FoundItem, 'kind' | 'projectId'> {
  /** Only parts of quotes have one. */
  projectId?: string
}

interface Finder {
  right: StaffRight
  /** Null if the text cannot be one of this kind. */
  query: (asked: Search) => RawBuilder<FoundRow> | null
}

const finders: Readonly<Record<FoundKind, Finder>> = {
  order: {
    right: 'orders.read',
    query: ({ search, compare }) => sql`
      select o.id, o.number as name, ${companyOrNameOf('c')} as detail, null as "orderId"
      from customer_order o join customer c on c.id = o.customer_id
      where o.id in (
        select o.id from customer_order o where ${compare(sql`o.number`, search)}
        union all select o.id from customer_order o where o.po_number <> '' and ${compare(sql`o.po_number`, search)})
      order by o.placed_at desc, o.id limit ${maxPerKind}`,
  },
  // Invoices have the number of their order, so they are found by the rest of their number.
  invoice: {
    right: 'orders.read',
    query: ({ invoice, compare }) =>
      invoice &&
      sql`
      select o.id, ${invoice.prefix} || o.number as name, ${companyOrNameOf('c')} as detail, o.id as "orderId"
      from customer_order o join customer c on c.id = o.customer_id
      where ${compare(sql`o.number`, invoice.search)} and o.paid_at is not null and o.original_order_id is null
      order by o.placed_at desc, o.id limit ${maxPerKind}`,
  },
  'cost-invoice': {
    right: 'costs.read',
    query: ({ invoice, compare }) =>
      invoice &&
      sql`
      select cost.id, ${invoice.prefix} || cost.number as name, o.number as detail, o.id as "orderId"
      from additional_cost cost join customer_order o on o.id = cost.order_id
      where ${compare(sql`cost.number`, invoice.search)} and cost.paid_at is not null
      order by cost.created_at desc, cost.id limit ${maxPerKind}`,
  },
  customer: {
    right: 'customers.read',
    query: ({ search, rights, compare }) => sql`
      select c.id, ${companyOrNameOf('c')} as name, c.email as detail, null as "orderId"
      from customer c
      where c.deleted_at is null and c.id in (${customersMatching(search, rights, compare)})
      order by c.created_at desc, c.id limit ${maxPerKind}`,
  },
  question: {
    right: 'quotes.answer',
    query: ({ search, compare }) => sql`
      select line.id, line.name, project.name as detail, null as "orderId"
      from quote_line line join project on project.id = line.project_id
      join manual_quote question on question.line_id = line.id and question.state <> 'withdrawn'
      where ${compare(sql`line.name`, search)} and line.deleted_at is null and project.deleted_at is null
      order by question.asked_at desc, line.id limit ${maxPerKind}`,
  },
  // Parts that were ordered or asked about are found by their order or question.
  'quoted-part': {
    right: 'quotes.answer',
    query: ({ search, compare }) => sql`
      select line.id, line.name, project.name as detail, null as "orderId", project.id as "projectId"
      from quote_line line join project on project.id = line.project_id
      where ${compare(sql`line.name`, search)} and line.deleted_at is null and project.deleted_at is null
        and not exists (select from order_line ordered where ordered.line_id = line.id)
        and not exists (
          select from manual_quote question where question.line_id = line.id and question.state <> 'withdrawn')
      order by line.created_at desc, line.id limit ${maxPerKind}`,
  },
  project: {
    right: 'quotes.answer',
    query: ({ search, compare }) => sql`
      select project.id, project.name, coalesce(${companyOrNameOf('c')}, '') as detail, null as "orderId"
      from project left join customer c on c.id = project.customer_id
      where ${compare(sql`project.name`, search)} and project.deleted_at is null
      order by project.updated_at desc, project.id limit ${maxPerKind}`,
  },
  part: {
    right: 'orders.read',
    query: ({ search, compare }) => sql`
      select line.id, line.name, o.number as detail, o.id as "orderId"
      from order_line line join customer_order o on o.id = line.order_id
      where ${compare(sql`line.name`, search)}
      order by o.placed_at desc, line.id limit ${maxPerKind}`,
  },
  claim: {
    right: 'orders.read',
    query: ({ search, compare }) => sql`
      select claim.id, coalesce(claim.work_order_number, o.number) as name, o.number as detail, o.id as "orderId"
      from after_sale_claim claim join customer_order o on o.id = claim.order_id
      where claim.id in (
        select claim.id from after_sale_claim claim where ${compare(sql`claim.work_order_number`, search)}
        union all select claim.id from after_sale_claim claim where claim.order_id in (
          select o.id from customer_order o where ${compare(sql`o.number`, search)}))
      order by claim.opened_at desc, claim.id limit ${maxPerKind}`,
  },
  'additional-cost': {
    right: 'costs.read',
    query: ({ search, compare }) => sql`
      select cost.id, cost.number as name, o.number as detail, o.id as "orderId"
      from additional_cost cost join customer_order o on o.id = cost.order_id
      where ${compare(sql`cost.number`, search)}
      order by cost.created_at desc, cost.id limit ${maxPerKind}`,
  },
  parcel: {
    right: 'orders.read',
    query: ({ search, compare }) => sql`
      select parcel.id, parcel.tracking_number as name, o.number as detail, o.id as "orderId"
      from parcel join customer_order o on o.id = parcel.order_id
      where ${compare(sql`parcel.tracking_number`, search)}
      order by parcel.created_at desc, parcel.id limit ${maxPerKind}`,
  },
  run: {
    right: 'production.read',
    query: ({ search, compare }) => sql`
      select run.id, run.code as name, line.name as detail, run.order_id as "orderId"
      from production_run run join order_line line on line.id = run.line_id
      where ${compare(sql`run.code`, search)}
      order by run.code desc limit ${maxPerKind}`,
  },
  tray: {
    right: 'production.read',
    query: ({ search, compare }) => sql`
      select tray.id, tray.code as name, '' as detail, null as "orderId"
      from tray where ${compare(sql`tray.code`, search)}
      order by tray.opened_at desc, tray.id limit ${maxPerKind}`,
  },
}

/** The texts with which invoices begin, such as "F-", in the documents of each language. */
const invoicePrefixes = (texts: Texts) =>
  languages.map((language) => texts(language, 'papers', 'invoice.number', { order: '' }))

function invoiceIn(text: string, texts: Texts): Search['invoice'] {
  const typed = text.toLowerCase()
  const prefix = invoicePrefixes(texts).find((one) => typed.startsWith(one.toLowerCase()))
  const search = text.slice(prefix?.length ?? 0)
  // The start alone would find every invoice.
  return prefix === undefined || search === '' ? null : { prefix, search }
}

/**
 * Finds exact matches of one kind, then the newest that contain the text. These are two queries: in
 * one, longer numbers would push the exact one out, and a sort by equality would read all of them.
 */
async function findOfKind(db: Db, { query }: Finder, asked: Asked): Promise<FoundRow[]> {
  const found = new Map<string, FoundRow>()
  for (const compare of [equals, contains]) {
    const selected = query({ ...asked, compare })
    if (selected === null) return []

    const { rows } = await selected.execute(db)
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, row)
  }
  return [...found.values()].slice(0, maxPerKind)
}

/**
 * What a person may open whose number or name contains a text. Each kind begins with exact matches
 * and goes on with the newest.
 */
export async function findAnything(
  { db, texts }: Pick<Deps, 'db' | 'texts'>,
  rights: readonly StaffRight[],
  text: string,
): Promise<FoundItem[]> {
  const asked: Asked = { search: text, rights, invoice: invoiceIn(text, texts) }
  const found: FoundItem[] = []
  for (const [kind, finder] of Object.entries(finders) as [FoundKind, Finder][]) {
    if (!rights.includes(finder.right)) continue
    const rows = await findOfKind(db, finder, asked)
    found.push(...rows.map((row) => ({ kind, projectId: null, ...row })))
  }
  return found
}
