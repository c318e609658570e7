import { u32 } from './typed-access.ts'

/** Indices by key: key k has `sorted[starts[k]]` up to `sorted[starts[k + 1]]`, ascending. */
export interface IndicesByKey {
  starts: Uint32Array
  sorted: Uint32Array
}

/** Sorts 0 … keys.length − 1 by their keys, which are below `keyCount`: a stable counting sort. */
export function sortedByKey(keys: Uint32Array, keyCount: number): IndicesByKey {
  const starts = new Uint32Array(keyCount + 1)
  for (let i = 0; i < keys.length; i++) {
    const next = u32(keys, i) + 1
    starts[next] = u32(starts, next) + 1
  }
  for (let key = 0; key < keyCount; key++) starts[key + 1] = u32(starts, key + 1) + u32(starts, key)

  const free = starts.slice()
  const sorted = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    const key = u32(keys, i)
    const slot = u32(free, key)
    sorted[slot] = i
    free[key] = slot + 1
  }

  return { starts, sorted }
}
