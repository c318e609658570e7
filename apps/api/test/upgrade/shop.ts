import { randomUUID } from 'node:crypto'
import type { Api } from '@cotation/contracts'
import { byTool, recordAudit } from '#core/audit.ts'
import { recordFacts } from '#features/payment/intent/apply-facts.service.ts'
import { refreshCard } from '#features/payment/methods/card.service.ts'
import { answerQuestion } from '#features/quote/commands/expert.service.ts'
import { noticeNewTasks } from '#features/today/notice.service.ts'
import { keyIn, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aLoggedInBrowser, aSignUp, aStaffBrowser, goodPassword } from '#test/builders.ts'
import { aCostRequest } from '#test/orders/additional-costs.ts'
import { anAddress } from '#test/orders/addresses.ts'
import { aPhoto } from '#test/orders/claims.ts'
import { addInspectionPhoto, finishBeforeInspection, makeParts, recordAll } from '#test/orders/inspection.ts'
import { funded } from '#test/orders/ledger.ts'
import { aCheckout, aPlacedOrder, type PreviewBody, type SubmitBody } from '#test/orders/orders.ts'
import { OrderPayer, payCard, refund } from '#test/orders/payments.ts'
import { addStepPhoto } from '#test/orders/production.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { aDeletionKey, anExport } from '#test/personal-data.ts'
import { aPicture } from '#test/pictures.ts'
import { anUploadOf, aProject, aQuotedProject, someLines } from '#test/quote/quotes.ts'
import { boxStl } from '#test/quote/stored-uploads.ts'
import { sendBytes } from '#test/quote/uploads.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { anEnrolledMember, aWaitingStaffBrowser } from '#test/staff-accounts.ts'
import { until } from '#test/until.ts'

const customers = {
  person: { id: '', email: 'zoe@example.com', password: goodPassword },
  company: { id: '', email: 'achats@example.com', password: goodPassword },
}
const page = { query: { page: '1', pageSize: '20' } } as const

export const shopBrowser = (app: TestApp, customer: keyof typeof customers) =>
  aLoggedInBrowser(app, customers[customer])

/** Calls a route that must succeed. */
async function ok<K extends keyof Api>(browser: Browser, key: K, input: Api[K]['input']): Promise<Api[K]['output']> {
  const { status, data, error } = await browser.call(key, input)
  if (status !== 200) throw new Error(`${key} answered ${status} ${error.code}`)
  return data
}

/** Takes every step of a shop's life that leaves rows, through the API where a route exists. */
export async function makeShop(app: TestApp): Promise<void> {
  const { email } = customers.company
  const { id: customerId } = await aCustomer(app, { email, accountType: 'enterprise' })
  const buyer = await shopBrowser(app, 'company')
  const staff = await aStaffBrowser(app)

  await visitSite(app)
  await saveView(app)
  await signUp(app, await invitePerson(buyer))
  await prepareAccount(app, buyer, staff, customerId)
  await ok(staff, 'POST /global/staff/customer/{customerId}/flag', {
    params: { customerId },
    body: { flag: 'watch', reason: 'Retards de paiement' },
  })
  await ok(staff, 'POST /global/staff/customer/{customerId}/note', {
    params: { customerId },
    body: { text: 'Préfère le téléphone' },
  })
  const { code } = await ok(buyer, 'POST /global/account/view/code', {})
  await ok(staff, 'POST /global/staff/customer/{customerId}/view', {
    params: { customerId },
    body: { code, reason: 'Facture introuvable' },
  })
  await ok(buyer, 'POST /global/account/view/code', {})

  const { id: shippingAddressId } = await anAddress(buyer, 'shipping', { isDefault: true })
  await anAddress(buyer, 'billing', { company: 'Atelier Martin', vatNumber: 'FR40303265045' })
  const basket: PreviewBody = { ...(await quoteParts(app, buyer)), shippingAddressId, carrier: 'dhl' }
  const deliveredId = await buyByCard(app, buyer, staff, basket)
  await claimParts(buyer, staff, deliveredId)

  const again = () => copiedLine(buyer, basket)
  await requestCosts(app, buyer, staff, await buyOnCredit(buyer, staff, again))
  await buyByTransfer(buyer, staff, again)
  await sharePayment(buyer, await again())
  await reload(app, buyer)
  await earnPoints(app, staff)
  await enrolStaff(app)
  await anExport(buyer)
  await leaveShop(app)
  await workOnTasks(app, staff)
  await app.mails()
  await app.deps.securityEvents.flush()
  await auditShop(app)
  await app.deps.db.insertInto('demo_password').values({ password: 'Demo', created_at: app.clock.now }).execute()
}

