import { useDeferredValue, useMemo } from 'react'
import type { ConfiguredPart } from './panel-scope.ts'

/**
 * The part as configured, a frame late where the screen is busy: the price answers at once, the
 * hundred figures of the options follow. Material and configuration lag together, and what else
 * moves on the panel (a hole pointed at) does not touch it.
 */
export function useDeferredPart({ part, configuration, material, process, catalogue }: ConfiguredPart): ConfiguredPart {
  const now = useMemo(
    () => ({ part, configuration, material, process, catalogue }),
    [part, configuration, material, process, catalogue],
  )
  return useDeferredValue(now)
}
