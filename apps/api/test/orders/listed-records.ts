import { randomUUID } from 'node:crypto'
import { type AuditAction, proposalStates, type SecurityEventKind } from '@cotation/domain'
import { sql } from 'kysely'
import { insertSecurityEvents } from '#core/security-events.ts'
import type { TestApp } from '#test/app.ts'
import { insertRow, rowsOf } from '#test/rows.ts'
import { dayMs, type ExpectedLists, type ExpectedRow, type Person, type Random } from './expected-lists.ts'

/** The customer of a listed order. */
const customerOf = ({ customer }: ExpectedRow) => customer as { id: string; name: string }

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

const colleagues = async (app: TestApp) =>
  (await rowsOf(app, 'staff_member', {})).filter(({ name }) => ['Lea', 'Noe'].includes(name))

/** Refunds of listed orders, credit limits and coupons, in every state. */
export async function someProposals(
  app: TestApp,
  random: Random,
  people: readonly Person[],
  lists: ExpectedLists,
): Promise<void> {
  const staff = await colleagues(app)
  for (let index = 0; index < 30; index++) {
    const order = random.pick(lists.orders)
    const person = random.pick(people)
    const key = randomUUID()
    const [kind, about, customer, action] = random.pick([
      ['order-refund', String(order.number), customerOf(order), { orderId: order.id, amountMinor: 100_00, key }],
      ['credit-limit', null, named(person), { customerId: person.id, limitMinor: 9_000_00 }],
      ['coupon-offer', `ÉTÉ-${index % 4}`, null, { code: `ÉTÉ-${index % 4}`, mostUses: 10 }],
    ] as const)

    const state = random.pick(proposalStates)
    const isOver = state === 'expired'
    const proposedAt = new Date(app.clock.now.getTime() - (random.upTo(9) + (isOver ? 20 : 0)) * dayMs)
    const expiresAt = new Date(proposedAt.getTime() + 14 * dayMs)
    const proposer = random.pick(staff)
    const decider = state === 'withdrawn' ? proposer : staff.find(({ id }) => id !== proposer.id)
    const reason = random.maybe(random.pick(['Pièce rayée', 'Geste commercial']))
    const amountUsd = random.maybe(5_000_00 + random.upTo(4) * 100)
    const earlierUsd = random.upTo(3) * 100

    const id = await insertRow(app.deps.db, 'proposal', {
      action: JSON.stringify({ kind, ...action }),
      request_key: key,
      customer_id: customer?.id ?? null,
      amount_minor: amountUsd,
      earlier_minor: earlierUsd,
      reason: reason ?? '',
      proposed_by: proposer.id,
      proposed_at: proposedAt,
      expires_at: expiresAt,
    } as never)

    // Ends are recorded here, because a job that runs meanwhile would record them.
    const isRecorded = state !== 'open'
    const decidedBy = isRecorded && !isOver && decider ? named(decider) : null
    const decidedAt = isRecorded ? new Date(proposedAt.getTime() + (isOver ? 14 : random.upTo(3)) * dayMs) : null
    const decisionReason = decidedBy ? random.maybe('Vu avec le client') : null
    if (decidedAt)
      await app.deps.db
        .insertInto('proposal_decision')
        .values({
          proposal_id: id,
          proposed_by: proposer.id,
          outcome: state as 'expired',
          decided_by: decidedBy?.id ?? null,
          reason: decisionReason ?? '',
          decided_at: decidedAt,
        })
        .execute()

    lists.proposals.push({
      id,
      action: kind,
      about,
      state,
      amountUsd,
      earlierUsd,
      customer,
      reason,
      proposedBy: named(proposer),
      proposedAt: proposedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      decidedBy,
      decidedAt: decidedAt?.toISOString() ?? null,
      decisionReason,
    })
  }
}

/** Kinds that the list tests do not cause themselves: a filter on them finds the listed events alone. */
export const listedEvents = [
  'email-changed',
  'passkey-removed',
  'service-linked',
] as const satisfies SecurityEventKind[]

/** More repeats than any other event has, for the same purpose. */
export const minListedRepeats = 1000

