import { accountRoutes, accountStaffRoutes } from './account.ts'
import { additionalCostRoutes, additionalCostStaffRoutes } from './additional-cost.ts'
import { addressRoutes, billingAddressRoutes } from './address.ts'
import { afterSaleRoutes, afterSaleStaffRoutes } from './after-sale.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { balanceRoutes, reloadRoutes } from './balance.ts'
import { catalogueRoutes } from './catalogue.ts'
import { checkoutRoutes } from './checkout.ts'
import { couponRoutes } from './coupon.ts'
import { customerRoutes } from './customer.ts'
import { customerViewRoutes, customerViewStaffRoutes } from './customer-view.ts'
import { emailChangeRoutes } from './email-change.ts'
import { expertDeskRoutes } from './expert-desk.ts'
import { exportControlRoutes, exportControlStaffRoutes } from './export-control.ts'
import { homeRoutes } from './home.ts'
import { inspectionRoutes, inspectionStaffRoutes } from './inspection.ts'
import { jobRoutes } from './job.ts'
import { lineRoutes } from './line.ts'
import { liveRoutes } from './live.ts'
import { loyaltyRoutes, loyaltyStaffRoutes } from './loyalty.ts'
import { mailRoutes } from './mail.ts'
import { orderRoutes } from './order.ts'
import { orderFileRoutes } from './order-file.ts'
import { orderMessageRoutes, orderMessageStaffRoutes } from './order-message.ts'
import { parcelRoutes, parcelStaffRoutes } from './parcel.ts'
import { paymentRoutes } from './payment.ts'
import { personalDataRoutes, personalDataStaffRoutes } from './personal-data.ts'
import { productionRoutes } from './production.ts'
import { projectRoutes } from './project.ts'
import { proposalRoutes } from './proposal.ts'
import { quickLoginRoutes } from './quick-login.ts'
import { referralRoutes, referralStaffRoutes } from './referral.ts'
import type { Route, RouteInput, RouteKey, RouteOutput } from './route.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { siteRoutes } from './site.ts'
import { staffRoutes } from './staff.ts'
import { staffAccessRoutes } from './staff-access.ts'
import { staffAdminRoutes } from './staff-admin.ts'
import { findRoutes, orderMoveRoutes, savedViewRoutes, staffListRoutes } from './staff-list.ts'
import { staffProjectRoutes } from './staff-project.ts'
import { todayRoutes } from './today.ts'
import { trayRoutes } from './tray.ts'
import { uploadRoutes } from './upload.ts'
import { vatCheckRoutes } from './vat-check.ts'

export * from './account.ts'
export * from './additional-cost.ts'
export * from './additional-cost-views.ts'
export * from './address.ts'
export * from './after-sale.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './balance.ts'
export * from './bank-instructions.ts'
export * from './catalogue/catalogue-schema.ts'
export * from './catalogue.ts'
export * from './checkout.ts'
export { configurationInput } from './configuration-schema.ts'
export * from './coupon.ts'
export * from './customer.ts'
export * from './customer-view.ts'
export * from './email-change.ts'
export * from './errors.ts'
export * from './expert-desk.ts'
export * from './export-control.ts'
export * from './home.ts'
export * from './inspection.ts'
export * from './job.ts'
export { lineRoutes } from './line.ts'
export * from './list.ts'
export * from './live.ts'
export * from './loyalty.ts'
export * from './mail.ts'
export * from './order.ts'
export * from './order-file.ts'
export * from './order-message.ts'
export * from './order-views.ts'
export * from './parcel.ts'
export * from './payment.ts'
export * from './personal-data.ts'
export * from './production.ts'
export { projectRoutes } from './project.ts'
export * from './proposal.ts'
export * from './proposal-views.ts'
export * from './quick-login.ts'
export type {
  ActivityEntry,
  FindingView,
  LineOrderView,
  LineView,
  ManualQuoteView,
  ProjectSummary,
  ProjectView,
  UploadView,
} from './quote-views.ts'
export * from './referral.ts'
export * from './route.ts'
export * from './second-factor.ts'
export * from './site.ts'
export * from './staff.ts'
export * from './staff-access.ts'
export * from './staff-admin.ts'
export * from './staff-list.ts'
export * from './staff-project.ts'
export * from './today.ts'
export * from './tray.ts'
export * from './unconfirmed-payment.ts'
export { uploadRoutes } from './upload.ts'
export * from './vat-check.ts'