/** An entry with its reason, and a verification. */
async function auditShop({ deps, clock }: TestApp): Promise<void> {
  const subject = { kind: 'catalogue', id: '2026-1' } as const
  const published = { ...byTool, action: 'catalogue.published', subject, reason: 'Matières' } as const
  await deps.db.transaction().execute((trx) => recordAudit(trx, published))

  const { position, hash } = await deps.db.selectFrom('audit_entry').selectAll().executeTakeFirstOrThrow()
  const verified = { at: clock.now, position: Number(position), hash, is_whole: true }
  await deps.db.insertInto('audit_verification').values(verified).execute()
}

/** Tasks are held, taken over and done; staff get mails about others. */
async function workOnTasks(app: TestApp, staff: Browser): Promise<void> {
  const { tasks } = await ok(staff, 'GET /global/staff/today', { query: {} })
  const held = tasks.find(({ kind }) => kind !== 'contact-message')
  const message = tasks.find(({ kind }) => kind === 'contact-message')
  if (!held || !message) throw new Error('nothing waits for staff')

  const params = { kind: held.kind, subjectId: held.subjectId }
  const { holder } = await ok(staff, 'POST /global/staff/today/{kind}/{subjectId}/hold', { params })
  if (!holder) throw new Error('the task is free')
  await ok(await aStaffBrowser(app), 'POST /global/staff/today/{kind}/{subjectId}/take-over', {
    params,
    body: { reason: 'Congé', holderId: holder.id },
  })
  await ok(staff, 'PATCH /global/staff/me/notices', { body: { choices: [{ kind: 'claim', notice: 'at-once' }] } })
  await noticeNewTasks(app.deps)
  await ok(staff, 'POST /global/staff/today/{kind}/{subjectId}/done', {
    params: { kind: message.kind, subjectId: message.subjectId },
    body: { seenId: message.newestId },
  })
}

/** A piece is lost in the first step and made again. */
async function scrapFirstStep(staff: Browser, orderId: string): Promise<void> {
  const { runs } = await ok(staff, 'GET /global/staff/order/{orderId}/production', { params: { orderId } })
  const step = runs[0]?.steps[0]
  if (!step) throw new Error('the order has no steps')

  await ok(staff, 'POST /global/staff/production/step/{stepId}/report', {
    params: { stepId: step.id },
    body: { key: randomUUID(), report: 'done', good: step.quantity - 1, scrap: 1, reason: 'size' },
  })
}

/** What is made again comes to the inspection, and all of it goes back. */
async function inspectParts(staff: Browser, orderId: string): Promise<void> {
  const { runs } = await ok(staff, 'GET /global/staff/order/{orderId}/production', { params: { orderId } })
  const run = runs.at(-1)
  if (!run) throw new Error('the order has no run')

  await addStepPhoto(staff, run.steps[0]?.id ?? '')
  await finishBeforeInspection(staff, run)
  await addInspectionPhoto(staff, run.code)
  await recordAll(staff, run.code)
  await ok(staff, 'POST /global/staff/production/run/{code}/inspection/conclusion', {
    params: { code: run.code },
    body: {
      key: randomUUID(),
      round: 1,
      rework: run.quantity,
      backToStepId: run.steps[0]?.id ?? '',
      reason: 'surface',
      note: 'Rayures',
    },
  })
}

