import { type LeadTier, leadTiers } from '@cotation/domain'
import { findingText } from './findings.ts'
import type { ForbiddenLine, QuotedLine } from './quote-line.ts'
import { textTable } from './text-table.ts'
import type { Texts } from './texts.ts'

const leadColumns = new Set([1, 2, 3])

function curveTable({ curve }: QuotedLine, texts: Texts): string {
  const quantities = [...new Set(curve.map(({ quantity }) => quantity))]
  const cell = (quantity: number, lead: LeadTier) => {
    const point = curve.find((one) => one.quantity === quantity && one.lead === lead)
    if (!point) return '–'
    return texts.say('cli.quote.cell', { price: texts.money(point.unitMinor), days: point.workingDays })
  }

  const head = [texts.say('cli.quote.quantity'), ...leadTiers.map((lead) => texts.say(`pricing.leads.${lead}`))]
  const rows = quantities.map((quantity) => [texts.number(quantity), ...leadTiers.map((lead) => cell(quantity, lead))])
  return textTable([head, ...rows], leadColumns)
}

function breakdownTable({ breakdown, linePrice }: QuotedLine, texts: Texts): string {
  const head = [texts.say('cli.quote.term'), texts.say('cli.quote.amount'), texts.say('cli.quote.reason')]
  const rows = breakdown.map(({ name, minor, reason }) => [name, texts.money(minor), reason])
  return textTable([head, ...rows, [texts.say('cli.quote.line'), texts.money(linePrice.minor), '']], new Set([1]))
}

function totalRows({ total, carriage, notShipped }: QuotedLine, texts: Texts): string[] {
  if (!total) return notShipped

  const { minor, smallOrderMinor, shippingMinor, taxMinor, tax } = total

  return [
    ...carriage.map(({ carrier, minor: price, deliveryDate }) =>
      texts.say('cli.quote.carrier', { carrier: carrier.toUpperCase(), price: texts.money(price), date: deliveryDate }),
    ),
    ...(smallOrderMinor > 0 ? [texts.say('cli.quote.smallOrder', { amount: texts.money(smallOrderMinor) })] : []),
    texts.say('cli.quote.total', {
      total: texts.money(minor),
      shipping: texts.money(shippingMinor),
      tax: texts.money(taxMinor),
    }),
    tax,
  ]
}

/** A quoted line as text: price, dates, breakdown, quantity curve, findings, carriage. */
export function quotedLineText(line: QuotedLine, texts: Texts): string {
  const { file, body, material, process, quantity, unitPrice, linePrice, leadDays, shipDate, deliveryDate } = line
  return [
    texts.say('cli.quote.head', { file, body, material, process: texts.say(`pricing.processes.${process}`) }),
    texts.say('cli.quote.price', {
      quantity,
      unit: texts.money(unitPrice.minor),
      line: texts.money(linePrice.minor),
    }),
    texts.say('cli.quote.dates', { days: leadDays, ship: shipDate, delivery: deliveryDate }),
    ...(line.leadNote ? [line.leadNote] : []),
    ...line.manualQuote.map((reason) => texts.say('cli.quote.manual', { reason })),
    ...line.findings.map((finding) => findingText(finding, texts)),
    '',
    breakdownTable(line, texts),
    '',
    curveTable(line, texts),
    '',
    ...totalRows(line, texts),
    '',
  ].join('\n')
}

/** Why a line has no price. */
export const forbiddenLineText = ({ file, body, faults }: ForbiddenLine, texts: Texts): string =>
  [
    texts.say('cli.quote.forbidden', { file, body }),
    ...faults.map(({ field, message }) => `  ${field}: ${message}`),
  ].join('\n')
