import type { Customs } from './customs.ts'
import type { Loyalty } from './loyalty.ts'
import type { Material } from './material.ts'
import type { Processes, Technology, ToleranceTables } from './process.ts'
import type { RuleLimits } from './rule-limits.ts'
import type { Holidays, LeadTimes, Selling, Tax } from './selling.ts'
import type { Service, ServiceRules, Thread } from './service.ts'
import type { Shipping } from './shipping.ts'

/** Everything a price depends on besides the part. A published version never changes. */
export interface Catalogue {
  /** Publication day and a number: `2026-11-01.1`. */
  version: string
  technologies: readonly Technology[]
  processes: Processes
  toleranceTables: ToleranceTables
  materials: readonly Material[]
  services: readonly Service[]
  serviceRules: ServiceRules
  threads: readonly Thread[]
  selling: Selling
  leadTimes: LeadTimes
  holidays: Holidays
  tax: Tax
  shipping: Shipping
  /** Absent in versions before 2026-11-17.1, which have no estimate of duty and import tax. */
  customs?: Customs
  loyalty: Loyalty
  /** Overridden limits of manufacturability rules, by rule id. */
  ruleLimits: RuleLimits
}
