import type { Box, Vec3 } from '@cotation/geometry'
import { useMemo } from 'react'
import { createStore, type Store } from '#lib/store.ts'
import {
  aimedAt,
  between,
  type Camera,
  fitted,
  orbited,
  type PictureSize,
  panned,
  type ViewName,
  viewOf,
  zoomed,
} from './camera.ts'

export interface CameraControl {
  camera: Store<Camera>
  size: Store<PictureSize>
  orbit(turn: number, tilt: number): void
  pan(rightPx: number, downPx: number): void
  zoom(factor: number, at?: readonly [rightPx: number, downPx: number]): void
  view(name: ViewName): void
  fit(): void
  /** Moves to a point, and turns to where it is visible. */
  focusOn(target: { at: Vec3; heightMm: number; facing: Vec3 | undefined; hidden: boolean }): void
  /** Sets the size of the picture. The part is fitted again until the visitor has moved it. */
  resize(size: PictureSize): void
  /** Stops a running movement. */
  rest(): void
}

const movementMs = 280
const eased = (share: number) => 1 - (1 - share) ** 3

/** The camera, outside of React because it changes with every frame of a gesture. */
export function cameraControl(box: Box, still: () => boolean): CameraControl {
  const size = createStore<PictureSize>({ width: 0, height: 0 })
  const camera = createStore<Camera>(viewOf('iso', box, size.get()))
  let frame = 0
  let touched = false

  const rest = () => cancelAnimationFrame(frame)

  const set = (next: Camera) => {
    rest()
    touched = true
    camera.set(next)
  }

  const move = (to: Camera) => {
    if (still()) return set(to)

    rest()
    touched = true

    const from = camera.get()
    const began = performance.now()
    const go = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - began) / movementMs))
      camera.set(share === 1 ? to : between(from, to, eased(share)))
      if (share < 1) frame = requestAnimationFrame(go)
    }
    frame = requestAnimationFrame(go)
  }

  return {
    camera,
    size,
    rest,
    orbit: (turn, tilt) => set(orbited(camera.get(), turn, tilt)),
    pan: (rightPx, downPx) => set(panned(camera.get(), rightPx, downPx, size.get())),
    zoom: (factor, at) => set(zoomed(camera.get(), factor, box, size.get(), at)),
    view: (name) => move(viewOf(name, box, size.get())),
    fit: () => move(fitted(camera.get(), box, size.get())),
    focusOn: (target) => move(aimedAt(camera.get(), target)),
    resize(next) {
      size.set(next)
      if (!touched) camera.set(fitted(camera.get(), box, next))
    },
  }
}

/** With reduced motion the new view appears at once. */
const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export const useCamera = (box: Box): CameraControl => useMemo(() => cameraControl(box, prefersStill), [box])
