import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { basketLine } from '#features/checkout/basket-line.ts'
import { type BasketTerms, loyaltyLevelOf, priceBasket } from '#features/checkout/basket-price.ts'
import { getBuyer } from '#features/checkout/checkout.repository.ts'
import type { Submission } from '#features/checkout/new-order.ts'
import { priceKeyOf } from '#features/checkout/price-key.ts'
import { submitCheckout } from '#features/checkout/submit.service.ts'
import { getUsableCoupon } from '#features/coupon/coupon.service.ts'
import { readLinesToOrder, settleLinesToOrder } from '#features/quote/view/lines-to-order.service.ts'
import type { TestApp } from '#test/app.ts'
import { aCustomer } from '#test/builders.ts'
import { aBasket, answerExportControl } from './orders.ts'

interface Copy {
  projectId: string
  lineId: string
  uploadId: string
}

/** Copies a project of one line, each with its own file, in one statement. */
async function copiesOf(db: Db, projectId: string, count: number): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    with ids as materialized (
      select gen_random_uuid() as project_id, gen_random_uuid() as upload_id from generate_series(1, ${count})),
    projects as (
      insert into project (id, customer_id, name, service, catalogue_version, priced_at, valid_until, export_declaration,
        created_at, updated_at)
      select ids.project_id, customer_id, name, service, catalogue_version, priced_at, valid_until, export_declaration,
        created_at, updated_at
      from project, ids where id = ${projectId}),
    uploads as (
      insert into upload (id, customer_id, purpose, name, bytes, state, sha256, unit, analysis_id, created_at, last_used_at)
      select ids.upload_id, upload.customer_id, purpose, upload.name, bytes, state, sha256, unit, analysis_id,
        upload.created_at, last_used_at
      from upload join quote_line on quote_line.upload_id = upload.id, ids where quote_line.project_id = ${projectId})
    insert into quote_line (project_id, upload_id, body_index, position, name, configuration, comment, line_minor, verdict,
      created_at, updated_at)
    select ids.project_id, ids.upload_id, body_index, position, name, configuration, comment, line_minor, verdict,
      created_at, updated_at
    from quote_line, ids where quote_line.project_id = ${projectId}
    returning project_id as "projectId", id as "lineId", upload_id as "uploadId"`.execute(db)
  return rows
}

/** Submissions of one customer for `count` equal projects, ready to send. */
export async function manyCheckouts(
  app: TestApp,
  count: number,
  { couponId, customerId }: { couponId?: (customerId: string) => Promise<string>; customerId?: string } = {},
): Promise<{ customerId: string; totalMinor: number; submissions: Submission[] }> {
  const { deps } = app
  const buyer = customerId ?? (await aCustomer(app)).id
  const coupon = couponId ? await couponId(buyer) : null
  const { browser, basket } = await aBasket(app, buyer)
  await answerExportControl(browser, basket.projectId)

  const now = app.clock.now
  const owner = { customerId: buyer, visitorHash: null }
  const stored = await readLinesToOrder(deps.db, owner, basket, now)
  const { project } = stored
  const { catalogue, lines } = await settleLinesToOrder(deps, owner, stored, now)
  const [line] = lines.flatMap((found) => basketLine(found, project.service, catalogue) ?? [])
  if (!line) throw new Error('the line is not ready')

  const { shippingAddressId } = basket
  const { shipping, accountType, level } = await getBuyer(deps.db, buyer, { shippingAddressId, billingAddressId: null })
  const terms: BasketTerms = {
    address: shipping,
    carrier: 'dhl',
    freightAccount: '',
    currency: 'USD',
    coupon: coupon ? (await getUsableCoupon(deps.db, buyer, coupon, now)).coupon : null,
    loyaltyLevel: loyaltyLevelOf({ accountType, level }),
    isVatConfirmed: false,
  }
  const { total } = priceBasket([line], terms, catalogue, now)
  if (!total) throw new Error('the line has no total')

  const copies = await copiesOf(deps.db, project.id, count)
  const submissions = copies.map(({ projectId, lineId, uploadId }): Submission => {
    const agreed = {
      catalogueVersion: project.catalogue_version,
      couponId: coupon,
      total,
      lines: [{ ...line, line: { ...line.line, id: lineId, uploadId } }],
    }

    return {
      projectId,
      lineIds: [lineId],
      carrier: 'dhl',
      freightCollect: false,
      currency: 'USD',
      couponId: coupon,
      poNumber: '',
      comment: '',
      entrust: null,
      agreeTerms: true,
      billingAddressId: null,
      shippingAddressId,
      submissionKey: randomUUID(),
      acceptedPriceKey: priceKeyOf(agreed),
      payment: { method: 'balance', useBalance: false },
    }
  })

  return { customerId: buyer, totalMinor: total.totalMinor, submissions }
}

/** The ids of the created orders, and the number of refusals per code. */
export interface Outcome {
  orderIds: string[]
  refusals: Record<string, number>
}

/** Sends all submissions concurrently over their own connections, one at a time per connection. */
export async function submitAll(
  app: TestApp,
  customerId: string,
  submissions: readonly Submission[],
  connections = 60,
): Promise<Outcome> {
  const db = openDatabase(app.deps.config.databaseUrl ?? '', { maxConnections: connections })
  const deps: Deps = { ...app.deps, db }
  const outcome: Outcome = { orderIds: [], refusals: {} }
  const waiting = [...submissions]

  const buy = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      try {
        const { orderId } = await submitCheckout(deps, { customerId, language: 'fr' }, next)
        outcome.orderIds.push(orderId)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcome.refusals[error.code] = (outcome.refusals[error.code] ?? 0) + 1
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: connections }, buy))
  } finally {
    await db.destroy()
  }

  return outcome
}
