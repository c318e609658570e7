/**
 * What staff may decide about a customer, with a reason. `orders-blocked`: no new order is accepted.
 * `pay-first`: no payment on credit. `watch`: no effect on the customer; lists and pages of staff show it.
 */
export const customerFlags = ['orders-blocked', 'pay-first', 'watch'] as const
export type CustomerFlag = (typeof customerFlags)[number]

/**
 * What deserves a second look before staff trust a customer. Payments and orders count for the last 90
 * days, disputes and refused referrals without end.
 */
export const riskSigns = ['dispute', 'failed-payment', 'cancelled-order', 'claim', 'refused-referral'] as const
export type RiskSign = (typeof riskSigns)[number]
