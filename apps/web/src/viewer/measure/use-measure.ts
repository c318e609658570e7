import { useMemo, useState } from 'react'
import type { PickedPlace } from '#viewer/scene/viewer-messages.ts'
import { type MeasuredPlace, withPlace } from './measurement.ts'

export interface MeasureTool {
  on: boolean
  places: readonly MeasuredPlace[]
  /** The point that a click would measure from. */
  hover: PickedPlace | undefined
  toggle(): void
  add(place: MeasuredPlace): void
  point(hover: PickedPlace | undefined): void
  clear(): void
}

/** The measuring tool of one viewer. */
export function useMeasure(): MeasureTool {
  const [state, setState] = useState<Pick<MeasureTool, 'on' | 'places' | 'hover'>>({
    on: false,
    places: [],
    hover: undefined,
  })
  return useMemo(
    () => ({
      ...state,
      toggle: () => setState(({ on }) => ({ on: !on, places: [], hover: undefined })),
      add: (place) => setState((before) => ({ ...before, places: withPlace(before.places, place) })),
      point: (hover) => setState((before) => (before.on ? { ...before, hover } : before)),
      clear: () => setState((before) => ({ ...before, places: [], hover: undefined })),
    }),
    [state],
  )
}
