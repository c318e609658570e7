import { type Access, allRoutes } from '@cotation/contracts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#src/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, aVisitor } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'
import { roleFor } from './input-paths.ts'

/** Written by hand, so that the author of a new route must decide who may call it. */
const expectedAccess: Record<string, Access> = {
  'GET /global/account/me': 'customer',
  'PATCH /global/account/me': 'customer',
  'POST /global/account/uploadImage': 'customer',
  'GET /global/account/image/{imageId}': 'public',
  'POST /global/account/login': 'public',
  'GET /global/account/logout': 'customer',
  'POST /global/account/register': 'public',
  'POST /global/account/activeEmail': 'public',
  'POST /global/account/activate': 'public',
  'POST /global/account/password/resetSend': 'public',
  'PATCH /global/account/password/reset': 'public',
  'POST /global/account/password/codeSend': 'customer',
  'PATCH /global/account/password': 'customer',
  'POST /global/account/password/confirm': 'customer',
  'GET /global/account/sessions': 'customer',
  'DELETE /global/account/session/{sessionId}': 'customer',
  'POST /global/account/sessions/endOthers': 'customer',
  'POST /global/account/email': 'customer',
  'POST /global/account/email/confirm': 'public',
  'POST /global/account/email/undo': 'public',
  'GET /global/account/secondFactor': 'customer',
  'POST /global/account/secondFactor/begin': 'customer',
  'POST /global/account/secondFactor/confirm': 'customer',
  'POST /global/account/secondFactor/recoveryCodes': 'customer',
  'POST /global/account/secondFactor/turnOff': 'customer',
  'POST /global/account/secondFactor/passkey/begin': 'customer',
  'POST /global/account/secondFactor/passkey': 'customer',
  'DELETE /global/account/secondFactor/passkey/{passkeyId}': 'customer',
  'POST /global/account/login/passkey/begin': 'public',
  'POST /global/account/login/passkey': 'public',
  'POST /global/account/login/secondFactor': 'public',
  'GET /global/account/deletion': 'customer',
  'POST /global/account/deletion': 'customer',
  'DELETE /global/account/deletion': 'customer',
  'POST /global/account/deletion/link': 'public',
  'POST /global/account/deletion/confirm': 'public',
  'POST /global/account/deletion/link/renew': 'public',
  'GET /global/account/export': 'customer',
  'POST /global/account/export': 'customer',
  'POST /global/account/export/{exportId}/ticket': 'customer',
  'GET /global/account/export/download/{ticket}': 'public',
  'POST /global/staff/archive/{customerId}': 'staff',
  'POST /global/staff/archive/{customerId}/invoice': 'staff',
  'GET /global/account/quick': 'public',
  'GET /global/account/quick/loginUrl': 'public',
  'POST /global/account/quick/callback': 'public',
  'PATCH /global/account/quick/unlinkQuick': 'customer',
  'GET /global/account/referral': 'customer',
  'GET /global/account/referral/friends': 'customer',
  'PATCH /global/account/referral/code': 'customer',
  'POST /global/account/referral/invitation': 'customer',
  'GET /global/account/referral/code': 'public',
  'GET /global/staff/referral/refused': 'staff',
  'GET /global/staff/list/expert-questions': 'staff',
  'GET /global/staff/list/expert-questions/export': 'staff',
  'GET /global/order/{orderId}/message': 'customer',
  'POST /global/order/{orderId}/message': 'customer',
  'GET /global/staff/order/{orderId}/line/{lineId}/mesh': 'staff',
  'GET /global/staff/order/{orderId}/message': 'staff',
  'POST /global/staff/order/{orderId}/note': 'staff',
  'POST /global/staff/order/{orderId}/message': 'staff',
  'GET /global/staff/expert/{lineId}': 'staff',
  'GET /global/staff/expert/{lineId}/similar': 'staff',
  'GET /global/staff/expert/{lineId}/mesh': 'staff',
  'GET /global/staff/expert/{lineId}/file/{uploadId}': 'staff',
  'GET /global/staff/expert/{lineId}/drawing/{uploadId}': 'staff',
  'POST /global/staff/expert/{lineId}/draft': 'staff',
  'POST /global/staff/expert/{lineId}/answer': 'staff',
  'POST /global/staff/expert/{lineId}/decline': 'staff',
  'GET /global/staff/audit/entry/{position}': 'staff',
  'GET /global/staff/audit/verification': 'staff',
  'GET /global/staff/list/audit': 'staff',
  'GET /global/staff/list/audit/export': 'staff',
  'GET /global/staff/list/security-events': 'staff',
  'GET /global/staff/list/security-events/export': 'staff',
  'POST /global/staff/customer/{customerId}/expressAccount': 'staff',
  'GET /global/catalogue/current': 'public',
  'GET /global/catalogue/version': 'public',
  'GET /global/common/index': 'public',
  'GET /global/tools/captchaImage': 'public',
  'GET /global/tools/captchaAudio': 'public',
  'GET /global/tools/countryList': 'public',
  'POST /global/account/contactUs': 'public',
  'GET /global/account/distribution/access': 'public',
  'POST /global/tools/semRecord': 'public',
  'POST /global/tools/detain': 'public',
  'POST /global/quote/visitor': 'public',
  'POST /global/project': 'visitor',
  'GET /global/project': 'visitor',
  'POST /global/quote/same-files': 'visitor',
  'GET /global/project/{projectId}': 'visitor',
  'PATCH /global/project/{projectId}': 'visitor',
  'DELETE /global/project/{projectId}': 'visitor',
  'POST /global/project/{projectId}/restore': 'visitor',
  'POST /global/project/{projectId}/duplicate': 'visitor',
  'POST /global/project/{projectId}/requote': 'visitor',
  'POST /global/project/{projectId}/share': 'visitor',
  'DELETE /global/project/{projectId}/share': 'visitor',
  'POST /global/quote/shared': 'public',
  'GET /global/project/{projectId}/activity': 'visitor',
  'POST /global/project/{projectId}/export-control': 'customer',
  'GET /global/project/{projectId}/quotation': 'visitor',
  'POST /global/project/{projectId}/lines': 'visitor',
  'POST /global/project/{projectId}/lines/stored': 'visitor',
  'PATCH /global/project/{projectId}/lines': 'visitor',
  'POST /global/project/{projectId}/lines/remove': 'visitor',
  'POST /global/project/{projectId}/lines/restore': 'visitor',
  'POST /global/project/{projectId}/lines/transfer': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/file': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/attachment': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/unit': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/notify': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/accept': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/withdraw': 'visitor',
  'POST /global/project/{projectId}/line/{lineId}/expert': 'visitor',
  'DELETE /global/project/{projectId}/line/{lineId}/expert': 'visitor',
  'GET /global/project/{projectId}/line/{lineId}/facts': 'visitor',
  'GET /global/project/{projectId}/line/{lineId}/mesh': 'visitor',
  'POST /global/quote/shared/mesh': 'public',
  'GET /global/quote/thumbnail/{thumbnailKey}': 'public',
  'POST /global/upload/{uploadId}/received': 'visitor',
  'GET /global/upload/history': 'customer',
  'DELETE /global/upload/{uploadId}': 'visitor',
  'GET /global/upload/{uploadId}/content': 'visitor',
  'GET /global/account/address': 'customer',
  'GET /global/account/shippingList': 'customer',
  'GET /global/account/address/{id}': 'customer',
  'POST /global/account/address': 'customer',
  'PATCH /global/account/address/{id}': 'customer',
  'DELETE /global/account/address/{id}': 'customer',
  'PATCH /global/account/address/setDefault/{id}': 'customer',
  'DELETE /global/account/address/batch': 'customer',
  'GET /global/account/billingAddress': 'customer',
  'GET /global/account/billingAddress/{id}': 'customer',
  'POST /global/account/billingAddress/{id}': 'customer',
  'PATCH /global/account/billingAddress/{id}': 'customer',
  'DELETE /global/account/billingAddress/{id}': 'customer',
  'GET /global/account/balance': 'customer',
  'GET /global/account/balance/rechargeList': 'customer',
  'GET /global/account/balance/transactionList': 'customer',
  'GET /global/account/balance/wePointTransactionList': 'customer',
  'POST /global/member/paymentList': 'customer',
  'GET /global/account/balance/export/{list}': 'customer',
  'POST /global/account/balance/reload': 'customer',
  'GET /global/account/balance/reload/{reloadId}': 'customer',
  'POST /global/account/balance/reload/{reloadId}/check': 'customer',
  'POST /global/checkout/preview': 'customer',
  'POST /global/checkout/submit': 'customer',
  'GET /global/account/promoCodeList': 'customer',
  'POST /global/account/promoCode/redeem': 'customer',
  'GET /global/home': 'customer',
  'POST /global/live': 'visitor',
  'POST /global/live/link': 'public',
  'GET /global/order': 'customer',
  'GET /global/order/export': 'customer',
  'GET /global/order/{orderId}': 'customer',
  'POST /global/order/{orderId}/cancel': 'customer',
  'POST /global/order/{orderId}/receive': 'customer',
  'POST /global/order/{orderId}/review': 'customer',
  'POST /global/order/{orderId}/review/photo': 'customer',
  'GET /global/order/{orderId}/review/photo/{photoId}': 'customer',
  'POST /global/order/{orderId}/reorder': 'customer',
  'GET /global/order/{orderId}/document/{kind}': 'customer',
  'GET /global/order/{orderId}/parcel/{parcelId}/packing-list': 'customer',
  'GET /global/afterSale/claim': 'customer',
  'GET /global/afterSale/claim/{claimId}': 'customer',
  'GET /global/afterSale/order/{orderId}': 'customer',
  'GET /global/afterSale/order/{orderId}/line/{lineId}/mesh': 'customer',
  'POST /global/afterSale/order/{orderId}/claim': 'customer',
  'POST /global/afterSale/claim/{claimId}/answer': 'customer',
  'POST /global/afterSale/claim/{claimId}/withdraw': 'customer',
  'POST /global/afterSale/photo': 'customer',
  'GET /global/afterSale/photo/{photoId}': 'customer',
  'GET /global/afterSale/workOrder': 'customer',
  'POST /global/afterSale/order': 'customer',
  'GET /global/payment/order/{orderId}': 'customer',
  'POST /global/payment/order/{orderId}/begin': 'customer',
  'POST /global/payment/order/{orderId}/check': 'customer',
  'POST /global/payment/order/{orderId}/abandon': 'customer',
  'POST /global/payment/order/{orderId}/link': 'customer',
  'POST /global/payment/order/{orderId}/link/mail': 'customer',
  'POST /global/payment/order/{orderId}/link/copy': 'customer',
  'POST /global/payment/order/{orderId}/link/resend': 'customer',
  'DELETE /global/payment/order/{orderId}/link': 'customer',
  'POST /global/payment/link': 'public',
  'POST /global/payment/link/begin': 'public',
  'POST /global/payment/link/check': 'public',
  'POST /global/payment/link/abandon': 'public',
  'GET /global/additional-cost': 'customer',
  'GET /global/additional-cost/{costId}': 'customer',
  'POST /global/additional-cost/{costId}/decline': 'customer',
  'GET /global/additional-cost/{costId}/picture': 'customer',
  'GET /global/additional-cost/{costId}/invoice': 'customer',
  'GET /global/payment/additional-cost/{costId}': 'customer',
  'POST /global/payment/additional-cost/{costId}/begin': 'customer',
  'POST /global/payment/additional-cost/{costId}/check': 'customer',
  'POST /global/payment/additional-cost/{costId}/abandon': 'customer',
  'POST /global/payment/additional-cost/{costId}/link': 'customer',
  'DELETE /global/payment/additional-cost/{costId}/link': 'customer',
  'POST /global/staff/order/{orderId}/additional-cost': 'staff',
  'POST /global/staff/additional-cost/{costId}/picture': 'staff',
  'GET /global/staff/additional-cost': 'staff',
  'GET /global/staff/order/{orderId}/additional-cost': 'staff',
  'GET /global/staff/additional-cost/{costId}/picture': 'staff',
  'GET /global/staff/additional-cost/{costId}': 'staff',
  'GET /global/staff/additional-cost/{costId}/invoice': 'staff',
  'POST /global/staff/additional-cost/{costId}/withdraw': 'staff',
  'POST /global/staff/additional-cost/{costId}/refund': 'staff',
  'GET /global/loyalty': 'customer',
  'POST /global/loyalty/check-in': 'customer',
  'POST /global/loyalty/task/{taskId}': 'customer',
  'POST /global/loyalty/exchange': 'customer',
  'GET /global/staff/loyalty/without-manager': 'staff',
  'GET /global/staff/view': 'staff',
  'POST /global/staff/view': 'staff',
  'PATCH /global/staff/view/{viewId}': 'staff',
  'DELETE /global/staff/view/{viewId}': 'staff',
  'GET /global/staff/find': 'staff',
  'GET /global/staff/order-move': 'staff',
  'GET /global/staff/list/orders': 'staff',
  'GET /global/staff/list/orders/export': 'staff',
  'GET /global/staff/list/customers': 'staff',
  'GET /global/staff/list/customers/export': 'staff',
  'GET /global/staff/list/claims': 'staff',
  'GET /global/staff/list/claims/export': 'staff',
  'GET /global/staff/list/production': 'staff',
  'GET /global/staff/list/trays': 'staff',
  'GET /global/staff/list/trays/export': 'staff',
  'GET /global/staff/tray-candidate': 'staff',
  'POST /global/staff/tray': 'staff',
  'GET /global/staff/tray/{code}': 'staff',
  'POST /global/staff/tray/{code}/content': 'staff',
  'POST /global/staff/tray/{code}/start': 'staff',
  'POST /global/staff/tray/{code}/done': 'staff',
  'GET /global/staff/tray/{code}/failure': 'staff',
  'POST /global/staff/tray/{code}/fail': 'staff',
  'GET /global/staff/tray/{code}/model': 'staff',
  'GET /global/staff/list/production/export': 'staff',
  'GET /global/staff/order/{orderId}/production': 'staff',
  'GET /global/staff/production/run/{code}': 'staff',
  'GET /global/staff/production/run/{code}/mesh': 'staff',
  'GET /global/staff/production/run/{code}/traveller': 'staff',
  'POST /global/staff/production/step/{stepId}/report': 'staff',
  'POST /global/staff/production/step/{stepId}/photo/{photoId}': 'staff',
  'DELETE /global/staff/production/step/{stepId}/photo/{photoId}': 'staff',
  'GET /global/staff/production/photo/{photoId}': 'staff',
  'GET /global/staff/production/run/{code}/inspection': 'staff',
  'GET /global/staff/order/{orderId}/inspection': 'staff',
  'POST /global/staff/production/run/{code}/inspection/value': 'staff',
  'POST /global/staff/production/run/{code}/inspection/photo/{photoId}': 'staff',
  'DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}': 'staff',
  'POST /global/staff/production/run/{code}/inspection/conclusion': 'staff',
  'GET /global/staff/inspection/photo/{photoId}': 'staff',
  'GET /global/staff/inspection/{inspectionId}/report': 'staff',
  'GET /global/order/{orderId}/inspection': 'customer',
  'GET /global/inspection/photo/{photoId}': 'customer',
  'GET /global/inspection/{inspectionId}/report': 'customer',
  'GET /global/staff/list/additional-costs': 'staff',
  'GET /global/staff/list/additional-costs/export': 'staff',
  'GET /global/staff/list/mails': 'staff',
  'GET /global/staff/list/mails/export': 'staff',
  'GET /global/staff/mail/{mailId}': 'staff',
  'POST /global/staff/mail/{mailId}/resend': 'staff',
  'GET /global/staff/job': 'staff',
  'GET /global/staff/customer/{customerId}': 'staff',
  'GET /global/staff/customer/{customerId}/quote': 'staff',
  'GET /global/staff/customer/{customerId}/file': 'staff',
  'GET /global/staff/customer/{customerId}/file/{uploadId}': 'staff',
  'POST /global/staff/customer/{customerId}/flag': 'staff',
  'DELETE /global/staff/customer/{customerId}/flag': 'staff',
  'POST /global/account/view/code': 'customer',
  'GET /global/account/view': 'customer',
  'POST /global/account/view/{viewId}/end': 'customer',
  'GET /global/staff/customer/{customerId}/view': 'staff',
  'POST /global/staff/customer/{customerId}/view': 'staff',
  'POST /global/staff/customer/{customerId}/view/end': 'staff',
  'POST /global/staff/customer/{customerId}/note': 'staff',
  'PATCH /global/staff/customer/{customerId}/note/{noteId}': 'staff',
  'DELETE /global/staff/customer/{customerId}/note/{noteId}': 'staff',
  'POST /global/staff/job/{jobId}/retry': 'staff',
  'GET /global/staff/order/{orderId}': 'staff',
  'GET /global/staff/order/{orderId}/review/photo/{photoId}': 'staff',
  'POST /global/staff/order/{orderId}/move': 'staff',
  'POST /global/staff/order/{orderId}/cancel': 'staff',
  'POST /global/staff/project/{projectId}/export-control': 'staff',
  'POST /global/staff/order/{orderId}/parcel': 'staff',
  'PATCH /global/staff/parcel/{parcelId}': 'staff',
  'DELETE /global/staff/parcel/{parcelId}': 'staff',
  'GET /global/staff/parcel/{parcelId}/document/{kind}': 'staff',
  'POST /global/staff/order/{orderId}/refund': 'staff',
  'POST /global/staff/reload/{reloadId}/refund': 'staff',
  'POST /global/staff/bank/receipt': 'staff',
  'POST /global/staff/bank/receipt/{receiptId}/approve': 'staff',
  'POST /global/staff/bank/receipt/{receiptId}/resolve': 'staff',
  'GET /global/staff/project/{projectId}': 'staff',
  'GET /global/staff/project/{projectId}/file/{uploadId}': 'staff',
  'GET /global/staff/project/{projectId}/line/{lineId}/mesh': 'staff',
  'GET /global/staff/vat-check': 'staff',
  'GET /global/staff/vat-check/{vatNumber}': 'staff',
  'POST /global/staff/vat-check/{vatNumber}/ask': 'staff',
  'POST /global/staff/vat-check/release': 'staff',
  'GET /global/staff/dispute': 'staff',
  'POST /global/staff/dispute/{disputeId}/release': 'staff',
  'GET /global/staff/payer-return': 'staff',
  'POST /global/staff/payer-return/{refundId}/sent': 'staff',
  'POST /global/staff/customer/{customerId}/credit': 'staff',
  'POST /global/staff/customer/{customerId}/settlement': 'staff',
  'PATCH /global/staff/customer/{customerId}': 'staff',
  'POST /global/staff/customer/{customerId}/manager': 'staff',
  'DELETE /global/staff/customer/{customerId}/manager': 'staff',
  'PATCH /global/staff/me': 'staff',
  'POST /global/staff/coupon': 'staff',
  'GET /global/staff/list/proposals': 'staff',
  'GET /global/staff/list/proposals/export': 'staff',
  'GET /global/staff/proposal/{proposalId}': 'staff',
  'GET /global/staff/order/{orderId}/document/{kind}': 'staff',
  'GET /global/staff/order/{orderId}/file': 'staff',
  'GET /global/staff/order/{orderId}/file/{uploadId}': 'staff',
  'GET /global/staff/order/{orderId}/drawing/{uploadId}': 'staff',
  'GET /global/staff/today': 'staff',
  'POST /global/staff/today/live': 'staff',
  'POST /global/staff/today/{kind}/{subjectId}/hold': 'staff',
  'POST /global/staff/today/{kind}/{subjectId}/release': 'staff',
  'POST /global/staff/today/{kind}/{subjectId}/take-over': 'staff',
  'POST /global/staff/today/{kind}/{subjectId}/done': 'staff',
  'GET /global/staff/contact-message/{messageId}': 'staff',
  'GET /global/staff/me/notices': 'staff',
  'PATCH /global/staff/me/notices': 'staff',
  'PATCH /global/staff/me/shortcuts': 'staff',
  'POST /global/staff/proposal/{proposalId}/approve': 'staff',
  'POST /global/staff/proposal/{proposalId}/refuse': 'staff',
  'POST /global/staff/proposal/{proposalId}/withdraw': 'staff',
  'GET /global/staff/afterSale': 'staff',
  'GET /global/staff/afterSale/{claimId}': 'staff',
  'GET /global/staff/afterSale/{claimId}/evidence': 'staff',
  'GET /global/staff/afterSale/photo/{photoId}': 'staff',
  'POST /global/staff/afterSale/{claimId}/accept': 'staff',
  'POST /global/staff/afterSale/{claimId}/question': 'staff',
  'POST /global/staff/afterSale/{claimId}/reject': 'staff',
  'POST /global/staff/afterSale/{claimId}/settle': 'staff',
  'POST /global/staff/afterSale/{claimId}/order': 'staff',
  'POST /global/staff/login': 'public',
  'POST /global/staff/login/secondFactor': 'public',
  'POST /global/staff/login/passkey/begin': 'public',
  'POST /global/staff/login/passkey': 'public',
  'POST /global/staff/enrolment/view': 'public',
  'POST /global/staff/enrolment/password': 'public',
  'POST /global/staff/enrolment/app/begin': 'public',
  'POST /global/staff/enrolment/app/confirm': 'public',
  'POST /global/staff/enrolment/passkey/begin': 'public',
  'POST /global/staff/enrolment/passkey': 'public',
  'GET /global/staff/me': 'staff',
  'POST /global/staff/logout': 'staff',
  'GET /global/staff/session': 'staff',
  'DELETE /global/staff/session/{sessionId}': 'staff',
  'POST /global/staff/session/endOthers': 'staff',
  'POST /global/staff/step-up': 'staff',
  'POST /global/staff/step-up/passkey/begin': 'staff',
  'POST /global/staff/step-up/passkey': 'staff',
  'POST /global/staff/password': 'staff',
  'GET /global/staff/secondFactor': 'staff',
  'POST /global/staff/secondFactor/recoveryCodes': 'staff',
  'POST /global/staff/secondFactor/app/begin': 'staff',
  'POST /global/staff/secondFactor/app/confirm': 'staff',
  'POST /global/staff/secondFactor/passkey/begin': 'staff',
  'POST /global/staff/secondFactor/passkey': 'staff',
  'DELETE /global/staff/secondFactor/passkey/{passkeyId}': 'staff',
  'GET /global/staff/member': 'staff',
  'POST /global/staff/member': 'staff',
  'PATCH /global/staff/member/{staffId}': 'staff',
  'POST /global/staff/member/{staffId}/disable': 'staff',
  'POST /global/staff/member/{staffId}/enable': 'staff',
  'POST /global/staff/member/{staffId}/resetFactor': 'staff',
  'POST /global/staff/member/{staffId}/endSessions': 'staff',
  'GET /global/staff/role': 'staff',
  'POST /global/staff/role': 'staff',
  'PATCH /global/staff/role/{roleId}': 'staff',
  'DELETE /global/staff/role/{roleId}': 'staff',
}

