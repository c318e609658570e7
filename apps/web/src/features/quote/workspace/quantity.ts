import { type Configuration, type Fault, maxParts } from '@cotation/domain'
import { language } from '#lib/texts/language.ts'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'

type CheckedQuantity = { quantity: number; fault?: undefined } | { quantity?: undefined; fault: Fault }

/** Parses the number of parts that a customer typed. Only whole numbers are priced. */
export const parseQuantity = (text: string): CheckedQuantity => checkQuantity(parseWholeNumber(text, language.get()))

/** Checks a number of parts; undefined where no whole number was entered. */
export function checkQuantity(quantity: number | undefined): CheckedQuantity {
  const wrong = (code: 'QUANTITY_NOT_WHOLE' | 'QUANTITY_TOO_LARGE') => ({
    fault: { code, field: 'quantity', detail: { max: maxParts } } as const,
  })

  if (quantity === undefined || quantity < 1) return wrong('QUANTITY_NOT_WHOLE')
  return quantity > maxParts ? wrong('QUANTITY_TOO_LARGE') : { quantity }
}

/**
 * A configuration for another number of parts. The quantity of anodizing must match the line's
 * (spec 5), so it follows if it matched before.
 */
export const withQuantity = (configuration: Configuration, quantity: number): Configuration => ({
  ...configuration,
  quantity,
  services: configuration.services.map((service) =>
    service.id === 'anodizing' && service.quantity === configuration.quantity ? { ...service, quantity } : service,
  ),
})
