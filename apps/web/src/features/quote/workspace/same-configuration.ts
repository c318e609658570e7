import type { Configuration } from '@cotation/domain'

/** Keys in one order: a database gives them back in another. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Without what the server alone writes into it. */
const chosen = (configuration: Configuration | null | undefined) =>
  configuration && { ...configuration, services: configuration.services.filter(({ id }) => id !== 'risk-acceptance') }

/** Whether a customer chose the same in both. */
export const isSameConfiguration = (
  one: Configuration | null | undefined,
  other: Configuration | null | undefined,
): boolean =>
  one === other || JSON.stringify(chosen(one) ?? null, sorted) === JSON.stringify(chosen(other) ?? null, sorted)
