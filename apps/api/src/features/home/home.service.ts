import type { CouponView, HomeTask, HomeView, OrderSummary, ProjectSummary } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { listOpenCosts } from '#features/additional-cost/additional-cost.service.ts'
import { listClaimsToAnswer } from '#features/after-sale/claim-view.service.ts'
import { getBalance } from '#features/balance/balance.service.ts'
import { listUsableCoupons } from '#features/coupon/coupon.service.ts'
import { findMembership } from '#features/loyalty/loyalty.service.ts'
import { listOpenOrders, withoutOrder } from '#features/order/order-list.service.ts'
import { listLatestProjects } from '#features/quote/view/project-view.service.ts'
import { listLatestUploads } from '#features/upload/history.service.ts'

type HomeDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'thumbnails'>

/** How many the home shows. */
const shown = { orders: 5, projects: 3, files: 3 } as const

/** How many are searched for something to do. Older ones are on their own pages. */
const searched = { orders: 20, projects: 20, costs: 20, claims: 20 } as const

const dayMs = 86_400_000

/** A quote or coupon is mentioned this long before it ends. */
const noticeDays = 7

/**
 * The user home in one answer. Every query is bounded, whatever the customer has ordered, and they
 * run one after another: a home must not take half of the pooled connections.
 */
export async function getHome(deps: HomeDeps, customerId: string, language: Language): Promise<HomeView> {
  const now = deps.clock()
  const noticeUntil = new Date(now.getTime() + noticeDays * dayMs)

  const orders = await listOpenOrders(deps, customerId, searched.orders)
  const projects = await listLatestProjects(deps, customerId, searched.projects)
  const files = await listLatestUploads(deps, customerId, shown.files)
  const coupons = await listUsableCoupons(deps.db, customerId, { now, endingBefore: noticeUntil }, language)
  const balance = await getBalance(deps, customerId)
  const costs = await listOpenCosts(deps, customerId, searched.costs)
  const claims = await listClaimsToAnswer(deps, customerId, searched.claims)
  const member = await findMembership(deps, customerId, language)

  const ending = projects.filter(({ validUntil, readyLines }) => readyLines > 0 && new Date(validUntil) < noticeUntil)
  const toOrder = await withoutOrder(deps, ending)

  return {
    tasks: [
      ...paymentTasks(orders),
      ...costs.map((cost) => ({ kind: 'additional-cost' as const, ...cost })),
      ...claims.map((claim) => ({ kind: 'claim' as const, ...claim })),
      ...receiptTasks(orders),
      ...decisionTasks(projects),
      ...toOrder.map(quoteTask),
      ...couponTasks(coupons),
    ],
    openOrders: orders.slice(0, shown.orders),
    hasMoreOrders: orders.length > shown.orders,
    projects: projects.slice(0, shown.projects),
    files,
    balance: { availableMinor: balance.availableMinor, pendingMinor: balance.pendingMinor },
    member,
  }
}

/** While a card payment is being processed, the customer has nothing to do. */
function paymentTasks(orders: readonly OrderSummary[]): HomeTask[] {
  return orders
    .filter(({ status, awaitsTransfer }) => status === 'awaiting_payment' || awaitsTransfer)
    .map(({ id, number, dueMinor, awaitsTransfer }) => ({
      kind: 'payment',
      orderId: id,
      number,
      dueMinor,
      isTransfer: awaitsTransfer,
    }))
}

function receiptTasks(orders: readonly OrderSummary[]): HomeTask[] {
  return orders
    .filter(({ status }) => status === 'delivered')
    .map(({ id, number, deliveredAt }) => ({ kind: 'receipt', orderId: id, number, deliveredAt }))
}

function decisionTasks(projects: readonly ProjectSummary[]): HomeTask[] {
  return projects
    .filter(({ decisionLines }) => decisionLines > 0)
    .map(({ id, name, decisionLines }) => ({ kind: 'decision', projectId: id, name, parts: decisionLines }))
}

const quoteTask = ({ id, name, validUntil }: ProjectSummary): HomeTask => ({
  kind: 'quote-ends',
  projectId: id,
  name,
  until: validUntil,
})

/** Coupons without an expiry are not listed; the check is for the compiler. */
const couponTasks = (coupons: readonly CouponView[]): HomeTask[] =>
  coupons.flatMap(({ id, description, expiresAt }) =>
    expiresAt === null ? [] : { kind: 'coupon-ends', couponId: id, description, until: expiresAt },
  )
