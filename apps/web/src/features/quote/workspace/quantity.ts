import { type Configuration, type Fault, maxParts } from '@cotation/domain'

/** Parses the number of parts that a customer typed. Only whole numbers are priced. */
export function parseQuantity(
  text: string,
): { quantity: number; fault?: undefined } | { quantity?: undefined; fault: Fault } {
  const wrong = (code: 'QUANTITY_NOT_WHOLE' | 'QUANTITY_TOO_LARGE') => ({
    fault: { code, field: 'quantity', detail: { max: maxParts } } as const,
  })
  if (!/^0*[1-9]\d*$/.test(text.trim())) return wrong('QUANTITY_NOT_WHOLE')
  const quantity = Number(text)
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
