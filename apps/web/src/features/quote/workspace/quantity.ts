import { type Configuration, type Fault, mostParts } from '@cotation/domain'

/** The number of parts that a customer typed, or what is wrong with it: half a part is never priced. */
export function typedQuantity(
  text: string,
): { quantity: number; fault?: undefined } | { quantity?: undefined; fault: Fault } {
  const wrong = (code: 'QUANTITY_NOT_WHOLE' | 'QUANTITY_TOO_LARGE') => ({
    fault: { code, field: 'quantity', detail: { max: mostParts } } as const,
  })
  if (!/^0*[1-9]\d*$/.test(text.trim())) return wrong('QUANTITY_NOT_WHOLE')
  const quantity = Number(text)
  return quantity > mostParts ? wrong('QUANTITY_TOO_LARGE') : { quantity }
}

/**
 * A configuration for another number of parts. Anodizing is ordered for every part (spec 5: its quantity matches the line's), so it
 * follows where it did match.
 */
export const withQuantity = (configuration: Configuration, quantity: number): Configuration => ({
  ...configuration,
  quantity,
  services: configuration.services.map((service) =>
    service.id === 'anodizing' && service.quantity === configuration.quantity ? { ...service, quantity } : service,
  ),
})
