import { randomUUID } from 'node:crypto'
import type { Api, LineView } from '@cotation/contracts'
import { binaryStl, box } from '@cotation/geometry/solids'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnNames, type TableRule } from '#features/personal-data/map/rule.ts'
import { addStaff } from '#features/staff-access/staff.service.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { aCustomer, aLoggedInBrowser, aResetKey, aSolvedCaptcha, aStaffBrowser, type TestCustomer } from './builders.ts'
import { aCostRequest, requestCost } from './orders/additional-costs.ts'
import { anAddress } from './orders/addresses.ts'
import { aClaimBody } from './orders/claims.ts'
import { addInspectionPhoto, conclude, finishBeforeInspection, makeParts, recordAll } from './orders/inspection.ts'
import { pointsEarned, posted } from './orders/ledger.ts'
import { aCheckout, aCoupon } from './orders/orders.ts'
import { OrderPayer, payCard } from './orders/payments.ts'
import { addStepPhoto, runsOf } from './orders/production.ts'
import { aPicture } from './pictures.ts'
import { announceFiles, aProject, changeLines, getProject, replaceFile } from './quote/quotes.ts'
import { chunkAt, creation, sendBytes, tusCall } from './quote/uploads.ts'
import { insertRow, rowOf, rowsOf, updateRows } from './rows.ts'
import { turnSecondFactorOn } from './second-factors.ts'
import { until } from './until.ts'

/** A customer who has used everything, with one word in every text. */
export interface MarkedCustomer {
  customer: TestCustomer
  browser: Browser
  /** A paid and completed order. */
  orderId: string
  orderNumber: string
  projectId: string
  balanceMinor: number
}

interface Person {
  app: TestApp
  marker: string
  customer: TestCustomer
  browser: Browser
  staff: Browser
}