/** The pieces that are left are printed in a tray; one of them is lost. */
async function printTray(staff: Browser, orderId: string): Promise<void> {
  const { runs } = await ok(staff, 'GET /global/staff/order/{orderId}/production', { params: { orderId } })
  // The ordered run may have lost all of its pieces.
  const run = runs.find(({ steps }) => steps.some(({ state }) => state === 'ready'))
  const step = run?.steps.find(({ operation }) => operation === 'printing')
  const next = run?.steps.find(({ state }) => state === 'ready')
  if (!run || !step || !next) throw new Error('the order has nothing to print')
  const quantity = next.quantity - next.good - next.scrap

  for (const { id, state } of run.steps.slice(0, run.steps.indexOf(step))) {
    if (state === 'done') continue
    const body = { key: randomUUID(), report: 'done' as const, good: quantity }
    await ok(staff, 'POST /global/staff/production/step/{stepId}/report', { params: { stepId: id }, body })
  }
  const contents = [{ stepId: step.id, quantity }]
  const { code } = await ok(staff, 'POST /global/staff/tray', { body: { key: randomUUID(), contents } })
  await ok(staff, 'POST /global/staff/tray/{code}/start', { params: { code }, body: { key: randomUUID(), contents } })
  await ok(staff, 'POST /global/staff/tray/{code}/done', {
    params: { code },
    body: { key: randomUUID(), lost: [{ stepId: step.id, quantity: 1 }], reason: 'surface' },
  })
}

/** A person's order is delivered, reviewed with a photo and completed; points become a coupon. */
async function earnPoints(app: TestApp, staff: Browser): Promise<void> {
  const member = await shopBrowser(app, 'person')
  const { customerId } = await ok(member, 'GET /global/account/me', {})
  await ok(member, 'PATCH /global/account/me', { body: { timeZone: 'Asia/Tokyo' } })
  await ok(member, 'POST /global/loyalty/check-in', {})

  const { id: orderId } = await aPlacedOrder(app, customerId)
  await updateRows(app, 'customer_order', { id: orderId }, { points: 500 })
  await payCard(app, (await new OrderPayer(member, orderId).begin({ method: 'card' })).data.redirectUrl)
  await new OrderPayer(member, orderId).resultIs('paid')

  const params = { orderId }
  for (const to of ['in_review', 'in_production', 'quality_check'] as const)
    await ok(staff, 'POST /global/staff/order/{orderId}/move', { params, body: { to, reason: 'Premier lot' } })
  await scrapFirstStep(staff, orderId)
  await inspectParts(staff, orderId)
  await printTray(staff, orderId)
  await makeParts(staff, orderId)
  const parcel = { carrier: 'dhl', trackingNumber: 'JD001' } as const
  const { id: parcelId } = await ok(staff, 'POST /global/staff/order/{orderId}/parcel', { params, body: parcel })
  await ok(staff, 'POST /global/staff/order/{orderId}/move', { params, body: { to: 'shipped', reason: '' } })
  const arrival = { state: 'delivered', place: 'Lyon', note: '' } as const
  await ok(staff, 'PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: arrival })

  const review = { stars: 5, workmanship: 5, product: 5, service: 5, logistics: 5, comment: '' }
  await ok(member, 'POST /global/order/{orderId}/review', { params, body: review })
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'png' }))]), 'part.png')
  await member.fetch(`/gateway/global/order/${orderId}/review/photo`, { method: 'POST', body: form })

  await ok(member, 'POST /global/order/{orderId}/receive', { params })
  await ok(member, 'POST /global/loyalty/task/{taskId}', { params: { taskId: 'review-photo' } })
  const exchange = { offerId: 'ex-5', submissionKey: randomUUID() }
  await ok(member, 'POST /global/loyalty/exchange', { body: exchange })
}

