import type { Vec3 } from '../math/vector.ts'

/** An object in the kernel's memory, which is not garbage-collected. */
export interface KernelHandle {
  delete(): void
}

export type Keep = <H extends KernelHandle>(handle: H) => H

/** Runs `work` and frees everything it kept, last first, even if it throws. */
export function scoped<T>(work: (keep: Keep) => T): T {
  const held: KernelHandle[] = []
  try {
    return work((handle) => {
      held.push(handle)
      return handle
    })
  } finally {
    for (const handle of held.toReversed()) free(handle)
  }
}

/** After a trap freeing fails too. The instance is discarded then, and the first error counts. */
function free(handle: KernelHandle): void {
  try {
    handle.delete()
  } catch {}
}

/** Returns the coordinates of a kernel point, vector or direction and frees it. */
export function toVec3AndFree(point: KernelHandle & { X(): number; Y(): number; Z(): number }): Vec3 {
  const coordinates: Vec3 = [point.X(), point.Y(), point.Z()]
  point.delete()
  return coordinates
}