const slices = {
  account: accountRoutes,
  accountStaff: accountStaffRoutes,
  additionalCost: additionalCostRoutes,
  additionalCostStaff: additionalCostStaffRoutes,
  address: addressRoutes,
  afterSale: afterSaleRoutes,
  afterSaleStaff: afterSaleStaffRoutes,
  audit: auditRoutes,
  auth: authRoutes,
  balance: balanceRoutes,
  billingAddress: billingAddressRoutes,
  catalogue: catalogueRoutes,
  checkout: checkoutRoutes,
  coupon: couponRoutes,
  customer: customerRoutes,
  customerView: customerViewRoutes,
  customerViewStaff: customerViewStaffRoutes,
  emailChange: emailChangeRoutes,
  expertDesk: expertDeskRoutes,
  exportControl: exportControlRoutes,
  exportControlStaff: exportControlStaffRoutes,
  home: homeRoutes,
  inspection: inspectionRoutes,
  inspectionStaff: inspectionStaffRoutes,
  job: jobRoutes,
  line: lineRoutes,
  live: liveRoutes,
  loyalty: loyaltyRoutes,
  loyaltyStaff: loyaltyStaffRoutes,
  mail: mailRoutes,
  order: orderRoutes,
  orderFile: orderFileRoutes,
  parcel: parcelRoutes,
  parcelStaff: parcelStaffRoutes,
  orderMessage: orderMessageRoutes,
  orderMessageStaff: orderMessageStaffRoutes,
  payment: paymentRoutes,
  personalData: personalDataRoutes,
  personalDataStaff: personalDataStaffRoutes,
  production: productionRoutes,
  project: projectRoutes,
  proposal: proposalRoutes,
  quickLogin: quickLoginRoutes,
  referral: referralRoutes,
  referralStaff: referralStaffRoutes,
  reload: reloadRoutes,
  secondFactor: secondFactorRoutes,
  site: siteRoutes,
  staff: staffRoutes,
  staffAccess: staffAccessRoutes,
  staffAdmin: staffAdminRoutes,
  today: todayRoutes,
  savedView: savedViewRoutes,
  staffFind: findRoutes,
  staffListAdditionalCosts: staffListRoutes['additional-costs'],
  staffListClaims: staffListRoutes.claims,
  staffListCustomers: staffListRoutes.customers,
  staffListMails: staffListRoutes.mails,
  staffListExpertQuestions: staffListRoutes['expert-questions'],
  staffListOrders: staffListRoutes.orders,
  staffListProduction: staffListRoutes.production,
  staffListTrays: staffListRoutes.trays,
  staffListProposals: staffListRoutes.proposals,
  staffListAudit: staffListRoutes.audit,
  staffListSecurityEvents: staffListRoutes['security-events'],
  staffOrderMove: orderMoveRoutes,
  staffProject: staffProjectRoutes,
  tray: trayRoutes,
  upload: uploadRoutes,
  vatCheck: vatCheckRoutes,
}

/** Every call of the gateway, for the server, OpenAPI and tests that iterate over all calls. */
export const allRoutes: readonly Route[] = Object.values(slices).flatMap((slice) => Object.values<Route>(slice))

type Slices = typeof slices
type AnyRoute = { [S in keyof Slices]: Slices[S][keyof Slices[S]] }[keyof Slices]

/**
 * The gateway as a type map: "POST /global/account/login" → input and output. The web app imports
 * only this type, which keeps the schema library out of its first page.
 */
export type Api = {
  [R in AnyRoute as RouteKey<R>]: { input: RouteInput<R>; output: RouteOutput<R> }
}
