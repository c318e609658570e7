import type { ModelLocation } from '../model/facts.ts'
import type { RuleId } from './rules/all-rules.ts'
import type { MetricName, Unit } from './rules/metric-names.ts'
import type { Extent, Limit, ResolveWay, Severity } from './rules/rule.ts'

/** A location beyond a limit, with what was measured there. */
export interface FoundPlace extends ModelLocation {
  value?: number
  /** For a ratio, the size of the wall, hole or pocket itself. */
  sizeMm?: number
}

/** A rule that a part violates: the measured value, the limit, the locations and the remedies. */
export interface Finding {
  rule: RuleId
  severity: Severity
  metric: MetricName
  value: number | boolean | string
  limit: Limit
  unit: Unit
  /** Size of the part if `limit` is a size: three sides, or diameter and length of a bar. */
  sizeMm?: readonly number[]
  /** How much of the part is beyond the limit, if that was measured. */
  extent?: Extent
  /** Locations beyond the limit, worst first. */
  places: FoundPlace[]
  resolve: ResolveWay[]
  autofix?: 'fill-holes'
  /** Additional working days. */
  leadDays?: number
}
