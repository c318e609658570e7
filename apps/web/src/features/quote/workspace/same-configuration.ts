import type { Configuration } from '@cotation/domain'

/** Sorts keys, because the database returns them in another sequence. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Leaves out the service that only the server writes. */
const chosenByCustomer = (configuration: Configuration | null | undefined) =>
  configuration && { ...configuration, services: configuration.services.filter(({ id }) => id !== 'risk-acceptance') }

/** Whether the customer chose the same in both. */
export const isSameConfiguration = (
  one: Configuration | null | undefined,
  other: Configuration | null | undefined,
): boolean =>
  one === other ||
  JSON.stringify(chosenByCustomer(one) ?? null, withSortedKeys) ===
    JSON.stringify(chosenByCustomer(other) ?? null, withSortedKeys)
