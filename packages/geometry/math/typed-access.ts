/**
 * Index reads whose position the caller knows to be inside the array. The compiler's
 * `noUncheckedIndexedAccess` cannot see that, so the one cast lives here.
 *
 * One function for each kind of array: the engine collects type feedback per function, and a shared
 * one would see every kind, become megamorphic and no longer compile to a plain load.
 *
 * A loop that runs once over a whole mesh reads directly: most of it runs in the interpreter, where
 * each of these calls costs.
 */
export const f64 = (values: Float64Array, i: number): number => values[i] as number
export const f32 = (values: Float32Array, i: number): number => values[i] as number
export const u32 = (values: Uint32Array, i: number): number => values[i] as number
export const i32 = (values: Int32Array, i: number): number => values[i] as number
export const u16 = (values: Uint16Array, i: number): number => values[i] as number
export const u8 = (values: Uint8Array, i: number): number => values[i] as number

/** Plain arrays and tuples of numbers. */
export const num = (values: readonly number[], i: number): number => values[i] as number

/** Code that serves both widths: two kinds are still compiled well. */
export const float = (values: Float32Array | Float64Array, i: number): number => values[i] as number

/** Lists of any kind, where speed does not matter. */
export const item = (values: ArrayLike<number>, i: number): number => values[i] as number
