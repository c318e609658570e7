import { randomUUID } from 'node:crypto'
import { bySystem } from '#core/audit.ts'
import { addParcel } from '#features/order/parcel.service.ts'
import { insertInvoice } from '#features/personal-data/archive.repository.ts'
import { archiveDates } from '#features/personal-data/erase-rows.repository.ts'
import { addStaff } from '#features/staff-access/staff.service.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { answerExportControl, aPlacedOrder, insertExpressAccount } from '#test/orders/orders.ts'
import { anOwedPayerReturn } from '#test/orders/payer-returns.ts'
import { aCreditLimit, OrderPayer } from '#test/orders/payments.ts'
import { aProject } from '#test/quote/quotes.ts'
import { insertRow, rowOf, updateRows } from '#test/rows.ts'
import { afterSaleStaffSamples } from './after-sale-samples.ts'
import { customerOf } from './customers.ts'
import { aReload } from './payment-samples.ts'
import { joinSamples, routeSamples } from './route-samples.ts'

const receipt = (staff: Browser, reference: string, amountMinor: number) =>
  staff.call('POST /global/staff/bank/receipt', {
    body: { bankTransactionId: randomUUID(), reference, amountMinor, currency: 'USD' },
  })

/** An archive as a deletion makes it, of a customer whose other samples still need the account. */
async function anArchivedInvoice(app: TestApp, customerId: string, orderId: string): Promise<string> {
  const fileKey = `archive/${customerId}/${orderId}`
  await app.deps.files.put(fileKey, Buffer.from('%PDF-'), { contentType: 'application/pdf' })
  const invoice = { customerId, invoiceOf: orderId, fileKey, fileName: 'Facture.pdf' }
  await insertInvoice(app.deps.db, invoice, archiveDates(app.clock.now))
  return orderId
}

