import { randomUUID } from 'node:crypto'
import type { LineView, ProjectView } from '@cotation/contracts'
import { type Configuration, defaultConfiguration, type TechnologySlug } from '@cotation/domain'
import { previewCheckout } from '#features/checkout/preview.service.ts'
import { submitCheckout } from '#features/checkout/submit.service.ts'
import { getOrderPayment } from '#features/payment/bill-payment-view.service.ts'
import { checkPayment } from '#features/payment/pay-bill.service.ts'
import { acceptFindings } from '#features/quote/commands/accept-findings.service.ts'
import { editLines } from '#features/quote/commands/edit-lines.service.ts'
import { answerExportControl } from '#features/quote/commands/export-control.service.ts'
import { addLines } from '#features/quote/commands/lines.service.ts'
import { createProject } from '#features/quote/commands/project.service.ts'
import { getProjectView } from '#features/quote/view/project-view.service.ts'
import { confirmReceived } from '#features/upload/receiving/receive.service.ts'
import { analyseForCustomersJob } from '#features/upload/records/upload.service.ts'
import { type PartName, partFiles } from './part-files.ts'
import { type CustomerName, customerOf, type Shop } from './shop.ts'

/** A part that a customer wants, with what differs from the configuration that the product suggests. */
export interface WantedPart {
  part: PartName
  quantity?: number
  materialId?: string
  change?: Partial<Configuration>
}

export interface Quote {
  customer: CustomerName
  projectId: string
  lines: LineView[]
}

const ownerOf = (shop: Shop, customer: CustomerName) => ({
  customerId: customerOf(shop, customer).id,
  visitorHash: null,
})

/** Uploads parts to a new project, configures them and accepts the risks of their findings. */
export async function quote(
  shop: Shop,
  customer: CustomerName,
  { name, service }: { name: string; service: TechnologySlug },
  parts: readonly WantedPart[],
): Promise<Quote> {
  const { deps } = shop.past
  const owner = ownerOf(shop, customer)
  const { id: projectId } = await createProject(deps, owner, { name, service })

  const files = parts.map(({ part }) => partFiles[part])
  const announced = await addLines(
    deps,
    owner,
    projectId,
    files.map((file) => ({ name: file.name, bytes: file.bytes.length })),
  )
  for (const [i, line] of announced.lines.entries()) {
    shop.past.receive(line.upload.id, files[i]?.bytes ?? new Uint8Array())
    await confirmReceived(deps, owner, line.upload.id)
  }
  const analysed = await waitForAnalyses(shop, owner, projectId)

  const { catalogue } = await deps.catalogues.inForce()
  const changes = analysed.lines.flatMap(({ id, part, configuration: suggested }, i) => {
    const { quantity = 1, materialId, change } = parts[i] ?? {}
    if (!part || !suggested) return []

    const usual = materialId ? defaultConfiguration(part, materialId, catalogue, quantity) : suggested
    return [{ lineId: id, configuration: { ...usual, quantity, ...change } }]
  })
  await editLines(deps, owner, projectId, changes)
  await acceptRisks(shop, owner, projectId)

  const { lines } = await getProjectView(deps, owner, projectId)
  return { customer, projectId, lines }
}

/** A worker takes the next file of the queue, which may be that of a visitor who came meanwhile. */
async function waitForAnalyses(
  { past }: Shop,
  owner: { customerId: string; visitorHash: null },
  projectId: string,
): Promise<ProjectView> {
  await past.runJobs()
  for (let tries = 0; tries < 20; tries++) {
    const project = await getProjectView(past.deps, owner, projectId)
    const isWaiting = project.lines.some(({ upload }) => upload.state !== 'done' && upload.state !== 'failed')
    if (!isWaiting) return project

    await past.deps.jobs.enqueue(past.deps.db, analyseForCustomersJob, {})
    await past.runJobs()
  }
  throw new Error('the files of the demo were not analysed')
}

async function acceptRisks({ past }: Shop, owner: { customerId: string; visitorHash: null }, projectId: string) {
  const { lines } = await getProjectView(past.deps, owner, projectId)
  for (const { id: lineId, findings } of lines) {
    const open = findings.filter(({ finding, accepted }) => finding.severity === 'warns' && accepted === null)
    const ruleIds = open.map(({ finding }) => finding.rule)
    if (ruleIds.length > 0) await acceptFindings(past.deps, owner, { projectId, lineId, ruleIds }, 'fr')
  }
}

export interface PlacedOrder {
  id: string
  number: string
  customer: CustomerName
  customerId: string
}

type Payment = 'card' | 'bank_transfer' | 'credit'

interface Checkout {
  payment: Payment
  poNumber?: string
  comment?: string
  /** Leaves the page of the card without paying. */
  leaves?: boolean
}

/** Orders all parts of a quote. */
export async function order(
  shop: Shop,
  { customer, projectId, lines }: Quote,
  checkout: Checkout,
): Promise<PlacedOrder> {
  const { deps } = shop.past
  const { id: customerId, shippingAddressId } = customerOf(shop, customer)
  await answerExportControl(deps, customerId, projectId, 'no')

  const caller = { customerId, language: 'fr' } as const
  const basket = {
    projectId,
    lineIds: lines.map(({ id }) => id),
    shippingAddressId,
    carrier: 'dhl',
    freightCollect: false,
    couponId: null,
    currency: 'USD',
  } as const
  const { priceKey, refusals } = await previewCheckout(deps, caller, basket)
  const [refusal] = refusals
  if (refusal) throw new Error(`the order of ${customer} is refused: ${JSON.stringify(refusal)}`)

  // Without the simulator, a card would be one of a real provider.
  const method = checkout.payment === 'card' && deps.cards === null ? 'bank_transfer' : checkout.payment
  const placed = await submitCheckout(deps, caller, {
    ...basket,
    billingAddressId: null,
    submissionKey: randomUUID(),
    acceptedPriceKey: priceKey,
    agreeTerms: true,
    poNumber: checkout.poNumber ?? '',
    comment: checkout.comment ?? '',
    entrust: null,
    payment: { method, useBalance: false },
  })

  const { orderId: id, number, redirectUrl } = placed
  if (redirectUrl !== null && !checkout.leaves) {
    await shop.past.payOnPage(redirectUrl)
    await checkPayment(deps, customerId, { kind: 'order', id })
  }
  await shop.past.runJobs()
  return { id, number, customer, customerId }
}

/** What the customer's bank needs for a transfer; null if none is expected. */
export async function transferOf({ past }: Shop, { id, customerId }: PlacedOrder) {
  const { open } = await getOrderPayment(past.deps, customerId, id)
  return open?.bank ?? null
}

/** The card page of an additional cost; null if it is paid otherwise. */
export async function getBillPageUrl({ past }: Shop, costId: string): Promise<string | null> {
  const intent = await past.deps.db
    .selectFrom('payment_intent')
    .select('provider_url')
    .where('additional_cost_id', '=', costId)
    .executeTakeFirst()
  return intent?.provider_url ?? null
}
