import { type Catalogue, findMaterial, type Language } from '@cotation/domain'
import type { OrderTotal } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import type { MailTable } from '#core/mail-markup.ts'
import type { Texts } from '#core/texts.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { moneyText } from '#src/papers/paper-words.ts'
import { listOrderLines, type OrderLineRow } from './order-view.repository.ts'
import { getOrderCatalogue } from './order-view.service.ts'

/** A line of an order as mails and payers see it. */
export interface ListedPart {
  name: string
  material: string
  quantity: number
  totalMinor: number
}

/**
 * The amounts that lead from the prices of the lines to the total (cents). They name neither the
 * coupon nor the customer's level, because a payer with a link sees them too.
 */
export interface ListedAmounts {
  smallOrderMinor: number
  /** Zero or negative. */
  discountMinor: number
  /** After its discount. */
  shippingMinor: number
  taxPercent: number
  taxMinor: number
  totalMinor: number
}

export function listedParts(lines: readonly OrderLineRow[], catalogue: Catalogue, language: Language): ListedPart[] {
  return lines.map(({ name, quantity, total_minor, ordered }) => ({
    name,
    material: findMaterial(catalogue, ordered.configuration?.materialId ?? '')?.name[language] ?? '',
    quantity,
    totalMinor: Number(total_minor),
  }))
}

export function listedAmounts(total: OrderTotal): ListedAmounts {
  const { smallOrderMinor, levelDiscount, discountMinor, shipping, tax, totalMinor } = total

  return {
    smallOrderMinor,
    discountMinor: 0 - discountMinor - (levelDiscount?.minor ?? 0),
    shippingMinor: shipping.minor - shipping.discountMinor,
    taxPercent: tax.ratePercent,
    taxMinor: tax.minor,
    totalMinor,
  }
}

/** Parts and amounts of an order, with names in the reader's language. */
export async function getOrderContent(
  deps: Pick<Deps, 'catalogues' | 'db'>,
  order: OrderRow,
  language: Language,
): Promise<{ parts: ListedPart[]; amounts: ListedAmounts }> {
  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const lines = await listOrderLines(deps.db, [order.id])
  return { parts: listedParts(lines, catalogue, language), amounts: listedAmounts(order.total) }
}

/** Parts, quantities and amounts of an order for a mail. Zero amounts are left out, except shipping. */
export function orderTable(
  parts: readonly ListedPart[],
  amounts: ListedAmounts,
  { texts, language }: { texts: Texts; language: Language },
): MailTable {
  const { smallOrderMinor, discountMinor, shippingMinor, taxPercent, taxMinor, totalMinor } = amounts
  const usd = (minor: number) => moneyText(minor, 'USD', language)
  const say = (key: string, values = {}) => texts(language, 'mail', `table.${key}`, values)
  const term = (name: string, minor: number) => (minor === 0 ? [] : [{ name, price: usd(minor) }])

  return {
    parts: parts.map((part) => ({
      name: part.name,
      material: part.material,
      quantity: part.quantity.toLocaleString(language),
      price: usd(part.totalMinor),
    })),
    sums: [
      ...term(say('smallOrder'), smallOrderMinor),
      ...term(say('discount'), discountMinor),
      { name: say('shipping'), price: usd(shippingMinor) },
      ...term(say('tax', { rate: taxPercent.toLocaleString(language) }), taxMinor),
      { name: say('total'), price: usd(totalMinor) },
    ],
  }
}
