import { maxOrderMessages } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, useStaff } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { rowsOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

async function anOrder() {
  const { id: customerId, email } = await aCustomer(app)
  const { id: orderId } = await anOrderIn(app, customerId, 'paid')
  return { orderId, email, customer: await aBrowserOf(app, customerId) }
}

const note = (orderId: string, text: string) =>
  staff.call('POST /global/staff/order/{orderId}/note', { params: { orderId }, body: { text } })

const write = (orderId: string, text: string, seenId: string | null = null) =>
  staff.call('POST /global/staff/order/{orderId}/message', { params: { orderId }, body: { text, seenId } })

const readAll = async (orderId: string) =>
  (await staff.call('GET /global/staff/order/{orderId}/message', { params: { orderId } })).data.messages

const newestOf = async (orderId: string) => (await readAll(orderId)).at(-1)?.id ?? ''

const ask = (customer: Browser, orderId: string, text: string) =>
  customer.call('POST /global/order/{orderId}/message', { params: { orderId }, body: { text } })

const seenBy = async (customer: Browser, orderId: string) =>
  (await customer.call('GET /global/order/{orderId}/message', { params: { orderId } })).data.messages

async function tasksOf(orderId: string) {
  const { data } = await staff.call('GET /global/staff/today', { query: { kind: 'order-message' } })
  return data.tasks.filter(({ targetId }) => targetId === orderId)
}

const markDone = (subjectId: string, seenId: string) =>
  staff.call('POST /global/staff/today/{kind}/{subjectId}/done', {
    params: { kind: 'order-message', subjectId },
    body: { seenId },
  })

describe('a note about an order', () => {
  it('is for staff only, and sends no mail', async () => {
    const { orderId, customer, email } = await anOrder()
    await app.mails()
    const { data } = await note(orderId, 'Client pressé')

    expect(data.messages).toMatchObject([{ text: 'Client pressé', isVisible: false, by: 'staff' }])
    expect(data.messages[0]?.author).not.toBe('')
    expect(await seenBy(customer, orderId)).toEqual([])
    const mails = await app.mails()
    expect(mails.filter(({ to, text }) => to === email && text.includes('pressé'))).toEqual([])
  })
})

describe('a message of staff', () => {
  it('is on the order page of the customer without the name of its author, and mailed once', async () => {
    const { orderId, customer, email } = await anOrder()
    await write(orderId, 'Elle part demain')

    expect(await seenBy(customer, orderId)).toEqual([
      { id: expect.any(String), by: 'staff', text: 'Elle part demain', at: app.clock.now.toISOString() },
    ])
    const mails = await app.mails()
    expect(mails.filter(({ to, text }) => to === email && text.includes('Elle part demain'))).toHaveLength(1)
  })

  it('records that it was sent, and not what it says', async () => {
    const { orderId } = await anOrder()
    await write(orderId, 'Elle part demain')
    const entries = await rowsOf(app, 'audit_entry', { subject_id: orderId, action: 'order.message-sent' })
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('demain')
  })
})

describe('a message of the customer', () => {
  it('waits in the list of tasks until staff answer', async () => {
    const { orderId, customer } = await anOrder()
    await ask(customer, orderId, 'Quand part-elle ?')
    app.clock.advance(60)
    await ask(customer, orderId, 'Je suis pressé')
    expect(await tasksOf(orderId)).toHaveLength(1)

    await note(orderId, 'À voir avec l\u2019atelier')
    expect(await tasksOf(orderId)).toHaveLength(1)
    await write(orderId, 'Demain', await newestOf(orderId))
    expect(await tasksOf(orderId)).toEqual([])
  })

  it('still waits if it arrives while staff write their answer', async () => {
    const { orderId, customer } = await anOrder()
    await ask(customer, orderId, 'Quand part-elle ?')
    const seenId = await newestOf(orderId)
    app.clock.advance(60)
    await ask(customer, orderId, 'Et avec un certificat ?')
    await write(orderId, 'Demain', seenId)

    const messages = await readAll(orderId)
    expect(messages.filter(({ awaitsAnswer }) => awaitsAnswer).map(({ text }) => text)).toEqual([
      'Et avec un certificat ?',
    ])
    expect(await tasksOf(orderId)).toMatchObject([{ since: app.clock.now.toISOString() }])
  })

  it('still waits if it arrives before a mark and was not seen', async () => {
    const { orderId, customer } = await anOrder()
    await ask(customer, orderId, 'Merci')
    const [task] = await tasksOf(orderId)
    app.clock.advance(60)
    await ask(customer, orderId, 'Quand part-elle ?')
    app.clock.advance(60)

    expect((await markDone(task?.subjectId ?? '', task?.newestId ?? '')).status).toBe(200)
    const [left] = await tasksOf(orderId)
    expect(left?.subjectId).toBe(await newestOf(orderId))
  })

  it('is not ended by a message of another order', async () => {
    const { orderId, customer } = await anOrder()
    const other = await anOrder()
    await ask(customer, orderId, 'Merci')
    await ask(other.customer, other.orderId, 'Merci')
    const [task] = await tasksOf(orderId)

    const seenId = await newestOf(other.orderId)
    expect((await markDone(task?.subjectId ?? '', seenId)).status).toBe(404)
    expect((await write(orderId, 'Demain', seenId)).status).toBe(404)
    expect(await tasksOf(orderId)).toHaveLength(1)
  })

  it('ends by a mark if it needs no answer, and the next one waits again', async () => {
    const { orderId, customer } = await anOrder()
    await ask(customer, orderId, 'Merci')
    app.clock.advance(60)
    await ask(customer, orderId, 'beaucoup')
    const [task] = await tasksOf(orderId)
    expect((await markDone(task?.subjectId ?? '', task?.newestId ?? '')).status).toBe(200)
    expect(await tasksOf(orderId)).toEqual([])

    app.clock.advance(60)
    await ask(customer, orderId, 'Quand part-elle ?')
    expect(await tasksOf(orderId)).toMatchObject([{ since: app.clock.now.toISOString() }])
  })

  it('is refused for an order of someone else', async () => {
    const { orderId } = await anOrder()
    const { customer: stranger } = await anOrder()
    expect((await ask(stranger, orderId, 'Bonjour')).status).toBe(404)
    const { status } = await stranger.call('GET /global/order/{orderId}/message', { params: { orderId } })
    expect(status).toBe(404)
  })
})

describe('the number of messages of an order', () => {
  /** Messages of the customer, with room for so many more. */
  async function almostFull(room: number) {
    const order = await anOrder()
    const rows = Array.from({ length: maxOrderMessages.customer - room }, () => ({
      order_id: order.orderId,
      is_visible: true,
      text: 'Merci',
      at: app.clock.now,
    }))
    await app.deps.db.insertInto('order_message').values(rows).execute()
    return order
  }

  it('is bounded for customers, and staff still note and answer', async () => {
    const { orderId, customer } = await almostFull(0)
    expect((await ask(customer, orderId, 'Encore')).error.code).toBe('QUOTA_EXCEEDED')
    expect((await note(orderId, 'Client insistant')).status).toBe(200)
    expect((await write(orderId, 'Demain')).status).toBe(200)
  })

  it('is not exceeded by messages that are written at the same time', async () => {
    const { orderId, customer } = await almostFull(1)
    const answers = await Promise.all(['Un', 'Deux', 'Trois', 'Quatre'].map((text) => ask(customer, orderId, text)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rowsOf(app, 'order_message', { order_id: orderId })).toHaveLength(maxOrderMessages.customer)
  })
})
