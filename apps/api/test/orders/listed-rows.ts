import { randomUUID } from 'node:crypto'
import {
  type AdditionalCostState,
  accountTypes,
  additionalCostReasons,
  additionalCostStates,
  carrierIds,
  claimReasons,
  claimStates,
  currencies,
  customerFlags,
  dayIn,
  holdsUpOrder,
  isClosedStep,
  loyaltyLevelIds,
  manualQuoteStates,
  openClaimStates,
  operations,
  orderStatuses,
  paymentMethods,
  printStations,
  processIds,
  runCauses,
  serviceIds,
  staffTaskKinds,
  stations,
  stepStates,
  technologySlugs,
  trayStates,
} from '@cotation/domain'
import { type Insertable, sql } from 'kysely'
import type { OrderRow } from '#db/order-rows.ts'
import type { CustomerFlagTable } from '#db/schema.generated.ts'
import { expireOverdueCosts } from '#features/additional-cost/additional-cost.service.ts'
import type { TestApp } from '#test/app.ts'
import { aCustomer } from '#test/builders.ts'
import { aMailRecord } from '#test/mails.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { aGivenUpJob } from '#test/waiting-tasks.ts'
import { dayMs, type ExpectedLists, type ExpectedRow, type Person, type Random, seeded } from './expected-lists.ts'
import { aPaymentOf } from './ledger.ts'
import { someAuditEntries, someProposals, someSecurityEvents } from './listed-records.ts'
import { anOrderIn } from './order-status.ts'
import { anAddress } from './orders.ts'

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const makingStatuses: readonly string[] = ['paid', 'in_review', 'in_production', 'quality_check']

const capturedUsd = 100

/** Rows of every list, with values that repeat and values that are missing. */
export async function someListedRows(app: TestApp): Promise<ExpectedLists> {
  const random = seeded(18)
  const lists: ExpectedLists = {
    orders: [],
    customers: [],
    claims: [],
    'additional-costs': [],
    mails: [],
    'expert-questions': [],
    production: [],
    trays: [],
    proposals: [],
    audit: [],
    'security-events': [],
  }
  const people = await someCustomers(app, random, lists)
  const first = people[0]
  if (!first) throw new Error('no customer')

  const { id: templateId } = await anOrderIn(app, first.id)
  const [template] = await rowsOf(app, 'customer_order', { id: templateId })
  if (!template) throw new Error('no order')
  const disputeId = await aDispute(app, first.id)

  for (let index = 0; index < 60; index++) {
    const person = random.pick(people)
    const order = await anOrder(app, random, { template, disputeId, person, index })
    if (random.upTo(3) === 0) await aClaim(app, random, order, person, lists)
    if (random.upTo(3) === 0) await aCost(app, random, order, person, lists)
    const stepIds = await someSteps(app, random, order, lists)
    if (random.upTo(3) === 0) await aListedTray(app, random, stepIds, lists)
    lists.orders.push(order.expected)
  }

  await someProposals(app, random, people, lists)
  await someMails(app, random, people, lists)
  for (let index = 0; index < 25; index++) await aQuestion(app, random, random.pick(people), lists)

  await someSecurityEvents(app, random, people, lists)

  await removeTemplate(app, templateId)
  addFigures(lists)
  // Last, because other rows are recorded too, and these must follow each other.
  await someAuditEntries(app, random, people, lists)
  return lists
}

