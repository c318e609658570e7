import { type LeadTier, leadTiers } from '@cotation/domain'
import { aligned } from '../aligned.ts'
import type { Texts } from '../texts.ts'
import type { ForbiddenLine, QuotedLine } from './quoted-line.ts'

const numbersFromSecond = new Set([1, 2, 3])

function curveOf({ curve }: QuotedLine, texts: Texts): string {
  const quantities = [...new Set(curve.map(({ quantity }) => quantity))]
  const cell = (quantity: number, lead: LeadTier) => {
    const found = curve.find((one) => one.quantity === quantity && one.lead === lead)
    if (!found) return '–'
    return texts.say('cli.quote.cell', { price: texts.money(found.unitMinor), days: found.workingDays })
  }

  const head = [texts.say('cli.quote.quantity'), ...leadTiers.map((lead) => texts.say(`pricing.leads.${lead}`))]
  const rows = quantities.map((quantity) => [texts.number(quantity), ...leadTiers.map((lead) => cell(quantity, lead))])
  return aligned([head, ...rows], numbersFromSecond)
}

function breakdownOf({ breakdown, linePrice }: QuotedLine, texts: Texts): string {
  const head = [texts.say('cli.quote.term'), texts.say('cli.quote.amount'), texts.say('cli.quote.reason')]
  const rows = breakdown.map(({ name, minor, reason }) => [name, texts.money(minor), reason])
  return aligned([head, ...rows, [texts.say('cli.quote.line'), texts.money(linePrice.minor), '']], new Set([1]))
}

function totalOf({ total, carriage, notShipped }: QuotedLine, texts: Texts): string[] {
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

/** A quoted line for people: price, dates, breakdown, quantity curve, findings, carriage. */
export function quotedText(line: QuotedLine, texts: Texts): string {
  const { file, body, material, process, quantity, unitPrice, linePrice, leadDays, shipDate, deliveryDate } = line
  return [
    texts.say('cli.quote.head', { file, body, material, process: texts.say(`pricing.processes.${process}`) }),
    texts.say('cli.quote.price', {
      quantity,
      unit: texts.money(unitPrice.minor),
      line: texts.money(linePrice.minor),
    }),
    texts.say('cli.quote.dates', { days: leadDays, ship: shipDate, delivery: deliveryDate }),
    ...line.manualQuote.map((reason) => texts.say('cli.quote.manual', { reason })),
    ...line.findings.map(({ severity, message }) =>
      texts.say('cli.finding', { severity: texts.say(`geometry.severity.${severity}`), finding: message }),
    ),
    '',
    breakdownOf(line, texts),
    '',
    curveOf(line, texts),
    '',
    ...totalOf(line, texts),
    '',
  ].join('\n')
}

/** Why a line has no price. */
export const forbiddenText = ({ file, body, faults }: ForbiddenLine, texts: Texts): string =>
  [
    texts.say('cli.quote.forbidden', { file, body }),
    ...faults.map(({ field, message }) => `  ${field}: ${message}`),
  ].join('\n')
