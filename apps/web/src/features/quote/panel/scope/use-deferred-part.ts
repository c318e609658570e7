import { useDeferredValue, useMemo } from 'react'
import type { ConfiguredPart } from './panel-scope.ts'

/**
 * The configured part, deferred while React is busy: the price updates at once, the figures of a
 * hundred options follow. Memoised, so that other changes of the panel, such as a selected hole, do
 * not recalculate them.
 */
export function useDeferredPart({ part, configuration, material, process, catalogue }: ConfiguredPart): ConfiguredPart {
  const now = useMemo(
    () => ({ part, configuration, material, process, catalogue }),
    [part, configuration, material, process, catalogue],
  )
  return useDeferredValue(now)
}