/** Steps of the first line of an order; those of orders in production are listed while they are open. */
async function someSteps(
  app: TestApp,
  random: Random,
  order: ListedOrder,
  lists: ExpectedLists,
): Promise<ListedStep[]> {
  const { db } = app.deps
  const [lineId = ''] = order.lineIds
  const line = await rowOf(app, 'order_line', { id: lineId })
  const { dates } = await rowOf(app, 'customer_order', { id: order.id })
  const [worker] = await rowsOf(app, 'staff_member', { name: 'Noe' })
  // Shipped ones have no parcels here, so their pieces follow.
  const isMade = ['in_production', 'quality_check', 'shipped'].includes(String(order.expected.status))
  const dayNear = () => dayOf(new Date(app.clock.now.getTime() + (random.upTo(9) - 4) * dayMs))

  const cause = random.pick(runCauses)
  const runDay = dayNear()
  const code = `F${200_000 + random.upTo(100_000)}`
  const runId = await insertRow(db, 'production_run', {
    code,
    order_id: order.id,
    line_id: lineId,
    quantity: 10,
    cause,
    reason: cause === 'order' ? null : 'size',
    due_day: runDay,
    is_late: runDay > dates.ship,
    opened_at: app.clock.now,
  })

  const made: ListedStep[] = []
  for (let position = 0; position < 3; position++) {
    const state = random.pick(stepStates)
    // Several steps of a run are often due on one day.
    const stepDay = random.maybe(made.at(-1)?.stepDay ?? null) ?? dayNear()
    const station = random.pick(stations)
    const operation = random.pick(operations)
    const service = random.maybe(random.pick(serviceIds))
    const plannedMinutes = random.maybe(random.upTo(5) * 30)
    const good = random.upTo(5)

    const operator = random.maybe(worker)

    const id = await insertRow(db, 'production_step', {
      run_id: runId,
      position,
      operation,
      station,
      service,
      planned_minutes: plannedMinutes,
      due_day: stepDay,
      state,
      quantity: 10,
      good,
      running_since: state === 'running' ? app.clock.now : null,
      staff_id: operator?.id ?? null,
    })

    made.push({ id, stepDay })
    if (!isMade || isClosedStep(state)) continue

    lists.production.push({
      id,
      code,
      stepDay,
      station,
      operation,
      service,
      state,
      isHeld: order.isFirstLineHeld || order.expected.isStopped === true,
      part: line.name,
      pieces: 10 - good,
      order: { id: order.id, name: order.number },
      plannedMinutes,
      process: line.ordered.price?.process ?? null,
      operator: operator ? { id: operator.id, name: operator.name } : null,
      dueDay: dates.ship,
      isRemake: cause !== 'order',
      isLate: runDay > dates.ship,
    })
  }
  return made
}

interface ListedStep {
  id: string
  stepDay: string
}

/** A tray with some of these steps, or with none. */
async function aListedTray(app: TestApp, random: Random, steps: readonly ListedStep[], lists: ExpectedLists) {
  const { db } = app.deps
  const [catalogue] = await rowsOf(app, 'catalogue_version', {})
  const workers = await rowsOf(app, 'staff_member', {})
  const worker = random.pick(workers.filter(({ name }) => ['Lea', 'Noe'].includes(name)))

  const state = random.pick(trayStates)
  const station = random.pick(printStations)
  const material = random.pick(['sls-pa12-3201', 'mjf-pa12', 'resin-9600'])
  const colour = random.pick(['white', 'black'])
  const fill = random.upTo(12) * 10
  const isClosed = state === 'done' || state === 'failed'
  const createdAt = new Date(app.clock.now.getTime() - random.upTo(9) * dayMs)
  const startedAt = state === 'open' ? null : new Date(createdAt.getTime() + random.upTo(3) * 3_600_000)
  const finishedAt = isClosed ? new Date(createdAt.getTime() + dayMs) : null
  const code = `P${200_000 + random.upTo(100_000)}`
  const id = await insertRow(db, 'tray', {
    key: randomUUID(),
    code,
    station,
    material_id: material,
    colour_id: colour,
    catalogue_version: catalogue?.version ?? '',
    state,
    fill_percent: fill,
    opened_at: createdAt,
    opened_by: worker.id,
    started_at: startedAt,
    started_by: startedAt && worker.id,
    closed_at: finishedAt,
    closed_by: finishedAt && worker.id,
    closed_key: finishedAt && randomUUID(),
    reason: state === 'failed' ? 'machine' : null,
  })

  const printed = random.some(steps)
  let pieces = 0
  for (const step of printed) {
    const quantity = 1 + random.upTo(5)
    pieces += quantity
    await db.insertInto('tray_content').values({ tray_id: id, step_id: step.id, quantity }).execute()
  }
  lists.trays.push({
    id,
    code,
    state,
    station,
    material,
    colour,
    pieces,
    orders: printed.length > 0 ? 1 : 0,
    fill,
    stepDay: printed.map(({ stepDay }) => stepDay).sort()[0] ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    operator: { id: worker.id, name: worker.name },
  })
}