const actors = ['nobody', 'visitor', 'customer', 'staff'] as const

const mayCall: Record<Access, readonly (typeof actors)[number][]> = {
  public: ['nobody', 'visitor', 'customer', 'staff'],
  visitor: ['visitor', 'customer'],
  customer: ['customer'],
  staff: ['staff'],
}

const routeKeys = allRoutes.map((route) => `${route.method} ${route.path}`)

const app = useApp()
let server: FastifyInstance
let customerId: string

beforeAll(async () => {
  server = await createApp(app.deps)
  await server.ready()
  customerId = (await aCustomer(app)).id
})

afterAll(() => server.close())

/** "METHOD /path" of all routes of the server, without HEAD. */
function servedKeys(): string[] {
  const segments: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line)
      if (!found) return []
      const [, indent = '', segment = '', methods] = found
      segments.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, segment)
      const path = segments.join('').replaceAll(/:(\w+)/g, '{$1}')
      return (methods?.split(', ') ?? []).filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`)
    })
}

const browsers: Record<(typeof actors)[number], (key?: string) => Browser | Promise<Browser>> = {
  nobody: () => app.browser(),
  visitor: () => aVisitor(app),
  customer: () => aBrowserOf(app, customerId),
  // In a role that may call it; staff-access.test.ts has the others.
  staff: (key = '') => aStaffBrowser(app, expectedAccess[key] === 'staff' ? roleFor(key) : undefined),
}

async function callAs(actor: (typeof actors)[number], key: string) {
  const caller = await browsers[actor](key)
  const [method = '', path = ''] = key.split(' ')
  return caller.fetch(`/gateway${path.replaceAll(/\{\w+\}/g, '0')}`, { method })
}

describe('the route table', () => {
  it('contains exactly the contracts under /gateway/global', () => {
    const gateway = servedKeys().filter((key) => key.includes('/gateway/global'))
    expect(gateway.sort()).toEqual(routeKeys.map((key) => key.replace(' ', ' /gateway')).sort())
  })

  it('contains no other pages than these besides gateway and web app', () => {
    const pages = servedKeys().filter((key) => !key.includes('/gateway/global') && !key.startsWith('GET /manufacture'))
    expect(pages.sort()).toEqual([
      // Uploads by the tus protocol, tested elsewhere.
      'DELETE /gateway/upload/{uploadId}',
      'GET /',
      'GET /gateway/docs',
      'GET /gateway/mailbox',
      'GET /gateway/mailbox/{id}',
      'GET /gateway/openapi.json',
      'GET /health/live',
      'GET /health/ready',
      // For search engines.
      'GET /robots.txt',
      // The card simulator, tested elsewhere; only if configured.
      'GET /simulator/pay/{id}',
      'GET /sitemap.xml',
      'GET /v1/checkout/sessions/{id}',
      'GET /v1/disputes',
      'GET /v1/payment_intents/{id}',
      'GET /v1/refunds',
      'GET /v1/refunds/{id}',
      'PATCH /gateway/upload/{uploadId}',
      'POST /gateway/upload',
      'POST /gateway/upload/',
      // Requires a valid signature.
      'POST /gateway/webhook/card',
      'POST /simulator/control',
      'POST /simulator/pay/{id}',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/{id}/expire',
      'POST /v1/refunds',
    ])
  })

  it('has a row in the access matrix for every route', () => {
    expect(Object.keys(expectedAccess).sort()).toEqual([...routeKeys].sort())
  })
})

describe('access control', () => {
  const cases = Object.entries(expectedAccess).flatMap(([key, access]) =>
    actors.map((actor) => ({ key, actor, allowed: mayCall[access].includes(actor) })),
  )
  it.each(cases)('lets $actor call $key: $allowed', async ({ key, actor, allowed }) => {
    const { status } = await callAs(actor, key)
    const isKnown = actor === 'visitor' || actor === 'customer'
    if (allowed) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(expectedAccess[key] === 'staff' && isKnown ? 403 : 401)
  })

  it('refuses before validation, so that no 422 describes a form to strangers', async () => {
    const answer = await app.browser().send('PATCH /global/account/me', { body: { isRecharge: true } })
    expect(answer.status).toBe(401)
    expect(answer.error).toEqual({
      code: 'UNAUTHENTICATED',
      message: expect.any(String),
      requestId: expect.any(String),
    })
  })

  it('accepts no malformed token (SES-3, BOL-3)', async () => {
    const { token } = await aBrowserOf(app, customerId)
    const headers = [
      `bearer ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token?.slice(1)}`,
      'Bearer null',
      'Bearer ',
      `Basic ${token}`,
      `${token}`,
    ]
    for (const authorization of headers) {
      const { status } = await app.browser().fetch('/gateway/global/account/me', { headers: { authorization } })
      expect(status, authorization.replace(String(token), 'token')).toBe(401)
    }
  })
})

describe('the routes of the card provider', () => {
  const provider = [
    'GET /v1/checkout/sessions/0',
    'GET /v1/disputes',
    'GET /v1/payment_intents/0',
    'GET /v1/refunds',
    'GET /v1/refunds/0',
    'POST /simulator/control',
    'POST /v1/checkout/sessions',
    'POST /v1/checkout/sessions/0/expire',
    'POST /v1/refunds',
  ]
  it.each(provider)("require the provider's key: %s (PAY-4)", async (key) => {
    const [method = '', path = ''] = key.split(' ')
    for (const actor of actors) expect((await (await browsers[actor]()).fetch(path, { method })).status).toBe(401)
  })

  it("require the provider's signature on webhooks (PAY-4)", async () => {
    for (const actor of actors)
      for (const signature of ['', 't=1,v1=00', `t=${Date.now()},v1=${'0'.repeat(64)}`]) {
        const { status } = await (await browsers[actor]()).fetch('/gateway/webhook/card', {
          method: 'POST',
          body: '{"type":"checkout.session.completed"}',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        })
        expect(status).toBe(400)
      }
  })
})
