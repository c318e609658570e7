import type { Choice, Inspected } from './choice.ts'
import { featureMetrics } from './feature-metrics.ts'
import type { Measure, Measured, Spot } from './measured.ts'
import { orderMetrics } from './order-metrics.ts'
import { type MetricName, metricNames } from './rules/metric-names.ts'
import { shapeMetrics } from './shape-metrics.ts'
import { spaceMetrics } from './space-metrics.ts'

/** Complete by its type: a metric that a rule may name and nothing measures does not compile. */
const measures: { readonly [M in MetricName]: Measure } = {
  ...shapeMetrics,
  ...featureMetrics,
  ...spaceMetrics,
  ...orderMetrics,
}

const isTellable = (value: unknown): boolean => typeof value !== 'number' || Number.isFinite(value)
const isSound = ({ value, place }: Spot): boolean =>
  isTellable(value) && (place === undefined || place.at.every(isTellable))

/** The value and places of one metric; undefined where it does not apply or no finite value was measured. */
export function metricOf(name: MetricName, part: Inspected, choice: Choice): Measured | undefined {
  const measured = measures[name](part, choice)
  if (measured === undefined || !isTellable(measured.value) || !isTellable(measured.reference)) return undefined
  if (measured.compared && !measured.compared.sizeMm.every(isTellable)) return undefined
  return { ...measured, spots: measured.spots.filter(isSound) }
}

/** Every metric of a part for a choice of process, material and services. */
export const metricsOf = (part: Inspected, choice: Choice): Record<MetricName, Measured | undefined> =>
  Object.fromEntries(metricNames.map((name) => [name, metricOf(name, part, choice)])) as Record<
    MetricName,
    Measured | undefined
  >