/** Its events cannot be deleted by the product. */
async function removeTemplate({ deps: { db } }: TestApp, orderId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table order_event disable trigger user`.execute(trx)
    await trx.deleteFrom('order_event').where('order_id', '=', orderId).execute()
    await trx.deleteFrom('order_line').where('order_id', '=', orderId).execute()
    await trx.deleteFrom('customer_order').where('id', '=', orderId).execute()
  })
}

async function someCustomers(app: TestApp, random: Random, lists: ExpectedLists): Promise<Person[]> {
  const managers: { id: string; name: string }[] = []
  for (const name of ['Lea', 'Noe'])
    managers.push({
      name,
      id: await insertRow(app.deps.db, 'staff_member', {
        name,
        email: `${name.toLowerCase()}@shop.example`,
        role: 'account-manager',
        created_at: app.clock.now,
      }),
    })
  // Mails about tasks would come at any time, and the list of mails has to stay as it is.
  for (const { id } of managers) {
    const choices = staffTaskKinds.map((kind) => ({ staff_id: id, kind, notice: 'never' as const }))
    await app.deps.db.insertInto('task_notice_choice').values(choices).execute()
  }

  const people: Person[] = []
  for (let index = 0; index < 12; index++) {
    const accountType = random.pick(accountTypes)
    const { id, email } = await aCustomer(app, { accountType, email: `buyer-${10 + index}@example.com` })
    const company = random.maybe(`Atelier ${random.pick(['Durand', 'Martin', 'Lefèvre'])}`)
    const manager = random.maybe(random.pick(managers))
    const lastName = random.pick(['', 'Béranger', 'Robert'])
    const createdAt = new Date(app.clock.now.getTime() - random.upTo(6) * dayMs)
    const [{ username = '' } = {}] = await rowsOf(app, 'customer', { id })
    const rights = {
      is_recharge: random.upTo(2) === 0,
      is_entrust_order_account: random.upTo(2) === 0,
      activated_at: random.maybe(app.clock.now),
    }
    await app.deps.db
      .updateTable('customer')
      .set({ company: company ?? '', manager_id: manager?.id ?? null, last_name: lastName, ...rights })
      .where('id', '=', id)
      .execute()
    await updateCreation(app, id, createdAt)

    const country = random.maybe(random.pick(['FR', 'DE', 'JP']))
    if (country !== null) await anAddress(app, id, 'shipping', { country, is_default: true })
    const level = random.maybe(random.pick(loyaltyLevelIds))
    await app.deps.db.deleteFrom('loyalty_member').where('customer_id', '=', id).execute()
    if (level !== null)
      await app.deps.db.insertInto('loyalty_member').values({ customer_id: id, level, month: '2026-03' }).execute()

    const flags = random.some(customerFlags)
    for (const flag of flags)
      await insertFlag(app, { customer_id: id, flag, reason: 'Retards', staff_id: managers[0]?.id ?? '' })

    const name = lastName === '' ? username : lastName
    people.push({ id, name, company, email, createdAt, manager })
    lists.customers.push({
      id,
      email,
      name,
      company,
      accountType,
      country,
      level,
      flags: [...flags].sort(),
      manager,
      createdAt: createdAt.toISOString(),
      isActivated: rights.activated_at !== null,
      mayReload: rights.is_recharge,
      mayOrderForOthers: rights.is_entrust_order_account,
      orders: 0,
      spentUsd: 0,
      lastOrderAt: null,
    })
  }
  return people
}

const insertFlag = (app: TestApp, flag: Omit<Insertable<CustomerFlagTable>, 'flagged_at'>) =>
  app.deps.db
    .insertInto('customer_flag')
    .values({ ...flag, flagged_at: app.clock.now })
    .execute()

/** The time of creation is written once by the product, so its type allows no update. */
const updateCreation = (app: TestApp, id: string, createdAt: Date) =>
  updateRows(app, 'customer', { id }, { created_at: createdAt } as never)

/** A dispute about a reload of a customer. */
export async function aDispute(app: TestApp, customerId: string): Promise<string> {
  const reloadId = await insertRow(app.deps.db, 'reload', {
    number: `R-${randomUUID()}`,
    customer_id: customerId,
    submission_key: randomUUID(),
    amount_minor: 100_00,
    created_at: app.clock.now,
  })
  const intentId = await insertRow(app.deps.db, 'payment_intent', {
    customer_id: customerId,
    reload_id: reloadId,
    method: 'card',
    amount_minor: 100,
    usd_minor: 100,
    currency: 'USD',
    state: 'disputed',
    created_at: app.clock.now,
  })
  return insertRow(app.deps.db, 'reload_dispute', {
    intent_id: intentId,
    customer_id: customerId,
    provider_id: `dp_${randomUUID()}`,
    disputed_minor: 100,
    frozen_minor: 100,
    opened_at: app.clock.now,
  })
}

interface ListedOrder {
  id: string
  number: string
  lineIds: string[]
  isClosed: boolean
  /** Whether the work on its first line waits for an additional cost. */
  isFirstLineHeld: boolean
  expected: ExpectedRow
}

interface OrderSeed {
  template: OrderRow
  disputeId: string
  person: Person
  index: number
}

async function anOrder(
  app: TestApp,
  random: Random,
  { template, disputeId, person, index }: OrderSeed,
): Promise<ListedOrder> {
  const { db } = app.deps
  const { id: _id, ...row } = template
  const status = random.pick(orderStatuses)

  const placedAt = new Date(app.clock.now.getTime() - random.upTo(20) * dayMs)
  const paidAt = random.maybe(new Date(placedAt.getTime() + random.upTo(3) * dayMs))
  const ship = dayOf(new Date(app.clock.now.getTime() + (random.upTo(11) - 5) * dayMs))
  const deliveryLatest = dayOf(new Date(app.clock.now.getTime() + (random.upTo(11) - 5) * dayMs))

  const totalMinor = 1000 + random.upTo(8) * 250
  const currency = random.pick(currencies)
  const country = random.pick(['FR', 'DE', 'US'])
  const carrier = random.pick(carrierIds)
  const poNumber = random.maybe(`PO-${random.upTo(5)}, lot ${random.upTo(3)}`)
  const isStopped = random.upTo(4) === 0
  const number = `L-26-${10_000 + ((index * 37) % 60)}`

  const id = await insertRow(db, 'customer_order', {
    ...row,
    number,
    customer_id: person.id,
    submission_key: randomUUID(),
    status,
    currency,
    carrier,
    total: JSON.stringify({ ...row.total, display: { ...row.total.display, currency, totalMinor: totalMinor + 7 } }),
    total_minor: totalMinor,
    shipping_address: JSON.stringify({ ...row.shipping_address, country }),
    billing_address: JSON.stringify(row.billing_address),
    dates: JSON.stringify({ ...row.dates, ship, deliveryLatest }),
    entrust: null,
    export_declaration: null,
    po_number: poNumber ?? '',
    placed_at: placedAt,
    paid_at: paidAt,
    stopped_by: isStopped ? disputeId : null,
  })

  const lineIds: string[] = []
  const processes = new Set<string>()
  let pieces = 0
  const [line] = await rowsOf(app, 'order_line', { order_id: template.id })
  if (!line) throw new Error('no line')
  for (let position = 1; position <= 1 + random.upTo(3); position++) {
    const process = random.pick(processIds)
    const quantity = 1 + random.upTo(5)
    const { id: _lineId, ...copied } = line
    const price = line.ordered.price && { ...line.ordered.price, process }
    lineIds.push(
      await insertRow(db, 'order_line', {
        ...copied,
        order_id: id,
        position,
        quantity,
        ordered: JSON.stringify({ ...line.ordered, price }),
        unit_minor: 1,
        goods_minor: 1,
        services_minor: 0,
        discount_minor: 0,
        total_minor: 1,
      }),
    )
    processes.add(process)
    pieces += quantity
  }

  const methods = random.some(paymentMethods)
  for (const method of methods)
    await aPaymentOf(db, person.id, { orderId: id, method, amountMinor: capturedUsd, capturedMinor: capturedUsd })
  // A failed attempt is no way in which the order is paid.
  if (!methods.includes('card'))
    await aPaymentOf(db, person.id, { orderId: id, method: 'card', amountMinor: 100, state: 'failed' })

  let dueDay: string | null = null
  if (makingStatuses.includes(status)) dueDay = ship
  if (status === 'shipped') dueDay = deliveryLatest
  const today = Date.parse(dayOf(app.clock.now))

  return {
    id,
    number,
    lineIds,
    isClosed: status === 'cancelled' || status === 'refunded',
    isFirstLineHeld: false,
    expected: {
      id,
      number,
      customer: { id: person.id, name: person.name },
      company: person.company,
      email: person.email,
      manager: person.manager,
      status,
      dueDay,
      daysLate: dueDay === null ? null : (today - Date.parse(dueDay)) / dayMs,
      totalUsd: totalMinor,
      total: { minor: totalMinor + 7, currency },
      currency,
      processes: [...processes].sort(),
      parts: lineIds.length,
      pieces,
      placedAt: placedAt.toISOString(),
      ageDays: (today - Date.parse(dayIn('Europe/Paris', placedAt))) / dayMs,
      paidAt: paidAt?.toISOString() ?? null,
      country,
      carrier,
      paymentMethods: [...methods].sort(),
      poNumber,
      isStopped,
      hasOpenClaim: false,
    },
  }
}

async function aClaim(app: TestApp, random: Random, order: ListedOrder, person: Person, lists: ExpectedLists) {
  const state = random.pick(claimStates)
  const isSettled = state === 'refunded' || state === 'credited'
  const workOrder = state === 'accepted' ? `W-26-${order.number.slice(-5)}` : null
  const settledUsd = isSettled ? 100 + random.upTo(4) * 50 : null
  const openedAt = new Date(app.clock.now.getTime() - random.upTo(9) * dayMs)
  const closedAt = random.maybe(new Date(openedAt.getTime() + random.upTo(3) * dayMs))
  const reason = random.pick(claimReasons)
  const id = await insertRow(app.deps.db, 'after_sale_claim', {
    customer_id: person.id,
    order_id: order.id,
    submission_key: randomUUID(),
    state,
    reason,
    work_order_number: workOrder,
    settled_minor: settledUsd,
    opened_at: openedAt,
    closed_at: closedAt,
  })

  let pieces = 0
  for (const lineId of order.lineIds) {
    const quantity = 1 + random.upTo(3)
    pieces += quantity
    await app.deps.db
      .insertInto('after_sale_line')
      .values({ claim_id: id, order_line_id: lineId, quantity, place_mm: null })
      .execute()
  }

  // An existing order is turned into the after-sale order.
  let reprint: { id: string; name: string } | null = null
  const made = lists.orders.at(-1)
  if (made && made.status !== 'cancelled' && random.upTo(2) === 0) {
    const reprinted = { claim_id: id, original_order_id: order.id, total_minor: 0 }
    await updateRows(app, 'customer_order', { id: made.id }, reprinted)
    made.totalUsd = 0
    const replaced = lists.claims.find((claim) => (claim.reprint as { id: string } | null)?.id === made.id)
    if (replaced) replaced.reprint = null
    reprint = { id: made.id, name: String(made.number) }
  }

  if ((openClaimStates as readonly string[]).includes(state)) order.expected.hasOpenClaim = true
  lists.claims.push({
    id,
    order: { id: order.id, name: order.number },
    customer: { id: person.id, name: person.name },
    company: person.company,
    manager: person.manager,
    state,
    reason,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    parts: order.lineIds.length,
    pieces,
    workOrder,
    reprint,
    settledUsd,
  })
}

async function aCost(app: TestApp, random: Random, order: ListedOrder, person: Person, lists: ExpectedLists) {
  const stored = random.pick(additionalCostStates)
  const deadline = new Date(app.clock.now.getTime() + (random.upTo(7) - 3) * dayMs)
  const createdAt = new Date(app.clock.now.getTime() - random.upTo(9) * dayMs)
  const paidAt = random.maybe(createdAt)
  const refundedAt = random.maybe(createdAt)

  const totalUsd = 500 + random.upTo(5) * 100
  const currency = random.pick(currencies)
  const reason = random.pick(additionalCostReasons)
  const number = `AC-${order.number.slice(-5)}`

  const id = await insertRow(app.deps.db, 'additional_cost', {
    number,
    order_id: order.id,
    customer_id: person.id,
    request_key: randomUUID(),
    reason,
    explanation: 'Une contre-dépouille',
    state: stored,
    language: 'fr',
    currency,
    net_minor: totalUsd,
    tax_minor: 0,
    total_minor: totalUsd,
    deadline,
    created_at: createdAt,
    paid_at: paidAt,
    refunded_at: refundedAt,
  })

  const orderLineId = random.pick([null, ...order.lineIds])
  const item = { cost_id: id, position: 0, order_line_id: orderLineId, amount_minor: totalUsd }
  await app.deps.db.insertInto('additional_cost_item').values(item).execute()

  const isAboutFirstLine = orderLineId === null || orderLineId === order.lineIds[0]
  if (isAboutFirstLine && holdsUpOrder({ reason, state: stored }, 'in_production')) order.isFirstLineHeld = true

  let state: AdditionalCostState = stored
  if (stored === 'requested' && deadline <= app.clock.now) state = 'expired'
  const isUndecided = stored === 'requested' || stored === 'expired'
  if (isUndecided && order.isClosed) state = 'withdrawn'

  lists['additional-costs'].push({
    id,
    number,
    order: { id: order.id, name: order.number },
    customer: { id: person.id, name: person.name },
    company: person.company,
    manager: person.manager,
    reason,
    state,
    totalUsd,
    currency,
    createdAt: createdAt.toISOString(),
    deadline: deadline.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    refundedAt: refundedAt?.toISOString() ?? null,
  })
}

/** Recorded mails, to customers and to others, and jobs that have not sent theirs. */
async function someMails(app: TestApp, random: Random, people: readonly Person[], lists: ExpectedLists): Promise<void> {
  // Mails about the rows above that are sent later would be listed too, as would those of costs that expire.
  await expireOverdueCosts(app.deps)
  await app.mails()
  await app.deps.db.deleteFrom('mail_record').execute()

  for (let index = 0; index < 20; index++) {
    const person = random.maybe(random.pick(people))
    const recipient = person?.email ?? `payer-${random.upTo(3)}@example.com`
    const isRefused = random.upTo(4) === 0
    const row = {
      kind: random.pick(['order-paid', 'order-shipped', 'password-reset']),
      recipient,
      subject: random.pick(['Commande payée', 'Commande expédiée']),
      state: isRefused ? ('refused' as const) : ('sent' as const),
      error: isRefused ? 'EENVELOPE 550' : null,
    }
    const mailedAt = new Date(app.clock.now.getTime() - random.upTo(6) * dayMs)
    const id = await aMailRecord(app, { ...row, mailed_at: mailedAt })
    // What was sent to an address before its account existed is of no customer.
    const isOfCustomer = person !== null && person.createdAt <= mailedAt
    const customer = isOfCustomer ? { id: person.id, name: person.name } : null
    lists.mails.push({ id, ...row, customer, mailedAt: mailedAt.toISOString() })
  }

  const failedId = await aGivenUpJob(app, 'order-mail')
  const failed = { recipient: null, customer: null, subject: null, kind: 'order-mail', state: 'failed' }
  lists.mails.push({ id: failedId, ...failed, error: 'ECONNREFUSED', mailedAt: app.clock.now.toISOString() })
  await waitingMail(app, random.pick(people), lists)
}

async function waitingMail(app: TestApp, person: Person, lists: ExpectedLists): Promise<void> {
  const payload = JSON.stringify({ kind: 'activation', email: person.email })
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, start_after, created_on)
    values ('auth-mail', ${payload}, 'retry', now() + interval '1 day', ${app.clock.now}) returning id`.execute(
    app.deps.db,
  )
  lists.mails.push({
    id: String(rows[0]?.id),
    recipient: person.email,
    customer: { id: person.id, name: person.name },
    subject: null,
    kind: 'activation',
    state: 'retrying',
    error: null,
    mailedAt: app.clock.now.toISOString(),
  })
}

