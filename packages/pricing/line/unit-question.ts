import { type Fault, fault } from '@cotation/domain'
import type { PartSummary } from '@cotation/geometry'

/** A file as far as the question for its unit goes. */
export type MeasuredFile = Pick<PartSummary, 'unit' | 'sizeMm'>

/**
 * Whether the customer must choose the unit of a file first: it has none, and its size in
 * millimetres is implausible. Every figure would be wrong by a power of the scale.
 */
export const isUnitUnknown = ({ unit }: MeasuredFile): boolean => unit.implausible && unit.source === 'assumed'

export const unitFault = ({ sizeMm }: MeasuredFile): Fault =>
  fault('UNIT_UNKNOWN', 'unit', { largestMm: Math.max(...sizeMm) })
