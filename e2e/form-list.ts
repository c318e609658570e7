import { binaryStl, box } from '@cotation/geometry/solids'
import type { Page } from '@playwright/test'
import { formWords, quoteWords, staffDeskWords, words } from './words.ts'

/** What the journey makes for the pages: ids, codes and words, by name. */
export type FormRecords = Readonly<Record<string, string>>

/** A page with forms, or a dialog with one. */
export interface ListedForm {
  /** The files of the forms, below `apps/web/src`. */
  files: readonly string[]
  /** Below `/manufacture`; `$name` is a record. */
  path: string
  /** Opens what the page does not show at once. */
  open?: (page: Page, records: FormRecords) => Promise<void>
  /** The forms are in the dialog that opens. */
  isDialog?: boolean
  /** A question with fields opens: its whole dialog is the form, its last button sends it. */
  isQuestion?: boolean
  /** The accessible name of the form, where the same button may open another one. */
  name?: string
  /** An empty form may be sent, too, and ends what it is about: it is only sent filled. */
  isFinal?: boolean
}

const { selectPart } = quoteWords.fr
const { addFilter, views } = staffDeskWords.fr
const say = { ...words.fr, ...formWords.fr, selectPart, addFilter, views }

const press =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('main').getByRole('button', { name }).first().click()
  }

/** Only the app, once it has taken the page over, shows the banner. */
async function dropFirstFile(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  const buffer = Buffer.from(binaryStl(box([40, 25, 8])))
  const file = { name: 'equerre.stl', mimeType: 'application/octet-stream', buffer }
  await page.locator('input[type=file][multiple]:not([webkitdirectory])').first().setInputFiles([file])
}

export const visitorForms: readonly ListedForm[] = [
  { files: ['features/auth/login-form.tsx'], path: '/login' },
  { files: ['features/auth/sign-up-form.tsx'], path: '/signup' },
  {
    files: ['features/auth/sign-up-form.tsx'],
    path: '/signup',
    open: (page) => page.getByText(say.company, { exact: true }).first().click(),
  },
  { files: ['features/auth/email-captcha-form.tsx'], path: '/reset-password' },
  { files: ['features/auth/reset-password.page.tsx'], path: '/reset-password', open: press(say.resetByCode) },
  { files: ['features/quote/files/terms-dialog.tsx'], path: '/quote', open: dropFirstFile, isDialog: true },
  {
    files: ['features/auth/second-factor-form.tsx'],
    path: '/login',
    open: async (page, { email = '', password = '' }) => {
      const main = page.getByRole('main')
      await main.getByLabel(say.email, { exact: true }).fill(email)
      await main.getByLabel(say.password, { exact: true }).fill(password)
      await main.getByRole('button', { name: say.logIn, exact: true }).click()
      await page.getByRole('form', { name: say.secondFactor }).waitFor()
    },
    name: say.secondFactor,
  },
  { files: ['staff/access/login.page.tsx'], path: '/staff/login' },
  { files: ['staff/access/enrolment.page.tsx'], path: '$enrolment' },
]

export const customerForms: readonly ListedForm[] = [
  { files: ['features/account/profile-form.tsx'], path: '/user/account/profile' },
  { files: ['features/account/your-data.tsx'], path: '/user/account/profile', open: press(say.export), isDialog: true },
  {
    files: ['features/account/email-change.tsx'],
    path: '/user/account/profile',
    open: press(say.changeEmail),
    isDialog: true,
  },
  {
    files: ['features/account/set-up-totp.tsx'],
    path: '/user/account/profile',
    open: press(say.setUpApp),
    isDialog: true,
  },
  {
    files: ['features/account/add-passkey.tsx'],
    path: '/user/account/profile',
    open: press(say.addPasskey),
    isDialog: true,
  },
  { files: ['features/account/password.page.tsx'], path: '/user/account/password' },
  {
    files: ['ui/address/address-fields.tsx'],
    path: '/user/account/address',
    open: press(say.addAddress),
    isDialog: true,
  },
  {
    files: ['ui/address/address-fields.tsx'],
    path: '/user/account/billingAddress',
    open: press(say.addAddress),
    isDialog: true,
  },
  { files: ['ui/forms/coupon-code-form.tsx'], path: '/user/account/coupons' },
  { files: ['features/balance/reload-form.tsx'], path: '/user/account/balance/reload' },
  {
    files: ['features/referral/invite-form.tsx', 'features/referral/share-code.tsx'],
    path: '/user/account/referral',
    open: press(say.changeCode),
  },
  {
    files: ['features/order/detail/cancel-order.tsx'],
    path: '/user/order/detail/$unpaidId',
    open: press(say.cancelOrder),
    isDialog: true,
    isFinal: true,
  },
  { files: ['features/order/detail/review.tsx'], path: '/user/order/detail/$deliveredId' },
  {
    files: ['features/additional-cost/decline-cost.tsx'],
    path: '/user/order/additional-cost?cost=$costId',
    open: press(say.declineCost),
    isDialog: true,
  },
  { files: ['features/after-sale/claim-form.tsx'], path: '/user/order/after-sale?order=$deliveredId' },
  { files: ['features/after-sale/claim-answer.tsx'], path: '/user/order/after-sale?claim=$claimId' },
  {
    files: ['features/after-sale/reprint-form.tsx'],
    path: '/user/order/after-sale?tab=order&number=$number&workOrder=$workOrder',
  },
  { files: ['features/project/project-item.tsx'], path: '/user/project', open: press(say.renameProject) },
  { files: ['features/checkout/form/export-control.tsx'], path: '/checkout?project=$unansweredId' },
  {
    files: ['features/quote/lines/bulk-bar.tsx'],
    path: '/quote/$projectId',
    open: (page) => page.getByRole('checkbox', { name: say.selectPart }).first().check(),
  },
  {
    files: ['features/quote/project/project-tools.tsx'],
    path: '/quote/$projectId',
    open: press(say.duplicate),
    isDialog: true,
  },
  {
    files: ['features/quote/panel/expert-question.tsx'],
    path: '/quote/$projectId',
    open: press(say.openPart, say.askExpert),
  },
  { files: ['features/site/contact.page.tsx'], path: '/contact' },
  {
    files: ['features/site/leave-dialog.tsx'],
    path: '/contact',
    open: async (page) => {
      await page.getByRole('button', { name: say.accountMenu }).click()
      await page.getByRole('button', { name: say.logOut }).click()
    },
    isDialog: true,
  },
]

