import { type CarrierId, carrierIds } from './catalogue/shipping.ts'

/** Digits of a customer's account number at each carrier. */
export const expressAccountDigits: Readonly<Record<CarrierId, number>> = { dhl: 9, fedex: 9, sf: 10 }

/** A customer's account numbers; empty where there is none. */
export type ExpressAccounts = Readonly<Record<CarrierId, string>>

/** Without the spaces, dots and hyphens between groups of digits. */
export const plainExpressAccount = (number: string): string => number.replaceAll(/[\s.-]/g, '')

export const isExpressAccountOf = (carrier: CarrierId, number: string): boolean =>
  /^\d+$/.test(number) && number.length === expressAccountDigits[carrier]

/** One value for each carrier. */
export function forEachCarrier<T>(valueFor: (carrier: CarrierId) => T): Record<CarrierId, T> {
  return Object.fromEntries(carrierIds.map((carrier) => [carrier, valueFor(carrier)])) as Record<CarrierId, T>
}