/** A colleague who has enrolled and is signing in, and one with a role of the shop who has not opened the mail yet. */
async function enrolStaff(app: TestApp): Promise<void> {
  const member = await anEnrolledMember(app, 'customer-success')
  const { data: challenge } = await member.browser.call('POST /global/staff/secondFactor/passkey/begin', {})
  const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin).register(challenge.challenge)
  await ok(member.browser, 'POST /global/staff/secondFactor/passkey', { body: { name: 'Clé', ...passkey } })
  await aWaitingStaffBrowser(app, member.email)

  const administrator = await aStaffBrowser(app)
  const role = { name: 'Polissage', rights: ['orders.read' as const] }
  const { id: roleId } = await ok(administrator, 'POST /global/staff/role', { body: role })
  const invited = { name: 'Zoé', email: 'polissage@example.com', roleId, language: 'fr' as const }
  await ok(administrator, 'POST /global/staff/member', { body: invited })
}

/** A customer who gave up a balance and left; an accountant has looked at the archive. */
async function leaveShop(app: TestApp): Promise<void> {
  const customer = await aCustomer(app, { email: 'parti@example.com' })
  await funded(app.deps.db, customer.id, 500, app.clock.now)
  const { key } = await aDeletionKey(app, customer, 1, 500)
  await ok(app.browser(), 'POST /global/account/deletion/confirm', { body: { key } })
  await app.mails()

  const accountant = await aStaffBrowser(app, 'accountant')
  const opening = { params: { customerId: customer.id }, body: { reason: 'Contrôle fiscal' } }
  await ok(accountant, 'POST /global/staff/archive/{customerId}', opening)
}

async function visitSite(app: TestApp): Promise<void> {
  const browser = app.browser()
  await ok(browser, 'GET /global/account/distribution/access', { query: { cm: 'salon' } })
  await ok(browser, 'POST /global/tools/semRecord', { body: { referer: 'a', browse_url: 'b', utm_source: 'd' } })
  await ok(browser, 'POST /global/tools/detain', { body: { reasons: ['other'], other: 'Trop lent' } })

  const { captcha } = await aSignUp(app, browser)
  const message = { name: 'Zoé', email: customers.person.email, topic: 'quote', message: 'Bonjour', captcha } as const
  await ok(browser, 'POST /global/account/contactUs', { body: message })
}

/** Invites the person to the shop; returns the code of the link. */
async function invitePerson(buyer: Browser): Promise<string> {
  const invitation = { email: customers.person.email, language: 'fr' } as const
  await ok(buyer, 'POST /global/account/referral/invitation', { body: invitation })
  return (await ok(buyer, 'GET /global/account/referral', {})).code
}

/** A person with an activated account, and one who has not opened the mail yet. */
async function signUp(app: TestApp, referralCode: string): Promise<void> {
  for (const email of [customers.person.email, 'lea@example.com']) {
    const browser = app.browser()
    const body = { ...(await aSignUp(app, browser, email)), referralCode }
    await ok(browser, 'POST /global/account/register', { body })
    const key = keyIn(await app.mail(email, 'activation'))
    if (email === customers.person.email) await ok(browser, 'POST /global/account/activate', { body: { key } })
  }
}

/** Credit, manager, coupons, a carrier's account and a linked sign-in provider, whose row is written as the product does. */
async function prepareAccount(app: TestApp, buyer: Browser, staff: Browser, customerId: string): Promise<void> {
  const params = { customerId }
  const credit = { limitMinor: 5_000_00, reason: 'Client fidèle' }
  await ok(staff, 'PATCH /global/staff/customer/{customerId}', { params, body: { isRecharge: true } })
  await ok(staff, 'POST /global/staff/customer/{customerId}/credit', { params, body: credit })
  const released = { vatNumber: 'DE136695976', reason: 'Attestation reçue' }
  await ok(staff, 'POST /global/staff/vat-check/release', { body: released })
  await assignManager(staff, customerId)
  const expressAccounts = { dhl: '123456789', fedex: '', sf: '' }
  await ok(buyer, 'PATCH /global/account/me', { body: { expressAccounts } })

  const coupon = { type: 'percent', percent: 10, capUsd: 50, minGoodsUsd: 0 } as const
  for (const code of ['WELCOME10', 'SPRING10']) {
    const offer = { code, coupon, mostUses: 10, redeemableUntil: '2026-12-31T00:00:00Z', validDays: 300 }
    await ok(staff, 'POST /global/staff/coupon', { body: offer })
    await ok(buyer, 'POST /global/account/promoCode/redeem', { body: { code } })
  }

  await approveCoupons(app, staff)

  await beginSecondFactor(app, buyer, customerId)
  await changeEmail(app, customerId, customers.company.email)

  const link = { issuer: 'https://accounts.example.com', subject: '1234', channel: 'google' }
  await app.deps.db
    .insertInto('quick_link')
    .values({ ...link, customer_id: customerId, created_at: app.clock.now })
    .execute()
}

