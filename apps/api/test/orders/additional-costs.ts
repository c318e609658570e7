import { randomUUID } from 'node:crypto'
import type { AdditionalCostPaymentView, AdditionalCostView, Api } from '@cotation/contracts'
import type { AdditionalCostState } from '@cotation/domain'
import type { TestApp } from '#test/app.ts'
import type { Answer, Browser } from '#test/browser.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { aPayer, type Payer, payCard } from './payments.ts'

export type CostRequestBody = Api['POST /global/staff/order/{orderId}/additional-cost']['input']['body']

const dayMs = 86_400_000

/** A request about the order's first line, whose drawing contradicts its configuration. */
export async function aCostRequest(
  app: TestApp,
  orderId: string,
  change: Partial<CostRequestBody> = {},
): Promise<CostRequestBody> {
  const [line] = await rowsOf(app, 'order_line', { order_id: orderId })
  return {
    key: randomUUID(),
    reason: 'drawing',
    check: null,
    explanation: 'Le plan demande un filetage M4, la configuration n’en a pas.',
    items: [{ orderLineId: String(line?.id), amountMinor: 2500 }],
    deadline: new Date(app.clock.now.getTime() + 7 * dayMs).toISOString(),
    ...change,
  }
}

export const requestCost = (staff: Browser, orderId: string, body: CostRequestBody) =>
  staff.call('POST /global/staff/order/{orderId}/additional-cost', { params: { orderId }, body })

type Way = Api['POST /global/payment/additional-cost/{costId}/begin']['input']['body']

/** A customer with a paid order for which staff requested an additional cost. */
export class CostPayer {
  readonly app: TestApp
  readonly payer: Payer
  readonly browser: Browser
  readonly cost: AdditionalCostView
  readonly params: { costId: string }

  constructor(app: TestApp, payer: Payer, cost: AdditionalCostView) {
    this.app = app
    this.payer = payer
    this.browser = payer.browser
    this.cost = cost
    this.params = { costId: cost.id }
  }

  begin(body: Way): Promise<Answer<AdditionalCostPaymentView>> {
    return this.browser.call('POST /global/payment/additional-cost/{costId}/begin', { params: this.params, body })
  }

  view(): Promise<Answer<AdditionalCostPaymentView>> {
    return this.browser.call('GET /global/payment/additional-cost/{costId}', { params: this.params })
  }

  decline(reason = 'Trop cher'): Promise<Answer<AdditionalCostView>> {
    const input = { params: this.params, body: { reason } }
    return this.browser.call('POST /global/additional-cost/{costId}/decline', input)
  }

  withdraw(staff: Browser, reason = 'Notre erreur'): Promise<Answer<AdditionalCostView>> {
    const input = { params: this.params, body: { reason } }
    return staff.call('POST /global/staff/additional-cost/{costId}/withdraw', input)
  }

  refund(staff: Browser, amountMinor: number) {
    const input = { params: this.params, body: { amountMinor, reason: 'Geste', key: randomUUID() } }
    return staff.call('POST /global/staff/additional-cost/{costId}/refund', input)
  }

  async state(): Promise<AdditionalCostState> {
    const { data } = await this.browser.call('GET /global/additional-cost/{costId}', { params: this.params })
    return data.state
  }

  /** Waits until the payment satisfies a condition. */
  seen(condition: (view: AdditionalCostPaymentView) => boolean, what: string): Promise<AdditionalCostPaymentView> {
    return until(async () => {
      const { data } = await this.view()
      return condition(data) ? data : undefined
    }, what)
  }

  resultIs(result: AdditionalCostPaymentView['result']): Promise<AdditionalCostPaymentView> {
    return this.seen((view) => view.result === result, `the result "${result}"`)
  }

  /** Opens the provider's page and pays on it, without waiting for the result. */
  async payByCard(): Promise<void> {
    await payCard(this.app, (await this.begin({ method: 'card' })).data.redirectUrl)
  }

  stored() {
    return rowOf(this.app, 'additional_cost', { id: this.cost.id })
  }
}

interface CostTraits {
  /** What is left on the balance after the order was paid from it. */
  balanceMinor?: number
  creditMinor?: number
  request?: Partial<CostRequestBody>
}

/** An order of 5000 that is paid from the balance. */
export async function aPaidOrder(
  app: TestApp,
  { balanceMinor = 0, creditMinor = 0 }: Omit<CostTraits, 'request'> = {},
): Promise<Payer> {
  const totalMinor = 5000
  const payer = await aPayer(app, { totalMinor, balanceMinor: totalMinor + balanceMinor, creditMinor })
  const { data } = await payer.begin({ method: 'balance' })
  if (data?.result !== 'paid') throw new Error('the order is not paid')
  return payer
}

export async function aRequestedCost(app: TestApp, staff: Browser, traits: CostTraits = {}): Promise<CostPayer> {
  const payer = await aPaidOrder(app, traits)
  const body = await aCostRequest(app, payer.orderId, traits.request)
  const { data, error } = await requestCost(staff, payer.orderId, body)
  if (!data) throw new Error(`the request was refused: ${error.code}`)
  return new CostPayer(app, payer, data)
}