/** Of a customer without orders who logs in with a second factor. */
export const guardedForms: readonly ListedForm[] = [
  {
    files: ['features/account/second-factor-proof-form.tsx'],
    path: '/user/account/profile',
    open: press(say.turnFactorOff),
    isDialog: true,
  },
  { files: ['features/account/deletion-form.tsx'], path: '/account-delete' },
]

export const staffForms: readonly ListedForm[] = [
  { files: ['staff/access/contact-form.tsx', 'staff/access/password-change.tsx'], path: '/staff/account' },
  { files: ['staff/access/app-secret.tsx'], path: '/staff/account', open: press(say.setUpStaffApp), isDialog: true },
  {
    files: ['staff/access/passkey-form.tsx'],
    path: '/staff/account',
    open: press(say.addStaffPasskey),
    isDialog: true,
  },
  { files: ['staff/admin/member-form.tsx'], path: '/staff/team', open: press(say.addMember), isDialog: true },
  { files: ['staff/admin/role-dialog.tsx'], path: '/staff/roles', open: press(say.addRole), isDialog: true },
  { files: ['staff/list/filter-bar.tsx'], path: '/staff/orders', open: press(say.addFilter), isDialog: true },
  { files: ['staff/list/saved-views.tsx'], path: '/staff/orders', open: press(say.views), isDialog: true },
  { files: ['staff/order/pack-parcel.tsx'], path: '/staff/orders/$orderId', open: press(say.pack), isDialog: true },
  { files: ['staff/work/work.page.tsx'], path: '/staff/work' },
  {
    files: ['staff/work/work.page.tsx', 'staff/work/step-card.tsx'],
    path: '/staff/work/$newRun',
    open: press(say.stepDone),
  },
  { files: ['staff/work/work.page.tsx', 'staff/work/conclusion-form.tsx'], path: '/staff/work/$inspectedRun' },
  { files: ['staff/work/tray/open-tray.tsx'], path: '/staff/trays/$openTray' },
  {
    files: ['staff/work/tray/fail-dialog.tsx'],
    path: '/staff/trays/$printingTray',
    open: press(say.trayFailed),
    isDialog: true,
  },
  {
    files: ['staff/work/tray/done-dialog.tsx'],
    path: '/staff/trays/$otherTray',
    open: press(say.trayDone),
    isDialog: true,
    isFinal: true,
  },
  {
    files: ['staff/order/pending-refunds.tsx'],
    path: '/staff/orders/$payerOrderId',
    open: press(say.recordTransfer),
    isQuestion: true,
  },
  {
    files: ['staff/shared/refund-button.tsx'],
    path: '/staff/orders/$payerOrderId',
    open: press(say.refund),
    isQuestion: true,
  },
  {
    files: ['staff/shared/move-order.tsx'],
    path: '/staff/orders/$payerOrderId',
    open: press(say.cancelStaffOrder),
    isQuestion: true,
  },
  {
    files: ['staff/additional-cost/cost.page.tsx'],
    path: '/staff/additional-costs/$costId',
    open: press(say.withdrawCost),
    isQuestion: true,
  },
  {
    files: ['staff/proposal/decision-dialog.tsx'],
    path: '/staff/proposals/$proposalId',
    open: press(say.withdrawProposal),
    isQuestion: true,
    isFinal: true,
  },
  {
    files: ['staff/expert-desk/answer-form.tsx'],
    path: '/staff/experts/$lineId',
    open: press(say.declineQuestion),
    isQuestion: true,
  },
  {
    files: ['staff/shared/reason-dialog.tsx'],
    path: '/staff/customers/$customerId',
    open: press(say.addFlag),
    isQuestion: true,
  },
]

/** Files with a form that no list above opens, and why. */
export const unlistedForms: Readonly<Record<string, string>> = {
  'features/account/password-proof.tsx': 'it takes a log-in of some minutes ago; profile.page.test.tsx sends it',
  'features/auth/activate.page.tsx':
    'it takes a mail of a sign-up in another browser; claiming.journey.ts fills it in and reloads it',
  'features/account/grown-balance.tsx':
    'it takes money that arrives between the mail of a deletion and its link; account-delete.page.test.tsx sends it',
  'features/quote/project/file-questions.tsx': 'it takes an analysis of minutes; project.page.test.tsx sends it',
  'staff/access/factor-form.tsx':
    'it takes a member with a known second factor; staff-access.journey.ts sends it at sign-in',
  'staff/order/order-parcels.tsx': 'it takes a parcel on its way; parcels.journey.ts sends it',
  'staff/work/tray/new-tray.page.tsx':
    'it would take the parts that other journeys print; trays.journey.ts leaves them out and sends it',
}
