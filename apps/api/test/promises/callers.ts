import { hasRight } from '@cotation/domain'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser, aVisitor } from '#test/builders.ts'
import { accountSamples } from './account-samples.ts'
import { additionalCostSamples, additionalCostStaffSamples } from './additional-cost-samples.ts'
import { addressSamples } from './address-samples.ts'
import { afterSaleSamples } from './after-sale-samples.ts'
import { aCompany } from './customers.ts'
import { expertDeskSamples } from './expert-desk-samples.ts'
import { routeOf, routes } from './input-paths.ts'
import { inspectionSamples, inspectionStaffSamples } from './inspection-samples.ts'
import { liveSamples } from './live-samples.ts'
import { loyaltySamples, loyaltyStaffSamples } from './loyalty-samples.ts'
import { mailSamples } from './mail-samples.ts'
import { orderFileSamples } from './order-file-samples.ts'
import { orderMessageSamples, orderMessageStaffSamples } from './order-message-samples.ts'
import { checkoutSamples, orderSamples } from './order-samples.ts'
import { balanceSamples, paymentSamples } from './payment-samples.ts'
import { dataLinkSamples, personalDataSamples } from './personal-data-samples.ts'
import { productionSamples } from './production-samples.ts'
import { proposalSamples } from './proposal-samples.ts'
import { quoteSamples } from './quote-samples.ts'
import { referralSamples } from './referral-samples.ts'
import { inputsOfAll, type SampleInput } from './route-samples.ts'
import { sessionSamples } from './session-samples.ts'
import { staffAccessSamples, staffSignInSamples } from './staff-access-samples.ts'
import { staffSamples } from './staff-samples.ts'
import { todaySamples } from './today-samples.ts'
import { traySamples } from './tray-samples.ts'

export const customerSamples = [
  additionalCostSamples,
  addressSamples,
  afterSaleSamples,
  balanceSamples,
  checkoutSamples,
  inspectionSamples,
  liveSamples,
  loyaltySamples,
  orderMessageSamples,
  orderSamples,
  paymentSamples,
  personalDataSamples,
  referralSamples,
  sessionSamples,
]

export const allStaffSamples = [
  additionalCostStaffSamples,
  expertDeskSamples,
  inspectionStaffSamples,
  loyaltyStaffSamples,
  mailSamples,
  orderFileSamples,
  productionSamples,
  traySamples,
  orderMessageStaffSamples,
  proposalSamples,
  staffAccessSamples,
  staffSamples,
  todaySamples,
]

const every = [
  accountSamples,
  dataLinkSamples,
  staffSignInSamples,
  quoteSamples,
  ...customerSamples,
  ...allStaffSamples,
]

/** Every route with input. */
export const takerKeys = every
  .flatMap(({ keys }) => keys)
  .filter((key) => {
    const { params, query, body } = routeOf(key)
    return params ?? query ?? body
  })

/** Routes with input that have no sample yet. */
export const unsampledKeys = routes
  .filter(({ key, route }) => (route.params ?? route.query ?? route.body) && !takerKeys.includes(key))
  .map(({ key }) => key)

/** A valid input for every route with input, and its caller. */
export interface Callers {
  inputs: Record<string, SampleInput>
  /** The owner of what the input names. */
  callerOf(key: string): Browser
}

export async function someCallers(app: TestApp): Promise<Callers> {
  const visitor = await aVisitor(app)
  const customer = await aCompany(app)
  const staff = await aStaffBrowser(app)
  const accountant = await aStaffBrowser(app, 'accountant')
  const inputs = {
    ...(await inputsOfAll([accountSamples, dataLinkSamples, staffSignInSamples], app, app.browser())),
    ...(await inputsOfAll([quoteSamples], app, visitor)),
    ...(await inputsOfAll([...customerSamples, ...allStaffSamples], app, customer)),
  }

  /** With its own IP address, so that rate limits count separately. */
  const as = ({ token }: Browser) => Object.assign(app.browser(), { token })

  return {
    inputs,
    callerOf(key) {
      const { access, right } = routeOf(key)
      if (access === 'public') return app.browser()
      if (access === 'staff') return as(right && hasRight('administrator', right) ? staff : accountant)
      if (access === 'visitor') return as(visitor)
      return as(customer)
    },
  }
}
