import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'

/**
 * Orders of one line, one delivery and one payment in Vendure's tables, with the numbers, ages and
 * share of open orders of our own shop. Keeps those of an earlier run if they are as many.
 */
export async function fillVendure(connectionString: string, orderCount: number): Promise<void> {
  const customers = Math.max(100, Math.floor(orderCount / 10))
  const placed = `now() - (${orderCount} - i) * interval '1 minute'`
  const statements = [
    'truncate "order", customer, product, shipping_method restart identity cascade',
    `insert into customer ("firstName", "lastName", "emailAddress")
      select 'Ada', 'Martin ' || i, 'buyer-' || i || '@example.com' from generate_series(1, ${customers}) i`,
    'insert into product default values',
    `insert into product_variant (sku, "productId") values ('block', 1)`,
    `insert into shipping_method (code, checker, calculator, "fulfillmentHandlerCode")
      values ('dhl', '{"code":"","args":[]}', '{"code":"","args":[]}', 'manual-fulfillment')`,
    `insert into shipping_method_translation ("languageCode", name, description, "baseId") values ('en', 'DHL', '', 1)`,
    `insert into "order" ("createdAt", "updatedAt", "orderPlacedAt", code, state, active, "couponCodes",
        "shippingAddress", "billingAddress", "currencyCode", "customerId", "subTotal", "subTotalWithTax")
      select ${placed}, ${placed}, ${placed}, 'C-26-' || i, case when i < ${orderCount * 0.97} then 'Delivered'
          else (array['PaymentAuthorized', 'PaymentSettled', 'PartiallyShipped', 'Shipped', 'PartiallyDelivered',
            'Cancelled'])[i % 6 + 1] end,
        false, '', '{}', '{}', 'EUR', i % ${customers} + 1, i % 90000 + 1, i % 90000 + 1
      from generate_series(1, ${orderCount}) i`,
    'insert into order_channels_channel ("orderId", "channelId") select o.id, c.id from "order" o, channel c',
    `insert into shipping_line ("orderId", "shippingMethodId", "listPrice", "listPriceIncludesTax", adjustments, "taxLines")
      select id, 1, 0, false, '[]', '[]' from "order"`,
    `insert into order_line ("orderId", "productVariantId", quantity, "listPrice", "listPriceIncludesTax", adjustments,
        "taxLines")
      select id, 1, 1, "subTotal", false, '[]', '[]' from "order"`,
    `insert into payment ("orderId", method, state, amount, metadata, "transactionId")
      select id, 'transfer', 'Settled', "subTotal", '{}', md5(code) from "order"`,
    'vacuum analyze',
  ]

  await withPlainClient(connectionString, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from "order"')
    if (Number(rows[0]?.count) === orderCount) return
    for (const statement of statements) await client.query(statement)
  })
}