/** A disputed reload, as a message of the card provider makes it. */
async function aDispute(app: TestApp, customerId: string, reloadId: string): Promise<string> {
  const { id: intentId } = await rowOf(app, 'payment_intent', { reload_id: reloadId })
  const { id } = await app.deps.db
    .insertInto('reload_dispute')
    .values({
      intent_id: intentId,
      customer_id: customerId,
      provider_id: `dp_${reloadId}`,
      disputed_minor: 100,
      frozen_minor: 100,
      opened_at: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What staff works on, all for the browser's customer. */
async function workAbout(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const recorder = await aStaffBrowser(app)
  await recorder.call('POST /global/staff/customer/{customerId}/flag', {
    params: { customerId },
    body: { flag: 'watch', reason: 'Nouveau client' },
  })
  await recorder.call('POST /global/staff/customer/{customerId}/note', {
    params: { customerId },
    body: { text: 'Préfère le téléphone' },
  })
  const { id: noteId } = await rowOf(app, 'customer_note', { customer_id: customerId })
  const { data: view } = await browser.call('POST /global/account/view/code', {})
  const { id: boughtId } = await aPlacedOrder(app, customerId)

  await aCreditLimit(app, customerId, 100_000_00)

  const paid = await new OrderPayer(browser, boughtId).begin({ method: 'credit' })
  if (paid.data?.result !== 'paid') throw new Error('the order is not paid')

  const { id: packedId } = await anOrderIn(app, customerId, 'quality_check')
  const { id: shippedId } = await anOrderIn(app, customerId, 'shipped')
  const { id: parcelId } = await rowOf(app, 'parcel', { order_id: shippedId })
  const { id: packedLineId } = await rowOf(app, 'order_line', { order_id: packedId })
  const { id: unshippedId } = await anOrderIn(app, customerId, 'quality_check')
  const announced = await addParcel(app.deps, unshippedId, { carrier: 'sf', trackingNumber: 'SF1' }, bySystem)

  const formerEmail = `former-${customerId}@example.com`
  await addStaff(app.deps, { name: 'Paul', email: formerEmail, role: 'account-manager' })
  const { id: managerId } = await rowOf(app, 'staff_member', { email: formerEmail })
  await updateRows(app, 'customer', { id: customerId }, { manager_id: managerId })

  const managerEmail = `manager-${customerId}@example.com`
  await addStaff(app.deps, { name: 'Léa', email: managerEmail, role: 'account-manager' })

  await insertExpressAccount(app, customerId, 'dhl', '123456789')

  const reload = await aReload(browser)
  await receipt(recorder, reload.payment?.bank?.reference ?? '', reload.amountMinor)

  const large = await receipt(recorder, 'unknown', app.deps.config.payments.soloLimitsMinor.transfer + 1)
  const held = await receipt(recorder, 'unknown', 1000)

  const { refundId } = await anOwedPayerReturn(app, browser, recorder)

  const { id: projectId } = await aProject(browser)
  await answerExportControl(browser, projectId, 'unknown')

  const { id: managerStaffId } = await rowOf(app, 'staff_member', { email: managerEmail })
  const vatNumber = 'DE129273398'
  const check = { vat_number: vatNumber, result: 'unavailable', checked_at: app.clock.now } as const
  await insertRow(app.deps.db, 'vat_check', check)

  const viewId = await insertRow(app.deps.db, 'saved_view', {
    list: 'orders',
    name: randomUUID(),
    state: 'status=in%3Apaid',
    staff_id: managerStaffId,
    is_shared: true,
    created_at: app.clock.now,
  })

  return {
    customerId,
    noteId,
    viewCode: view.code,
    viewId,
    vatNumber,
    projectId,
    parcelId,
    packedLineId,
    announcedParcelId: announced.id,
    reloadId: reload.id,
    unapprovedId: large.data.id,
    heldId: held.data.id,
    refundId,
    disputeId: await aDispute(app, customerId, reload.id),
    boughtId,
    packedId,
    managerEmail,
    archivedOrderId: await anArchivedInvoice(app, customerId, boughtId),
  }
}

const refund = () => ({ amountMinor: 1, reason: 'Rayure', key: randomUUID() })

const auditFilter = (customerId: string) => ({
  person: `in:${randomUUID()}`,
  action: 'in:customer.credit-set',
  subjectId: `is:${customerId}`,
  at: 'between:2026-01-01,2026-12-31',
})

const orderStaffSamples = routeSamples(workAbout, {
  'GET /global/staff/order/{orderId}': ({ boughtId }) => ({ params: { orderId: boughtId } }),
  'POST /global/staff/order/{orderId}/move': ({ boughtId }) => ({
    params: { orderId: boughtId },
    body: { to: 'in_review', reason: 'Lot 4' },
  }),
  'POST /global/staff/order/{orderId}/cancel': ({ boughtId }) => ({
    params: { orderId: boughtId },
    body: { reason: 'Matière épuisée' },
  }),
  'POST /global/staff/project/{projectId}/export-control': ({ projectId }) => ({
    params: { projectId },
    body: { reason: 'Hors des listes', uploadIds: [randomUUID()] },
  }),
  'POST /global/staff/order/{orderId}/parcel': ({ packedId, packedLineId }) => ({
    params: { orderId: packedId },
    body: {
      carrier: 'dhl',
      trackingNumber: 'JD000',
      lines: [{ orderLineId: packedLineId, quantity: 1 }],
      weightG: 1200,
      boxMm: [300, 200, 100],
    },
  }),
  'PATCH /global/staff/parcel/{parcelId}': ({ parcelId }) => ({
    params: { parcelId },
    body: { state: 'delivered', place: 'Lyon', note: 'Remis' },
  }),
  'DELETE /global/staff/parcel/{parcelId}': ({ announcedParcelId }) => ({ params: { parcelId: announcedParcelId } }),
  'GET /global/staff/parcel/{parcelId}/document/{kind}': ({ parcelId }) => ({ params: { parcelId, kind: 'label' } }),
  'POST /global/staff/order/{orderId}/refund': ({ boughtId }) => ({ params: { orderId: boughtId }, body: refund() }),
  'POST /global/staff/reload/{reloadId}/refund': ({ reloadId }) => ({ params: { reloadId }, body: refund() }),
  'POST /global/staff/bank/receipt': () => ({
    body: { bankTransactionId: randomUUID(), reference: 'C-26', amountMinor: 1000, currency: 'USD' },
  }),
  'POST /global/staff/bank/receipt/{receiptId}/approve': ({ unapprovedId }) => ({
    params: { receiptId: unapprovedId },
  }),
  'POST /global/staff/bank/receipt/{receiptId}/resolve': ({ heldId }) => ({
    params: { receiptId: heldId },
    body: { as: 'returned', reason: 'Inconnu' },
  }),
  'GET /global/staff/audit/entry/{position}': () => ({ params: { position: '1' } }),
  'GET /global/staff/audit/verification': () => ({}),
  'GET /global/staff/list/audit': ({ customerId }) => ({ query: { ...auditFilter(customerId), pageSize: '20' } }),
  'GET /global/staff/list/audit/export': ({ customerId }) => ({ query: auditFilter(customerId) }),
  'GET /global/staff/list/security-events': ({ customerId }) => ({
    query: { customer: `in:${customerId}`, event: 'in:login', network: `is:${'n'.repeat(22)}`, sort: 'at' },
  }),
  'GET /global/staff/list/security-events/export': () => ({ query: { at: 'last:30' } }),
  'GET /global/staff/vat-check': () => ({}),
  'GET /global/staff/vat-check/{vatNumber}': ({ vatNumber }) => ({ params: { vatNumber } }),
  'POST /global/staff/vat-check/{vatNumber}/ask': ({ vatNumber }) => ({ params: { vatNumber } }),
  'POST /global/staff/vat-check/release': () => ({ body: { vatNumber: 'DE136695976', reason: 'Attestation reçue' } }),
  'GET /global/staff/dispute': () => ({}),
  'POST /global/staff/dispute/{disputeId}/release': ({ disputeId }) => ({
    params: { disputeId },
    body: { reason: 'Client connu' },
  }),
  'GET /global/staff/payer-return': () => ({}),
  'POST /global/staff/payer-return/{refundId}/sent': ({ refundId }) => ({
    params: { refundId },
    body: { bankTransactionId: 'R-1' },
  }),
  'POST /global/staff/customer/{customerId}/credit': ({ customerId }) => ({
    params: { customerId },
    body: { limitMinor: 200_000_00, reason: 'Client fidèle' },
  }),
  'POST /global/staff/customer/{customerId}/settlement': ({ customerId }) => ({
    params: { customerId },
    body: refund(),
  }),
  'PATCH /global/staff/customer/{customerId}': ({ customerId }) => ({
    params: { customerId },
    body: { isRecharge: false, isEntrustOrderAccount: false },
  }),
  'POST /global/staff/customer/{customerId}/manager': ({ customerId, managerEmail }) => ({
    params: { customerId },
    body: { email: managerEmail, reason: 'Portefeuille' },
  }),
  'DELETE /global/staff/customer/{customerId}/manager': ({ customerId }) => ({
    params: { customerId },
    body: { reason: 'Départ' },
  }),
  'POST /global/staff/customer/{customerId}/expressAccount': ({ customerId }) => ({
    params: { customerId },
    body: { carrier: 'dhl', number: '123456789' },
  }),
  'GET /global/staff/view': () => ({}),
  'POST /global/staff/view': () => ({
    body: { list: 'orders', name: 'À vérifier', state: 'status=in%3Apaid&sort=-placedAt', isShared: false },
  }),
  'PATCH /global/staff/view/{viewId}': ({ viewId }) => ({
    params: { viewId },
    body: { name: `À revoir ${randomUUID()}` },
  }),
  'DELETE /global/staff/view/{viewId}': ({ viewId }) => ({ params: { viewId } }),
  'GET /global/staff/find': () => ({ query: { text: 'example' } }),
  'GET /global/staff/order-move': ({ packedId }) => ({ query: { orderIds: packedId, to: 'shipped' } }),
  'GET /global/staff/list/orders': ({ customerId }) => ({ query: { customer: `in:${customerId}`, sort: '-totalUsd' } }),
  'GET /global/staff/list/orders/export': () => ({ query: { status: 'in:paid', columns: 'number,status' } }),
  'GET /global/staff/list/customers': () => ({ query: { search: 'example.com', pageSize: '10' } }),
  'GET /global/staff/list/customers/export': () => ({ query: { company: 'filled:' } }),
  'GET /global/staff/list/claims': () => ({ query: { state: 'in:open,question' } }),
  'GET /global/staff/list/claims/export': () => ({ query: {} }),
  'GET /global/staff/list/additional-costs': () => ({ query: { createdAt: 'last:30' } }),
  'GET /global/staff/list/additional-costs/export': () => ({ query: { sort: 'deadline' } }),
  'GET /global/staff/list/mails': () => ({ query: { state: 'in:refused,failed' } }),
  'GET /global/staff/list/mails/export': () => ({ query: { mailedAt: 'last:30' } }),
  'PATCH /global/staff/me': () => ({
    body: { phone: '+33 1 23 45 67 89', hours: { fr: 'Lun.–ven.', en: 'Mon–Fri' } },
  }),
  'GET /global/staff/customer/{customerId}': ({ customerId }) => ({ params: { customerId } }),
  'GET /global/staff/customer/{customerId}/quote': ({ customerId, projectId }) => ({
    params: { customerId },
    query: { after: `1790000000000000_${projectId}` },
  }),
  'GET /global/staff/customer/{customerId}/file': ({ customerId, projectId }) => ({
    params: { customerId },
    query: { after: `1790000000000000_${projectId}` },
  }),
  'POST /global/staff/customer/{customerId}/flag': ({ customerId }) => ({
    params: { customerId },
    body: { flag: 'watch', reason: 'Adresse à vérifier' },
  }),
  'DELETE /global/staff/customer/{customerId}/flag': ({ customerId }) => ({
    params: { customerId },
    body: { flag: 'watch', reason: 'Réglé' },
  }),
  'GET /global/staff/customer/{customerId}/view': ({ customerId }) => ({ params: { customerId } }),
  'POST /global/staff/customer/{customerId}/view': ({ customerId, viewCode }) => ({
    params: { customerId },
    body: { code: viewCode, reason: 'Le client ne trouve pas sa facture' },
  }),
  'POST /global/staff/customer/{customerId}/view/end': ({ customerId }) => ({ params: { customerId } }),
  'POST /global/staff/customer/{customerId}/note': ({ customerId }) => ({
    params: { customerId },
    body: { text: 'Paie toujours à temps' },
  }),
  'PATCH /global/staff/customer/{customerId}/note/{noteId}': ({ customerId, noteId }) => ({
    params: { customerId, noteId },
    body: { text: 'Préfère l’e-mail' },
  }),
  'DELETE /global/staff/customer/{customerId}/note/{noteId}': ({ customerId, noteId }) => ({
    params: { customerId, noteId },
  }),
  'GET /global/staff/referral/refused': ({ customerId }) => ({
    query: { page: '1', pageSize: '20', referrerId: customerId },
  }),
  'POST /global/staff/archive/{customerId}': ({ customerId }) => ({
    params: { customerId },
    body: { reason: 'Contrôle fiscal', page: 1, pageSize: 20 },
  }),
  'POST /global/staff/archive/{customerId}/invoice': ({ customerId, archivedOrderId }) => ({
    params: { customerId },
    body: { invoiceOf: archivedOrderId, reason: 'Contrôle fiscal' },
  }),
  'POST /global/staff/coupon': () => ({
    body: {
      code: `NEW-${randomUUID().slice(0, 8).toUpperCase()}`,
      coupon: { type: 'percent', percent: 10, capUsd: 50, minGoodsUsd: 0 },
      mostUses: 10,
      redeemableUntil: '2026-12-31T00:00:00Z',
      validDays: 30,
    },
  }),
})

export const staffSamples = joinSamples(orderStaffSamples, afterSaleStaffSamples)
