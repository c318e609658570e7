import { createJobs } from '@cotation/api/src/core/jobs.ts'
import { type Db, openDatabase } from '@cotation/api/src/db/database.ts'
import { migrate } from '@cotation/api/src/db/migrate.ts'
import { sql } from 'kysely'

/** Makes the tables in an empty database, and rows as in a shop that has run until `now`. */
export async function fillShop(connectionString: string, orderCount: number, now: Date): Promise<void> {
  await migrate(connectionString)
  // The list of mails reads the jobs that have not sent theirs.
  await (await createJobs(connectionString, { debug() {}, info() {}, warn() {}, error() {} })).stop()

  // Generating takes longer than the product allows a statement.
  const writer = openDatabase(connectionString, { isPooled: true, answerTimeoutMs: 3_600_000 })
  await fill(writer, orderCount, now)
  await writer.destroy()
}

async function fill(db: Db, orderCount: number, now: Date): Promise<void> {
  const customers = Math.max(100, Math.floor(orderCount / 10))
  const statements = [
    sql`insert into catalogue_version (version, content, content_hash, author, created_at)
      values ('2026-01-01.1', '{}', sha256('bench'), 'bench', ${now})`,
    sql`insert into staff_member (name, email, role, created_at)
      select (array['Lea', 'Noe', 'Zoe'])[i], 'manager-' || i || '@example.com', 'account-manager', ${now}
      from generate_series(1, 3) i`,
    sql`insert into customer (email, username, account_type, language, company, first_name, last_name, created_at,
        activated_at, manager_id)
      select 'buyer-' || i || '@example.com', 'buyer' || i, 'enterprise', 'fr',
        case when i % 3 = 0 then '' else 'Atelier ' || i end, 'Ada', 'Martin ' || i,
        ${now}::timestamptz - i * interval '7 minutes', ${now},
        case when i % 50 = 0 then (select id from staff_member where name = 'Lea') end
      from generate_series(1, ${customers}::int) i`,
    sql`create temporary table buyer as select id, row_number() over (order by email) as place from customer`,
    sql`create index on buyer (place)`,
    sql`insert into upload (customer_id, purpose, name, bytes, state, created_at, last_used_at)
      select id, 'part', 'block.stl', 100, 'done', ${now}, ${now} from customer limit 1`,
    // Most orders are finished; the open ones are the newest, as in a shop that runs for years.
    sql`insert into customer_order (number, customer_id, submission_key, status, language, catalogue_version, total,
        total_minor, currency, points, shipping_address, billing_address, carrier, freight_account, dates, po_number,
        comment, placed_at, paid_at, closed_at)
      select 'C-26-' || i, buyer.id, gen_random_uuid(), status, 'fr', '2026-01-01.1',
        jsonb_build_object('display', jsonb_build_object('currency', 'EUR', 'totalMinor', i % 90000 + 1)),
        i % 90000 + 1, 'EUR', 0, address, address, (array['dhl', 'fedex', 'sf'])[i % 3 + 1], '',
        jsonb_build_object('ship', to_char(placed + interval '6 days', 'YYYY-MM-DD'),
          'deliveryLatest', to_char(placed + interval '10 days', 'YYYY-MM-DD')),
        case when i % 4 = 0 then 'PO-' || i else '' end, '', placed, placed,
        case when status = 'completed' then placed end
      from generate_series(1, ${orderCount}::int) i
      cross join lateral (select ${now}::timestamptz - (${orderCount}::int - i) * interval '1 minute' as placed) times
      cross join lateral (select case when i < ${orderCount}::int * 0.97 then 'completed'
        else (array['paid', 'in_review', 'in_production', 'quality_check', 'shipped', 'delivered'])[i % 6 + 1] end
        as status) states
      cross join lateral (select jsonb_build_object('country', (array['FR', 'DE', 'US', 'JP'])[i % 4 + 1],
        'city', 'Paris', 'line1', '12 rue des Lilas') as address) addresses
      join buyer on buyer.place = i % ${customers}::int + 1`,
    sql`insert into order_line (order_id, position, upload_id, name, ordered, quantity, unit_minor, goods_minor,
        services_minor, discount_minor, total_minor, comment)
      select o.id, 1, (select id from upload limit 1), 'block-' || o.number || '.stl',
        jsonb_build_object('price', jsonb_build_object('process', (array['sla', 'milling', 'sls', 'mjf'])
          [o.total_minor % 4 + 1])), 5, 1, 1, 0, 0, 1, ''
      from customer_order o`,
    sql`insert into after_sale_claim (customer_id, order_id, submission_key, state, reason, opened_at)
      select customer_id, id, gen_random_uuid(), case when total_minor % 40 = 0 then 'open' else 'rejected' end,
        'surface', placed_at
      from customer_order where total_minor % 20 = 0`,
    sql`insert into additional_cost (number, order_id, customer_id, request_key, reason, explanation, state, language,
        currency, net_minor, tax_minor, total_minor, deadline, created_at)
      select 'A-' || number, id, customer_id, gen_random_uuid(), 'geometry', 'x',
        case when total_minor % 400 = 0 then 'requested' else 'paid' end, 'fr', 'EUR', 100, 0, 100,
        placed_at + interval '7 days', placed_at
      from customer_order where total_minor % 50 = 0`,
    sql`insert into mail_record (mail_id, kind, recipient, subject, text, html, language, state, has_secret, mailed_at)
      select 'm-' || number, 'order-paid', 'buyer-' || (total_minor % ${customers}::int) || '@example.com',
        'Commande ' || number, '', '', 'fr', case when total_minor % 500 = 0 then 'refused' else 'sent' end, false,
        placed_at
      from customer_order`,
    // Steps are kept for as long as their orders; those of a fifth of them suffice to hide the open ones.
    sql`insert into production_run (order_id, line_id, quantity, cause, due_day, is_late, opened_at)
      select o.id, line.id, 5, 'order', o.dates ->> 'ship', o.total_minor % 1000 = 0, o.placed_at
      from customer_order o join order_line line on line.order_id = o.id
      where o.status in ('in_production', 'quality_check') or o.total_minor % 5 = 0`,
    sql`insert into production_step (run_id, position, operation, station, due_day, state, quantity, planned_minutes)
      select run.id, position, (array['printing', 'milling', 'packing'])[position + 1],
        (array['sls', 'mill3', 'dispatch'])[position + 1], run.due_day,
        case when o.status not in ('in_production', 'quality_check') then 'done'
          else (array['ready', 'waiting', 'waiting'])[position + 1] end, 5, 30
      from production_run run join customer_order o on o.id = run.order_id cross join generate_series(0, 2) position`,
    sql`insert into tray (key, station, material_id, colour_id, catalogue_version, state, fill_percent, opened_at,
        opened_by, started_at, started_by, closed_at, closed_by, closed_key)
      select gen_random_uuid(), 'sls', 'sls-pa12-3201', 'white', '2026-01-01.1',
        case when i % 100 = 0 then 'open' else 'done' end, i % 100, at, lea.id,
        case when i % 100 > 0 then at end, case when i % 100 > 0 then lea.id end,
        case when i % 100 > 0 then at end, case when i % 100 > 0 then lea.id end,
        case when i % 100 > 0 then gen_random_uuid() end
      from generate_series(1, ${Math.max(1000, Math.floor(orderCount / 50))}::int) i
        cross join lateral (select ${now}::timestamptz - i * interval '50 minutes' as at) times
        join staff_member lea on lea.name = 'Lea'`,
    sql`insert into tray_content (tray_id, step_id, quantity)
      select tray.id, step.id, 5
      from (select id, row_number() over (order by due_day desc, id) as place from production_step where position = 0) step
        join (select id, row_number() over (order by opened_at desc) as place from tray) tray
          on tray.place = step.place / 10 + 1`,
    sql`insert into project (customer_id, name, service, catalogue_version, priced_at, valid_until, created_at, updated_at)
      select id, 'Projet', '3d-printing', '2026-01-01.1', ${now}, ${now}, created_at, created_at from customer`,
    sql`insert into quote_line (project_id, upload_id, position, name, configuration, created_at, updated_at)
      select project.id, (select id from upload limit 1), 1,
        'Pièce-' || row_number() over (order by project.created_at) || '.stl', '{"quantity": 5}', created_at, created_at
      from project`,
    sql`insert into manual_quote (line_id, state, question, email, language, subject, asked_at, unit_minor, answered_at)
      select line.id, case when customer.manager_id is null then 'answered' else 'asked' end, 'Un prix ?',
        customer.email, 'fr', '{}', line.created_at, case when customer.manager_id is null then 100 end,
        case when customer.manager_id is null then line.created_at end
      from quote_line line join project on project.id = line.project_id
        join customer on customer.id = project.customer_id`,
    // Past the chain, which would hash each entry under its lock.
    sql`insert into audit_entry (position, at, actor, staff_id, action, subject_kind, subject_id, customer_id, before,
        after, request_id, previous_hash, hash)
      select i, o.placed_at, 'staff', lea.id,
        case when i % 100000 = 0 then 'role.made' when i % 5 = 0 then 'order.moved' else 'file.viewed' end,
        case when i % 100000 = 0 then 'role' else 'order' end, o.id::text, o.customer_id, '{}', '{"state": "paid"}', '',
        sha256('bench'), sha256(i::text::bytea)
      from (select *, row_number() over (order by placed_at, id) as i from customer_order) o
        join staff_member lea on lea.name = 'Lea'`,
    sql`insert into audit_reason (position, customer_id, salt, reason)
      select position, customer_id, gen_random_uuid(), 'Motif ' || position || ' du client'
      from audit_entry where position % 10 = 1`,
    sql`insert into security_event (at, kind, customer_id, network_hash, detail)
      select ${now}::timestamptz - i * interval '7 seconds', case when i % 50 = 0 then 'login-failed' else 'login' end,
        buyer.id, 'network-' || i % 5000, 'password'
      from generate_series(1, ${orderCount}::int) i join buyer on buyer.place = i % ${customers}::int + 1`,
    sql`insert into proposal (action, request_key, customer_id, amount_minor, earlier_minor, reason, proposed_by,
        proposed_at, expires_at)
      select jsonb_build_object('kind', 'coupon-offer', 'code', 'BENCH-' || i), i::text, null, 100, 0, 'Salon', lea.id, at,
        at + interval '14 days'
      from generate_series(1, ${Math.max(1000, Math.floor(orderCount / 100))}::int) i
        cross join lateral (select ${now}::timestamptz - i * interval '5 hours' as at) times
        join staff_member lea on lea.name = 'Lea'`,
    sql`insert into proposal_decision (proposal_id, proposed_by, outcome, decided_by, reason, decided_at)
      select id, proposed_by, 'expired', null, '', expires_at from proposal where expires_at < ${now}`,
  ]
  // One connection, because temporary tables belong to it. Indexes are made after the rows: to keep the
  // trigrams of each row up to date takes most of the time.
  await db.connection().execute(async (connection) => {
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('customer', 'customer_order', 'order_line', 'mail_record', 'production_run', 'quote_line',
        'audit_entry', 'audit_reason', 'security_event') and indexdef not like 'CREATE UNIQUE%'`.execute(connection)
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(connection)
    for (const statement of statements) await statement.execute(connection)
    for (const { definition } of indexes) await sql.raw(definition).execute(connection)
  })
  await sql`vacuum analyze`.execute(db)
}