/** A second factor whose set-up is not finished, so that the login stays as it is. */
async function beginSecondFactor(app: TestApp, buyer: Browser, customerId: string): Promise<void> {
  await ok(buyer, 'POST /global/account/secondFactor/begin', {})

  const own = { customer_id: customerId, created_at: app.clock.now }
  await app.deps.db
    .insertInto('recovery_code')
    .values({ ...own, code_hash: Buffer.alloc(32, 1) })
    .execute()
  // Rows of a person who does not log in: with a passkey, the password is not enough.
  const { id: otherId } = await rowOf(app, 'customer', { email: 'lea@example.com' })
  const keys = { credential_id: Buffer.alloc(16, 1), public_key: Buffer.alloc(16, 2) }
  await app.deps.db
    .insertInto('passkey')
    .values({ ...own, ...keys, customer_id: otherId, name: 'Clé', sign_count: 0 })
    .execute()
  await app.deps.db
    .insertInto('login_ticket')
    .values({ ...own, ticket_hash: Buffer.alloc(32, 2), expires_at: app.clock.now })
    .execute()
}

/** A confirmed change of the address. */
async function changeEmail(app: TestApp, customerId: string, email: string): Promise<void> {
  const addresses = { old_email: 'avant@example.com', new_email: email }
  await app.deps.db
    .insertInto('email_change')
    .values({ ...addresses, customer_id: customerId, requested_at: app.clock.now, confirmed_at: app.clock.now })
    .execute()
}

/** A coupon offer that needs a second person, who approves it. */
async function approveCoupons(app: TestApp, staff: Browser): Promise<void> {
  const coupon = { type: 'amount', usd: 100, minGoodsUsd: 500 } as const
  const offer = { code: 'SALON-2026', coupon, mostUses: 100, redeemableUntil: '2026-12-31T00:00:00Z', validDays: 30 }
  const { proposal } = await ok(staff, 'POST /global/staff/coupon', { body: offer })

  const approval = { params: { proposalId: proposal?.id ?? '' }, body: { reason: 'Vu' } }
  await ok(await aStaffBrowser(app), 'POST /global/staff/proposal/{proposalId}/approve', approval)
}

/** A list of orders as staff keep it. */
async function saveView(app: TestApp): Promise<void> {
  const { id: staffId } = await rowOf(app, 'staff_member', {})
  const state = 'status=in%3Apaid&sort=-placedAt'
  const view = { list: 'orders', name: 'À vérifier', state, staff_id: staffId, is_shared: true }
  await app.deps.db
    .insertInto('saved_view')
    .values({ ...view, created_at: app.clock.now })
    .execute()
}

async function assignManager(staff: Browser, customerId: string): Promise<void> {
  const body = { phone: '+33 1 23 45 67 89', hours: { fr: 'Lun.–ven.', en: 'Mon–Fri' } }
  const { email } = await ok(staff, 'PATCH /global/staff/me', { body })
  const assigned = { params: { customerId }, body: { email, reason: 'Portefeuille' } }
  await ok(staff, 'POST /global/staff/customer/{customerId}/manager', assigned)
}

