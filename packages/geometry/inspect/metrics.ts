import { configurationMetrics } from './configuration-metrics.ts'
import { featureMetrics } from './feature-metrics.ts'
import type { Choice, InspectedBody } from './inspection-request.ts'
import type { Measure, Measurement, Spot } from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'
import { shapeMetrics } from './shape-metrics.ts'
import { spaceMetrics } from './space-metrics.ts'

/** The type makes the table complete: a metric without a measure does not compile. */
const measures: { readonly [M in MetricName]: Measure } = {
  ...shapeMetrics,
  ...featureMetrics,
  ...spaceMetrics,
  ...configurationMetrics,
}

const isReportable = (value: unknown): boolean => typeof value !== 'number' || Number.isFinite(value)
const isReportableSpot = ({ value, place }: Spot): boolean =>
  isReportable(value) && (place === undefined || place.at.every(isReportable))

/** The value and locations of one metric; undefined if it does not apply or has no finite value. */
export function measureMetric(name: MetricName, part: InspectedBody, choice: Choice): Measurement | undefined {
  const measured = measures[name](part, choice)
  if (measured === undefined || !isReportable(measured.value) || !isReportable(measured.reference)) return undefined
  if (measured.compared && !measured.compared.sizeMm.every(isReportable)) return undefined
  return { ...measured, spots: measured.spots.filter(isReportableSpot) }
}