async function aQuestion(app: TestApp, random: Random, person: Person, lists: ExpectedLists) {
  const { db } = app.deps
  const isVisitor = random.upTo(4) === 0
  const state = random.pick(manualQuoteStates)
  const service = random.pick(technologySlugs)
  const quantity = random.maybe(1 + random.upTo(5))
  const askedAt = new Date(app.clock.now.getTime() - random.upTo(9) * dayMs)
  const isAnswered = state === 'answered' || state === 'declined'
  const answeredAt = isAnswered ? new Date(askedAt.getTime() + random.upTo(3) * dayMs) : null
  const unitUsd = state === 'answered' ? 500 + random.upTo(5) * 100 : null
  const hasDraft = state === 'asked' && random.upTo(2) === 0
  const name = `${random.pick(['Bride', 'capot', 'Équerre'])}.stl`

  const owner = isVisitor ? { visitor_hash: Buffer.alloc(32, 7) } : { customer_id: person.id }
  const [catalogue] = await rowsOf(app, 'catalogue_version', {})
  const projectId = await insertRow(db, 'project', {
    ...owner,
    name: 'Projet',
    service,
    catalogue_version: catalogue?.version ?? '',
    priced_at: askedAt,
    valid_until: askedAt,
    created_at: askedAt,
    updated_at: askedAt,
  })

  const uploadId = await insertRow(db, 'upload', {
    ...owner,
    purpose: 'part',
    name,
    bytes: 1000,
    state: 'done',
    created_at: askedAt,
    last_used_at: askedAt,
    bytes_at: askedAt,
  })

  const lineId = await insertRow(db, 'quote_line', {
    project_id: projectId,
    upload_id: uploadId,
    position: 1,
    name,
    configuration: quantity === null ? null : JSON.stringify({ quantity }),
    created_at: askedAt,
    updated_at: askedAt,
  })

  const [member] = await rowsOf(app, 'staff_member', {})
  const draft = { draft: '{}', draft_by: member?.id ?? null, draft_at: askedAt }
  const id = await insertRow(db, 'manual_quote', {
    line_id: lineId,
    state,
    question: 'Un prix ?',
    email: person.email,
    language: 'fr',
    subject: '{}',
    asked_at: askedAt,
    answered_at: answeredAt,
    unit_minor: unitUsd,
    ...(hasDraft && draft),
  })

  lists['expert-questions'].push({
    id,
    part: { id: lineId, name },
    customer: isVisitor ? null : { id: person.id, name: person.name },
    company: isVisitor ? null : person.company,
    manager: isVisitor ? null : person.manager,
    email: person.email,
    state,
    waitingSince: state === 'asked' ? askedAt.toISOString() : null,
    service,
    quantity,
    hasDraft,
    unitUsd,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  })
}

/** Each way in which an order is paid has captured as much, and nothing above the total counts. */
const keptUsd = ({ totalUsd, paymentMethods }: ExpectedLists['orders'][number]): number =>
  Math.min(Number(totalUsd), (paymentMethods as string[]).length * capturedUsd)

/** What the customers' rows say of their orders. */
function addFigures({ customers, orders }: ExpectedLists): void {
  for (const customer of customers) {
    const own = orders.filter((order) => (order.customer as { id: string }).id === customer.id)
    const bought = own.filter(
      ({ status, paidAt }) => paidAt !== null && status !== 'cancelled' && status !== 'refunded',
    )
    customer.orders = own.length
    customer.spentUsd = bought.reduce((sum, order) => sum + keptUsd(order), 0)
    customer.lastOrderAt =
      own
        .map(({ placedAt }) => String(placedAt))
        .sort()
        .at(-1) ?? null
  }
}