/** A project with an uploaded part, accepted finding, drawing, and a line priced by an expert. */
async function quoteParts(app: TestApp, buyer: Browser): Promise<{ projectId: string; lineIds: string[] }> {
  const { id: projectId } = await aProject(buyer, '3d-printing', 'Pompe')
  const params = { projectId }

  const bytes = Buffer.from(boxStl())
  const files = [{ name: 'socle.stl', bytes: bytes.length }]
  const added = await ok(buyer, 'POST /global/project/{projectId}/lines', { params, body: { files } })
  for (const { upload } of added.lines) await sendBytes(buyer, upload.id, bytes)
  await until(async () => {
    const { project } = await ok(buyer, 'GET /global/project/{projectId}', { params, query: {} })
    return project?.lines[0]?.status === 'ready' ? true : undefined
  }, 'the price of the upload')

  const [plate, sheet] = await someLines(app, buyer, projectId, 'plate', 'sheet')
  if (!plate || !sheet) throw new Error('the lines are missing')

  const accepted = { params: { projectId, lineId: plate.id }, body: { ruleIds: ['flat-warp'] } }
  await ok(buyer, 'POST /global/project/{projectId}/line/{lineId}/accept', accepted)
  const attachmentIds = [await anUploadOf(app, buyer, { purpose: 'attachment' })]
  const changes = [{ lineId: plate.id, comment: 'Ébavurer', attachmentIds }]
  await ok(buyer, 'PATCH /global/project/{projectId}/lines', { params, body: { changes } })

  const question = { question: 'En titane ?', email: customers.company.email }
  const asked = { params: { projectId, lineId: sheet.id }, body: question }
  await ok(buyer, 'POST /global/project/{projectId}/line/{lineId}/expert', asked)
  const price = { state: 'answered', unitMinor: 12_50, workingDays: 8, note: 'Rectifié', answeredBy: 'Léa' } as const
  await answerQuestion(app.deps, sheet.id, price)

  await ok(buyer, 'POST /global/project/{projectId}/share', { params })
  await aQuotedProject(app, await shopBrowser(app, 'person'))

  return { projectId, lineIds: [...added.lines, plate, sheet].map(({ id }) => id) }
}

async function buy(buyer: Browser, basket: PreviewBody, payment: SubmitBody['payment']) {
  const { body } = await aCheckout(buyer, basket, { payment, poNumber: 'PO-7', comment: 'Merci' })
  return ok(buyer, 'POST /global/checkout/submit', { body })
}