function must<T>({ status, data, error }: { status: number; data: T; error: { code: string } }): T {
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(error)}`)
  return data
}

/** Bytes of an STL file whose header has the word; a `size` is a content of its own. */
export function markedStl(marker: string, size = 30): Buffer {
  const bytes = Buffer.from(binaryStl(box([size, 20, 10])))
  bytes.write(marker, 0)
  return bytes
}

/**
 * Fills an account through HTTP: profile, addresses, messages, a project with a real file and a
 * drawing, orders paid by card, balance and transfer, a review, mails. All orders are closed.
 */
export async function aMarkedCustomer(app: TestApp, marker: string): Promise<MarkedCustomer> {
  const customer = await aCustomer(app, { accountType: 'enterprise', email: `${marker}@example.com` })
  await updateRows(app, 'customer', { id: customer.id }, { is_entrust_order_account: true, is_recharge: true })
  const browser = await aLoggedInBrowser(app, customer)
  const person = { app, marker, customer, browser, staff: await aStaffBrowser(app) }

  await writeProfile(person)
  await writeMessages(person)
  await staffDecisions(person)
  const { projectId, lines } = await aMarkedProject(person)
  const bought = await aCompletedOrder(person, projectId, lines)
  const copyId = await otherOrders(person, projectId)
  await claimParts(person, bought.orderId)
  await joinProgrammes(person)
  await askExpert(person, copyId)
  await writeAboutOrder(person, bought.orderId)

  const { data } = await browser.call('GET /global/account/balance', {})
  return { customer, browser, projectId, ...bought, balanceMinor: data.availableMinor }
}

const earlierAddress = (marker: string) => `old-${marker}@example.com`

async function writeProfile({ app, browser, marker, customer }: Person): Promise<void> {
  const names = { firstName: marker, lastName: marker, company: marker }
  must(
    await browser.call('PATCH /global/account/me', {
      body: { username: marker, ...names, phoneCode: '+33', phone: '612345678', title: 'buyer', industry: 'other' },
    }),
  )

  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'png' }))], { type: 'image/png' }), 'me.png')
  await browser.fetch('/gateway/global/account/uploadImage', { method: 'POST', body: form })

  await insertRow(app.deps.db, 'address', addressRow(app, customer.id, marker))
  for (const book of ['shipping', 'billing'] as const) {
    await anAddress(browser, book, {
      firstName: marker,
      lastName: marker,
      company: marker,
      line1: marker,
      city: marker,
    })
  }

  await turnSecondFactorOn(app, browser)
  const passkey = { credential_id: Buffer.from(marker), public_key: Buffer.from(marker), name: marker, sign_count: 0 }
  await app.deps.db
    .insertInto('passkey')
    .values({ ...passkey, customer_id: customer.id, created_at: app.clock.now })
    .execute()
  const change = { old_email: earlierAddress(marker), new_email: customer.email, requested_at: app.clock.now }
  await app.deps.db
    .insertInto('email_change')
    .values({ ...change, customer_id: customer.id, confirmed_at: app.clock.now })
    .execute()

  const link = { issuer: 'https://id.example', subject: marker, channel: 'acme', created_at: app.clock.now }
  await app.deps.db
    .insertInto('quick_link')
    .values({ ...link, customer_id: customer.id })
    .execute()
}

/** Forms check addresses; an import would not. */
const addressRow = (app: TestApp, customerId: string, text: string) => ({
  customer_id: customerId,
  book: 'shipping' as const,
  first_name: text,
  last_name: text,
  company: text,
  phone_code: text,
  phone: text,
  vat_number: text,
  country: 'FR',
  line1: text,
  line2: text,
  line3: text,
  postcode: text,
  city: text,
  state: text,
  is_default: false,
  created_at: app.clock.now,
  updated_at: app.clock.now,
})

async function writeMessages({ app, browser, marker, customer }: Person): Promise<void> {
  const message = { name: marker, email: customer.email, topic: 'other' as const, message: marker }
  const captcha = await aSolvedCaptcha(app, browser)
  must(await browser.call('POST /global/account/contactUs', { body: { ...message, captcha } }))
  // Sent before the address changed.
  const earlier = { ...message, email: earlierAddress(marker), language: 'fr' as const, created_at: app.clock.now }
  await insertRow(app.deps.db, 'contact_message', earlier)
  must(await browser.call('POST /global/tools/detain', { body: { reasons: ['other'], other: marker } }))
  await aResetKey(app, customer.email)
}

async function staffDecisions({ app, browser, staff, marker, customer }: Person): Promise<void> {
  const params = { customerId: customer.id }
  const email = `manager-${customer.id}@example.com`
  await addStaff(app.deps, { name: 'Léa', email, role: 'account-manager' })
  must(
    await staff.call('POST /global/staff/customer/{customerId}/manager', { params, body: { email, reason: marker } }),
  )
  must(
    await staff.call('POST /global/staff/customer/{customerId}/credit', {
      params,
      body: { limitMinor: 100_000, reason: marker },
    }),
  )

  const flag = { flag: 'watch', reason: marker } as const
  must(await staff.call('POST /global/staff/customer/{customerId}/flag', { params, body: flag }))
  must(await staff.call('POST /global/staff/customer/{customerId}/note', { params, body: { text: marker } }))
  const { code } = must(await browser.call('POST /global/account/view/code', {}))
  must(await staff.call('POST /global/staff/customer/{customerId}/view', { params, body: { code, reason: marker } }))

  const large = { params, body: { limitMinor: 10_000_00, reason: marker } }
  const { proposal } = must(await staff.call('POST /global/staff/customer/{customerId}/credit', large))
  const refusal = { params: { proposalId: proposal?.id ?? '' }, body: { reason: marker } }
  const second = await aStaffBrowser(app)
  must(await second.call('POST /global/staff/proposal/{proposalId}/refuse', refusal))
}

async function aMarkedProject({ app, browser, marker }: Person) {
  const { id: projectId } = await aProject(browser, '3d-printing', marker)
  const { data } = await announceFiles(browser, projectId, [`${marker}.stl`])
  const [announced] = data.lines
  if (!announced) throw new Error('no line came back')

  // The announced size was a guess of the builder: the real file replaces it.
  const bytes = markedStl(marker)
  const replaced = await replaceFile(browser, projectId, announced.id, `${marker}.stl`, bytes.length)
  await sendBytes(browser, must(replaced).lines[0]?.upload.id ?? '', bytes)

  const drawing = Buffer.from(`%PDF-1.7\n${marker}\n%%EOF\n`)
  const attached = await browser.call('POST /global/project/{projectId}/line/{lineId}/attachment', {
    params: { projectId, lineId: announced.id },
    body: { name: `${marker}.pdf`, bytes: drawing.length },
  })
  await sendBytes(browser, must(attached).upload.id, drawing)
  await until(async () => {
    const { lines } = await getProject(browser, projectId)
    const isDone = lines[0]?.status === 'ready' && lines[0].attachments.every(({ state }) => state === 'done')
    return isDone ? true : undefined
  }, 'the analysed line')

  must(await changeLines(browser, projectId, [{ lineId: announced.id, name: marker, comment: marker }]))
  must(await browser.call('POST /global/project/{projectId}/share', { params: { projectId } }))

  // A file of which only the beginning has arrived.
  const unfinished = await announceFiles(browser, projectId, [`${marker}-2.stl`])
  const uploadId = unfinished.data.lines[0]?.upload.id ?? ''
  await tusCall(browser, 'POST', null, creation(uploadId, 1000))
  await tusCall(browser, 'PATCH', uploadId, chunkAt(0), Buffer.from(`solid ${marker}`))

  await acceptFinding(app, browser, announced.id, marker)
  return { projectId, lines: [announced] }
}

async function acceptFinding(app: TestApp, browser: Browser, lineId: string, marker: string): Promise<void> {
  const { data } = await browser.call('GET /global/account/me', {})
  await insertRow(app.deps.db, 'finding_acceptance', {
    line_id: lineId,
    rule: marker,
    finding: JSON.stringify({ rule: marker }),
    wording: marker,
    accepted_by: data.email,
    customer_id: data.customerId,
    accepted_at: app.clock.now,
  })
}

type Payment = Api['POST /global/checkout/submit']['input']['body']['payment']

async function submit(
  person: Person,
  projectId: string,
  lines: readonly LineView[],
  payment: Payment,
  couponId?: string,
) {
  const { browser, marker, customer } = person
  const { data } = await browser.call('GET /global/account/address', { query: {} })
  const shippingAddressId = data.addresses.find(({ country, postcode }) => country === 'FR' && postcode !== marker)?.id
  const { body } = await aCheckout(
    browser,
    {
      projectId,
      lineIds: lines.map(({ id }) => id),
      shippingAddressId: String(shippingAddressId),
      carrier: 'dhl',
      ...(couponId !== undefined && { couponId }),
    },
    {
      poNumber: marker,
      comment: marker,
      entrust: { customerEmail: customer.email, platformOrderNumber: marker },
      payment,
    },
  )
  return must(await browser.call('POST /global/checkout/submit', { body }))
}

async function aCompletedOrder(person: Person, projectId: string, lines: readonly LineView[]) {
  const { app, browser, staff, marker } = person
  const couponId = await aCoupon(app, person.customer.id)
  const { orderId } = await submit(person, projectId, lines, { method: 'card' }, couponId)
  const payer = new OrderPayer(browser, orderId)
  await forwardToPurchaser(person, orderId)
  await payCard(app, (await payer.view()).data.redirectUrl)
  await payer.resultIs('paid')

  const params = { orderId }
  const move = async (to: 'in_review' | 'in_production' | 'quality_check' | 'shipped' | 'delivered') =>
    must(await staff.call('POST /global/staff/order/{orderId}/move', { params, body: { to, reason: marker } }))
  for (const to of ['in_review', 'in_production'] as const) await move(to)
  await inspectParts(staff, orderId, marker)
  await makeParts(staff, orderId)
  await move('quality_check')
  const parcel = { carrier: 'dhl', trackingNumber: marker } as const
  const { id: parcelId } = must(await staff.call('POST /global/staff/order/{orderId}/parcel', { params, body: parcel }))
  const report = { state: 'in_transit', place: marker, note: marker } as const
  must(await staff.call('PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: report }))
  for (const to of ['shipped', 'delivered'] as const) await move(to)

  must(await browser.call('POST /global/order/{orderId}/receive', { params }))
  const stars = { stars: 5, workmanship: 5, product: 5, service: 5, logistics: 5 }
  const reviewed = await browser.call('POST /global/order/{orderId}/review', {
    params,
    body: { ...stars, comment: marker },
  })
  return { orderId, orderNumber: must(reviewed).number }
}

/** An inspection with a photo and a note, after which all pieces go back. */
async function inspectParts(staff: Browser, orderId: string, marker: string): Promise<void> {
  const [run] = await runsOf(staff, orderId)
  if (!run) throw new Error('an order in production has runs')

  await finishBeforeInspection(staff, run)
  await addStepPhoto(staff, run.steps[0]?.id ?? '')
  await addInspectionPhoto(staff, run.code)
  await recordAll(staff, run.code)
  const back = { rework: run.quantity, backToStepId: run.steps[0]?.id ?? '', reason: 'surface' } as const
  must(await conclude(staff, run.code, { ...back, note: marker }))
}

/** The mailed link stays with the order after the customer has paid it on their own. */
async function forwardToPurchaser({ browser, marker, customer }: Person, orderId: string): Promise<void> {
  const body = { recipients: [customer.email], requester: marker, company: marker, message: marker }
  must(await browser.call('POST /global/payment/order/{orderId}/link/mail', { params: { orderId }, body }))
}

/**
 * A copy of the project, paid from the balance and by transfer, then cancelled with a reason: the
 * money goes back. Returns the copy.
 */
async function otherOrders(person: Person, orderedId: string): Promise<string> {
  const { app, browser, staff, marker, customer } = person
  const duplicate = { params: { projectId: orderedId }, body: { name: marker } }
  const { id: projectId, lines: copies } = must(
    await browser.call('POST /global/project/{projectId}/duplicate', duplicate),
  )
  const lines = copies.filter(({ status }) => status === 'ready')
  await posted(
    app.deps.db,
    {
      customerId: customer.id,
      note: marker,
      lines: [
        { account: { kind: 'goodwill' }, amountMinor: 1_000_000 },
        { account: { kind: 'wallet', customerId: customer.id }, amountMinor: -1_000_000 },
      ],
    },
    app.clock.now,
  )
  const cancel = async (orderId: string) =>
    must(await browser.call('POST /global/order/{orderId}/cancel', { params: { orderId }, body: { reason: marker } }))

  const onBalance = await submit(person, projectId, lines, { method: 'balance' })
  await declineCost(person, onBalance.orderId)
  await cancel(onBalance.orderId)

  const byTransfer = await submit(person, projectId, lines, { method: 'bank_transfer' })
  const { data } = await new OrderPayer(browser, byTransfer.orderId).view()
  const bank = data.open?.bank
  if (!bank) throw new Error('there is no transfer to make')
  must(
    await staff.call('POST /global/staff/bank/receipt', {
      body: {
        bankTransactionId: randomUUID(),
        reference: `${marker} ${bank.reference}`,
        amountMinor: bank.amountMinor,
        currency: bank.currency,
      },
    }),
  )
  await cancel(byTransfer.orderId)

  const byLink = await submit(person, projectId, lines, { method: 'agency' })
  await cancel(byLink.orderId)
  await releaseDispute(person, byTransfer.orderId)

  return projectId
}

/** A lost dispute whose consequences staff have lifted, with their reason. */
async function releaseDispute({ app, customer, marker }: Person, orderId: string): Promise<void> {
  const { id: intentId } = await rowOf(app, 'payment_intent', { order_id: orderId })
  const { recorded_by } = await rowOf(app, 'bank_receipt', { intent_id: intentId })
  await insertRow(app.deps.db, 'reload_dispute', {
    intent_id: intentId,
    customer_id: customer.id,
    provider_id: `dp_${customer.id}`,
    disputed_minor: 1,
    frozen_minor: 1,
    opened_at: app.clock.now,
    closed_at: app.clock.now,
    outcome: 'lost',
    released_by: recorded_by,
    released_at: app.clock.now,
    release_reason: marker,
  })
}

/** An additional cost with a picture, declined; another one is paid. */
async function declineCost({ app, browser, staff, marker }: Person, orderId: string): Promise<void> {
  const declined = must(await requestCost(staff, orderId, await aCostRequest(app, orderId, { explanation: marker })))
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'png' }))]), 'part.png')
  await staff.fetch(`/gateway/global/staff/additional-cost/${declined.id}/picture`, { method: 'POST', body: form })
  const params = { costId: declined.id }
  must(await browser.call('POST /global/additional-cost/{costId}/decline', { params, body: { reason: marker } }))

  const paid = must(await requestCost(staff, orderId, await aCostRequest(app, orderId, { explanation: marker })))
  must(
    await browser.call('POST /global/payment/additional-cost/{costId}/begin', {
      params: { costId: paid.id },
      body: { method: 'balance' },
    }),
  )
}

/** A claim with a photo that staff reject, and a photo of the review. */
async function claimParts({ app, browser, staff, marker }: Person, orderId: string): Promise<void> {
  const lines = await rowsOf(app, 'order_line', { order_id: orderId })
  const lineIds = lines.map(({ id }) => id)
  const body = await aClaimBody(
    { browser, lineIds },
    { text: marker, lines: [{ lineId: lineIds[0] ?? '', quantity: 1 }] },
  )
  const claim = must(await browser.call('POST /global/afterSale/order/{orderId}/claim', { params: { orderId }, body }))
  const params = { claimId: claim.id }
  must(await staff.call('POST /global/staff/afterSale/{claimId}/reject', { params, body: { reason: marker } }))

  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'png' }))]), 'part.png')
  await browser.fetch(`/gateway/global/order/${orderId}/review/photo`, { method: 'POST', body: form })
}

/** Rows that forms would refuse to fill with a word, or that a company does not have. */
async function joinProgrammes({ app, marker, customer }: Person): Promise<void> {
  const { db } = app.deps
  const now = app.clock.now
  const owner = { customer_id: customer.id }

  await pointsEarned(db, customer.id, 120, { now })
  await db
    .insertInto('point_reward')
    .values({ ...owner, source: marker, task: marker, month: '2026-03', points: 5, earned_at: now, credited_at: now })
    .execute()
  await db
    .insertInto('check_in')
    .values({ ...owner, day: '2026-03-02', time_zone: marker, at: now, streak: 1, points: 2 })
    .execute()
  await db
    .insertInto('time_zone_choice')
    .values({ ...owner, time_zone: marker, chosen_at: now, valid_from: now })
    .execute()
  await db
    .insertInto('loyalty_member')
    .values({ ...owner, level: 'gold', month: '2026-03' })
    .execute()

  const referrer = await aCustomer(app)
  await db
    .insertInto('referral_code')
    .values({ ...owner, key: marker, code: marker, is_chosen: true, chosen_at: now })
    .execute()
  await db
    .insertInto('referral')
    .values({ friend_id: customer.id, referrer_id: referrer.id, code: marker, bound_at: now })
    .execute()
  await db
    .insertInto('referral_invitation')
    .values({ referrer_id: referrer.id, email: customer.email, language: 'fr', created_at: now })
    .execute()
  await db
    .insertInto('express_account')
    .values({ ...owner, carrier: 'dhl', number: marker, is_current: true, created_at: now })
    .execute()
}

async function askExpert({ browser, staff, marker, customer }: Person, projectId: string): Promise<void> {
  const { lines } = await getProject(browser, projectId)
  const params = { projectId, lineId: lines[0]?.id ?? '' }
  const body = { question: marker, email: customer.email }
  must(await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', { params, body }))

  const draft = { unitMinor: 1250, workingDays: 8, validDays: 30, note: marker, seenAt: null }
  const line = { lineId: params.lineId }
  must(await staff.call('POST /global/staff/expert/{lineId}/draft', { params: line, body: draft }))
}

async function writeAboutOrder({ browser, staff, marker }: Person, orderId: string): Promise<void> {
  const input = { params: { orderId }, body: { text: marker } }
  must(await browser.call('POST /global/order/{orderId}/message', input))
  must(
    await staff.call('POST /global/staff/order/{orderId}/message', { ...input, body: { ...input.body, seenId: null } }),
  )
  must(await staff.call('POST /global/staff/order/{orderId}/note', input))
}

interface TextColumn {
  table: string
  column: string
}

/** The personal columns of a table that hold free text; codes and digests cannot hold a word. */
export async function personalTextColumns(app: TestApp, rules: readonly TableRule[]): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`.execute(app.deps.db)
  return rows.filter(({ table, column }) =>
    rules.some((rule) => rule.table === table && columnNames(rule.personal).includes(column)),
  )
}

/** Names of files: another one would leave them without an owner. */
const fileIds = ['image_id', 'picture_id', 'thumbnail_id']

/** Writes the word into a text column of a customer's rows, if the database accepts it. */
export async function writeDirectly(
  app: TestApp,
  condition: RawBuilder<SqlBool>,
  { table, column }: TextColumn,
  marker: string,
): Promise<void> {
  if (fileIds.includes(column)) return
  const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${marker} where ${condition}`
  await change.execute(app.deps.db).catch(() => undefined)
}