/** Events of customers, of staff and of strangers. */
export async function someSecurityEvents(
  app: TestApp,
  random: Random,
  people: readonly Person[],
  lists: ExpectedLists,
): Promise<void> {
  const staff = await colleagues(app)
  for (let index = 0; index < 30; index++) {
    const customer = random.maybe(random.pick(people))
    const member = customer === null ? random.maybe(random.pick(staff)) : null
    const row = {
      at: new Date(app.clock.now.getTime() - random.upTo(6) * dayMs),
      kind: random.pick(listedEvents),
      customer_id: customer?.id ?? null,
      staff_id: member?.id ?? null,
      network_hash: random.maybe(`network-${random.upTo(3)}`) ?? '',
      detail: random.maybe(random.pick(['google', 'POST /global/account/email'])) ?? '',
      count: minListedRepeats + random.upTo(3),
    }
    await insertSecurityEvents(app.deps.db, [row])
    const stored = await rowsOf(app, 'security_event', {})
    const id = Math.max(...stored.map((one) => Number(one.id)))

    lists['security-events'].push({
      id: String(id),
      at: row.at.toISOString(),
      event: row.kind,
      customer: customer && named(customer),
      member: member && named(member),
      network: row.network_hash || null,
      detail: row.detail || null,
      repeats: row.count,
    })
  }
}

/** Actions that the list tests do not take themselves: a filter on them finds the listed entries alone. */
export const listedActions = [
  'order.cancelled',
  'customer.flag-set',
  'catalogue.published',
  'staff.factor-reset',
] as const satisfies AuditAction[]

/** Entries that follow each other, a few of each day. */
export async function someAuditEntries(
  app: TestApp,
  random: Random,
  people: readonly Person[],
  lists: ExpectedLists,
): Promise<void> {
  const { db } = app.deps
  const staff = await colleagues(app)
  const count = 40

  for (let index = 0; index < count; index++) {
    const person = random.maybe(random.pick(staff))
    const actor = person === null ? random.pick(['tool', 'system'] as const) : 'staff'
    const customer = random.pick(people)
    const order = random.pick(lists.orders)
    const member = random.pick(staff)
    const [action, kind, subjectId] = random.pick([
      ['order.cancelled', 'order', { id: order.id, name: String(order.number), path: `orders/${order.id}` }],
      ['customer.flag-set', 'customer', { ...named(customer), path: `customers/${customer.id}` }],
      ['catalogue.published', 'catalogue', { id: '2026-03', name: '2026-03', path: null }],
      ['staff.factor-reset', 'staff', { ...named(member), path: null }],
    ] as const)
    const concerned = { order: customerOf(order), customer: named(customer), catalogue: null, staff: null }[kind]
    const reason = random.maybe(random.pick(['Clé perdue', 'Retards répétés', 'À la demande du client']))
    const requestId = random.maybe(`req-${random.upTo(4)}`)
    const before = random.maybe('{"state": "paid"}') ?? '{}'

    await sql`insert into audit_pending
      (actor, staff_id, action, subject_kind, subject_id, before, after, reason, request_id)
      values (${actor}, ${person?.id ?? null}, ${action}, ${kind}, ${subjectId.id}, ${before}, '{"state": "done"}',
        ${reason ?? ''}, ${requestId ?? ''})`.execute(db)

    const at = new Date(app.clock.now.getTime() - Math.floor((count - index) / 4) * dayMs)
    const { rows } = await sql<{ position: string; hash: Buffer }>`
      select position, hash from audit_entry order by position desc limit 1`.execute(db)
    const position = String(rows[0]?.position)
    await setTime(app, position, at)
    lists.audit.push({
      id: position,
      position: Number(position),
      at: at.toISOString(),
      actor,
      person: person && named(person),
      action,
      subjectKind: kind,
      subjectId,
      customer: concerned,
      before,
      after: '{"state": "done"}',
      reason,
      requestId,
      hash: rows[0]?.hash.toString('hex') ?? '',
    })
  }
}

/** The database gives entries their time. */
async function setTime({ deps: { db } }: TestApp, position: string, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`grant update on audit_entry to current_user`.execute(trx)
    await sql`alter table audit_entry disable trigger user`.execute(trx)
    await sql`update audit_entry set at = ${at} where position = ${position}`.execute(trx)
    await sql`alter table audit_entry enable trigger user`.execute(trx)
  })
}