/** Paid with a coupon, shipped, delivered, reviewed and refunded in part. */
async function buyByCard(app: TestApp, buyer: Browser, staff: Browser, basket: PreviewBody): Promise<string> {
  const { coupons } = await ok(buyer, 'GET /global/account/promoCodeList', page)
  const { orderId, redirectUrl } = await buy(buyer, { ...basket, couponId: coupons[0]?.id ?? null }, { method: 'card' })
  await payCard(app, redirectUrl)
  await new OrderPayer(buyer, orderId).resultIs('paid')
  // The reconcile job does this ten minutes later: it learns the card.
  await refreshCard(app.deps, (await rowOf(app, 'payment_intent', { order_id: orderId })).id)

  const params = { orderId }
  for (const to of ['in_review', 'in_production', 'quality_check'] as const)
    await ok(staff, 'POST /global/staff/order/{orderId}/move', { params, body: { to, reason: 'Lot 4' } })

  await makeParts(staff, orderId)
  const shipped = { carrier: 'dhl', trackingNumber: 'JD000' } as const
  const { id: parcelId } = await ok(staff, 'POST /global/staff/order/{orderId}/parcel', { params, body: shipped })
  await ok(staff, 'POST /global/staff/order/{orderId}/move', { params, body: { to: 'shipped', reason: '' } })
  await ok(staff, 'PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: { state: 'delivered' } })

  const review = { stars: 5, workmanship: 4, product: 3, service: 2, logistics: 1, comment: 'Bien' }
  await ok(buyer, 'POST /global/order/{orderId}/review', { params, body: review })
  await refund(staff, orderId, 1_00)

  await ok(buyer, 'POST /global/order/{orderId}/message', { params, body: { text: 'Merci' } })
  await ok(staff, 'POST /global/staff/order/{orderId}/note', { params, body: { text: 'Client fidèle' } })
  return orderId
}

/** A claim with a photo, accepted, and the after-sale order for it. */
async function claimParts(buyer: Browser, staff: Browser, orderId: string): Promise<void> {
  const { order, lines } = await ok(buyer, 'GET /global/afterSale/order/{orderId}', { params: { orderId } })
  const [line] = lines
  if (!line) throw new Error('the order has no lines')

  const chosen = [{ lineId: line.lineId, quantity: 1 }]
  const claim = { submissionKey: randomUUID(), lines: chosen, reason: 'surface', text: 'Rayure' } as const
  const body = { ...claim, lines: chosen, photoIds: [await aPhoto(buyer)] }
  const { id: claimId } = await ok(buyer, 'POST /global/afterSale/order/{orderId}/claim', { params: { orderId }, body })
  const accepted = { params: { claimId }, body: {} }
  const { workOrderNumber } = await ok(staff, 'POST /global/staff/afterSale/{claimId}/accept', accepted)
  const numbers = { orderNumber: order.number, workOrderNumber: workOrderNumber ?? '' }
  await ok(buyer, 'POST /global/afterSale/order', { body: { ...numbers, lines: chosen } })
}

/** A line of a project, in a copy of it: a line is ordered once. */
async function copiedLine(buyer: Browser, basket: PreviewBody): Promise<PreviewBody> {
  const duplicate = { params: { projectId: basket.projectId }, body: { name: 'Pompe, encore' } }
  const copy = await ok(buyer, 'POST /global/project/{projectId}/duplicate', duplicate)
  const line = copy.lines.find(({ status }) => status === 'ready')
  if (!line) throw new Error('the copy has no line to order')
  return { ...basket, projectId: copy.id, lineIds: [line.id] }
}

type Basket = () => Promise<PreviewBody>

/** One order is paid, another is cancelled. Returns the paid one. */
async function buyOnCredit(buyer: Browser, staff: Browser, basket: Basket): Promise<string> {
  const paid = await buy(buyer, await basket(), { method: 'credit' })
  const { orderId } = await buy(buyer, await basket(), { method: 'credit' })
  const cancelled = { params: { orderId }, body: { reason: 'Matière épuisée' } }
  await ok(staff, 'POST /global/staff/order/{orderId}/cancel', cancelled)
  return paid.orderId
}

/** One additional cost is paid, another waits. */
async function requestCosts(app: TestApp, buyer: Browser, staff: Browser, orderId: string): Promise<void> {
  const request = async () => {
    const body = await aCostRequest(app, orderId)
    return ok(staff, 'POST /global/staff/order/{orderId}/additional-cost', { params: { orderId }, body })
  }

  const { id: costId } = await request()
  await request()
  const onCredit = { params: { costId }, body: { method: 'credit' } } as const
  await ok(buyer, 'POST /global/payment/additional-cost/{costId}/begin', onCredit)
}

/** One order is paid, another waits for its transfer. */
async function buyByTransfer(buyer: Browser, staff: Browser, basket: Basket): Promise<void> {
  const { orderId } = await buy(buyer, await basket(), { method: 'bank_transfer', bankCurrency: 'EUR' })
  const { payments } = await ok(buyer, 'GET /global/payment/order/{orderId}', { params: { orderId } })
  const [payment] = payments
  if (!payment?.bank) throw new Error('the transfer has no reference')

  const { amountMinor, currency } = payment
  const receipt = { bankTransactionId: randomUUID(), reference: payment.bank.reference, amountMinor, currency }
  await ok(staff, 'POST /global/staff/bank/receipt', { body: receipt })
  await new OrderPayer(buyer, orderId).resultIs('paid')

  await buy(buyer, await basket(), { method: 'bank_transfer', bankCurrency: 'USD' })
}

/** An unpaid order with a payment link. */
async function sharePayment(buyer: Browser, basket: PreviewBody): Promise<void> {
  const { orderId } = await buy(buyer, basket, { method: 'card' })
  const unpaid = { params: { orderId } }
  await ok(buyer, 'POST /global/payment/order/{orderId}/abandon', unpaid)
  await ok(buyer, 'POST /global/payment/order/{orderId}/link', { ...unpaid, body: {} })
}

async function reload(app: TestApp, buyer: Browser): Promise<void> {
  const body = { amountUsd: 250, method: 'card', submissionKey: randomUUID() } as const
  const { id, redirectUrl } = await ok(buyer, 'POST /global/account/balance/reload', { body })
  await payCard(app, redirectUrl)
  await until(async () => {
    const params = { reloadId: id }
    const { state } = await ok(buyer, 'GET /global/account/balance/reload/{reloadId}', { params })
    return state === 'pending' ? true : undefined
  }, 'the paid reload')

  await disputeReload(app, id)
}

/** A dispute that the shop has won. */
async function disputeReload(app: TestApp, reloadId: string): Promise<void> {
  const { id: intentId } = await rowOf(app, 'payment_intent', { reload_id: reloadId })
  const fact = { provider: 'card', amountMinor: 0, currency: 'USD' } as const
  await recordFacts(app.deps, intentId, [
    { ...fact, id: 'disputed:dp_1', type: 'disputed', detail: { disputedMinor: 250_00 } },
    { ...fact, id: 'dispute_closed:dp_1', type: 'dispute_closed' },
  ])
}

async function readAccount(app: TestApp, customer: keyof typeof customers) {
  const browser = await shopBrowser(app, customer)
  const { projects } = await ok(browser, 'GET /global/project', page)
  const { orders } = await ok(browser, 'GET /global/order', page)
  const ofOrders = orders.map(({ id }) => ({ params: { orderId: id } }))

  return {
    account: await ok(browser, 'GET /global/account/me', {}),
    addresses: await ok(browser, 'GET /global/account/address', page),
    coupons: await ok(browser, 'GET /global/account/promoCodeList', page),
    balance: await ok(browser, 'GET /global/account/balance', {}),
    transactions: await ok(browser, 'GET /global/account/balance/transactionList', page),
    points: await ok(browser, 'GET /global/account/balance/wePointTransactionList', page),
    reloads: await ok(browser, 'GET /global/account/balance/rechargeList', page),
    projects: await Promise.all(
      projects.map(({ id }) =>
        ok(browser, 'GET /global/project/{projectId}', { params: { projectId: id }, query: {} }),
      ),
    ),
    orders: await Promise.all(ofOrders.map((of) => ok(browser, 'GET /global/order/{orderId}', of))),
    payments: await Promise.all(ofOrders.map((of) => ok(browser, 'GET /global/payment/order/{orderId}', of))),
  }
}

type AccountAnswers = Awaited<ReturnType<typeof readAccount>>
export type ShopAnswers = Record<keyof typeof customers, AccountAnswers>

/** What each customer sees of the shop. */
export async function readShop(app: TestApp): Promise<ShopAnswers> {
  return { person: await readAccount(app, 'person'), company: await readAccount(app, 'company') }
}

/** Spends the reload on the order that was left unpaid, then orders a copy of a line on credit. */
export async function buyOnTop(app: TestApp, { orders, projects, reloads }: AccountAnswers) {
  const browser = await shopBrowser(app, 'company')
  const unpaid = orders.find(({ status }) => status === 'awaiting_payment')
  const project = projects[0]?.project
  if (!unpaid || !project) throw new Error('the shop is not complete')

  app.clock.advance(300)
  for (const { id } of reloads.records)
    await ok(browser, 'GET /global/account/balance/reload/{reloadId}', { params: { reloadId: id } })
  const paid = await new OrderPayer(browser, unpaid.id).begin({ method: 'balance' })

  const { addresses } = await ok(browser, 'GET /global/account/address', page)
  const shippingAddressId = addresses[0]?.id ?? null
  const copied = await copiedLine(browser, { projectId: project.id, lineIds: [], shippingAddressId, carrier: 'dhl' })
  const { orderId } = await buy(browser, copied, { method: 'credit' })

  return {
    paid: paid.data,
    again: await ok(browser, 'GET /global/order/{orderId}', { params: { orderId } }),
    balance: await ok(browser, 'GET /global/account/balance', {}),
    unpaid,
  }
}
