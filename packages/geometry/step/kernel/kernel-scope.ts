import type { Vec3 } from '../../math/vector.ts'

/** An object that lives in the kernel's memory, where no garbage collector comes by. */
export interface KernelHandle {
  delete(): void
}

export type Keep = <H extends KernelHandle>(handle: H) => H

/** Runs `work` and frees all that it kept, last first, also when it throws. */
export function scoped<T>(work: (keep: Keep) => T): T {
  const held: KernelHandle[] = []
  try {
    return work((handle) => {
      held.push(handle)
      return handle
    })
  } finally {
    for (let i = held.length - 1; i >= 0; i--) freed(held[i] as KernelHandle)
  }
}

/** After a trap even freeing fails; the instance is thrown away then, and the first error is the one to tell. */
function freed(handle: KernelHandle): void {
  try {
    handle.delete()
  } catch {}
}

/** Coordinates of a kernel point, vector or direction, which is freed. */
export function takeVec3(point: KernelHandle & { X(): number; Y(): number; Z(): number }): Vec3 {
  const taken: Vec3 = [point.X(), point.Y(), point.Z()]
  point.delete()
  return taken
}
