// AssemblyScript. Memory is laid out by weld-kernel.ts; every vertex is 16 bytes: x, y, z, number.

/** More would not fit the fastest cache, fewer would forget a row of a fine mesh too early. */
const cacheBits: i32 = 14

/** The recently used vertices: two per hash, the latest first. */
let cache: usize = 0
/** Corners of a block of triangles, 16 bytes each, between measuring and welding. */
let corners: usize = 0
let vertexEnd: usize = 0
let vertices: u32 = 0
let triangles: u32 = 0
let sums: usize = 0

/** Triangles measured, then welded at a time: corners stay in the fastest cache in between. */
const blockTriangles: u32 = 256
const flushTriangles: u32 = 4096

export function setUp(cacheAt: usize, cornersAt: usize, sumsAt: usize): void {
  cache = cacheAt
  corners = cornersAt
  sums = sumsAt
  vertices = triangles = 0
  // NaN equals no corner.
  memory.fill(cacheAt, 0xff, <usize>32 << cacheBits)
}

export function vertexCount(): u32 {
  return vertices
}

export function moveTo(vertexBlock: usize): void {
  vertexEnd = vertexBlock
}

export function vertexCursor(): usize {
  return vertexEnd
}

@inline
function hashOf(v: v128): u64 {
  return (<u64>i64x2.extract_lane(v, 0) * 0x9e3779b97f4a7c15) ^ (<u64>i32x4.extract_lane(v, 2) * 0xc2b2ae3d27d4eb4f)
}

@inline
function differ(a: v128, b: v128): bool {
  return v128.any_true(v128.and(v128.xor(a, b), i32x4(-1, -1, -1, 0)))
}

@inline
function numberOf(at: usize): u32 {
  const v = v128.load(at)
  const slot = cache + (<usize>(hashOf(v) >> (64 - cacheBits)) << 5)
  const first = v128.load(slot)
  if (!differ(v, first)) return i32x4.extract_lane(first, 3)
  const second = v128.load(slot, 16)
  v128.store(slot, first, 16)
  if (!differ(v, second)) {
    v128.store(slot, second)
    return i32x4.extract_lane(second, 3)
  }
  return newVertex(v, slot)
}

/** A separate function, because the loop rarely needs it. */
function newVertex(v: v128, slot: usize): u32 {
  const made = i32x4.replace_lane(v, 3, vertices)
  v128.store(vertexEnd, made)
  v128.store(slot, made)
  vertexEnd += 16
  return vertices++
}

/** A corner with 0 in the fourth lane, and without -0: -0 + 0 is 0. */
@inline
function corner(at: usize): v128 {
  return f32x4.add(v128.and(v128.load(at), i32x4(-1, -1, -1, 0)), f32x4.splat(0))
}

/**
 * Welds `records` triangles, `stride` bytes apart with their corners first, writes their vertex
 * numbers to `out` and adds to the sums. Returns 1 if a coordinate is not finite. Measuring and
 * lookup alternate: in one loop they would need too many registers.
 */
export function weld(from: usize, stride: usize, records: u32, out: usize): u32 {
  let strange: u32 = 0
  while (records > 0) {
    const lead = triangles & 1
    const count = min(records, blockTriangles - triangles % blockTriangles)
    strange |= measure(from, stride, count, lead)
    let at = corners + 48 * lead
    for (let i: u32 = 0; i < 3 * count; i++, at += 16, out += 4) store<u32>(out, numberOf(at))
    from += stride * count
    records -= count
    triangles += count
    if (triangles % flushTriangles == 0) flush()
  }
  return strange
}

@inline
function wide(pair: v128, origin: v128): v128 {
  return f64x2.sub(f64x2.promote_low_f32x4(pair), origin)
}

@inline
function difference(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d))
}

@inline
function inner(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz))
}

@inline
function three(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.add(a, b), c)
}

/** One running sum since the last flush: of the even and of the odd triangles. */
@inline
function running(sum: usize): v128 {
  return v128.load(sums + 128 + (sum << 4))
}

/** Adds the running sums to the totals: ten million small terms would drown in one large total. */
export function flush(): void {
  const flats = sums + 128 + (8 << 4)
  v128.store(flats, f64x2.convert_low_i32x4_u(v128.shuffle<u32>(v128.load(flats), v128.load(flats), 0, 2, 0, 2)))
  for (let sum: usize = 0; sum < 9; sum++) {
    const at = sums + 56 + (sum << 3)
    const pair = running(sum)
    store<f64>(at, load<f64>(at) + (f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1)))
    v128.store(sums + 128 + (sum << 4), f64x2.splat(0))
  }
}

/**
 * Adds triangles to the running sums, two at a time: even ones in one lane, odd ones in the other,
 * so that the sums do not depend on where a file was cut. If one of a pair is missing, at the
 * `lead` or at the end, a triangle without extent replaces it. Writes all corners to `corners`.
 */
function measure(from: usize, stride: usize, records: u32, lead: u32): u32 {
  const none = f64x2.splat(0)
  const ox = f64x2.splat(load<f64>(sums, 32)), oy = f64x2.splat(load<f64>(sums, 40)), oz = f64x2.splat(load<f64>(sums, 48))
  let low = v128.load(sums), high = v128.load(sums, 16)
  let volume = running(0), mx = running(1), my = running(2), mz = running(3), area = running(4)
  let wx = running(5), wy = running(6), wz = running(7), flat = running(8)
  let strange = i32x4.splat(0)
  let to = corners
  const end = records + lead
  from -= stride * lead
  for (let i: u32 = 0; i < end; i += 2, to += 96) {
    const hasEven = usize(i >= lead), hasOdd = usize(i + 1 < end)
    const even = from + stride * (1 - hasEven), odd = from + stride * hasOdd
    from += stride + stride
    const a = corner(even), b = corner(even + 12 * hasEven), c = corner(even + 24 * hasEven)
    const d = corner(odd), e = corner(odd + 12 * hasOdd), f = corner(odd + 24 * hasOdd)
    v128.store(to, a)
    v128.store(to, b, 16)
    v128.store(to, c, 32)
    v128.store(to, d, 48)
    v128.store(to, e, 64)
    v128.store(to, f, 80)
    low = f32x4.pmin(f32x4.pmin(low, f32x4.pmin(a, d)), f32x4.pmin(f32x4.pmin(b, e), f32x4.pmin(c, f)))
    high = f32x4.pmax(f32x4.pmax(high, f32x4.pmax(a, d)), f32x4.pmax(f32x4.pmax(b, e), f32x4.pmax(c, f)))
    strange = v128.or(strange, v128.or(f32x4.sub(a, a), v128.or(f32x4.sub(b, b), f32x4.sub(c, c))))
    strange = v128.or(strange, v128.or(f32x4.sub(d, d), v128.or(f32x4.sub(e, e), f32x4.sub(f, f))))
    const a2 = v128.shuffle<f32>(a, d, 0, 4, 1, 5), b2 = v128.shuffle<f32>(b, e, 0, 4, 1, 5), c2 = v128.shuffle<f32>(c, f, 0, 4, 1, 5)
    const ax = wide(a2, ox), ay = wide(v128.shuffle<f64>(a2, a2, 1, 1), oy), az = wide(v128.shuffle<f32>(a, d, 2, 6, 3, 7), oz)
    const bx = wide(b2, ox), by = wide(v128.shuffle<f64>(b2, b2, 1, 1), oy), bz = wide(v128.shuffle<f32>(b, e, 2, 6, 3, 7), oz)
    const cx = wide(c2, ox), cy = wide(v128.shuffle<f64>(c2, c2, 1, 1), oy), cz = wide(v128.shuffle<f32>(c, f, 2, 6, 3, 7), oz)
    const ux = f64x2.sub(bx, ax), uy = f64x2.sub(by, ay), uz = f64x2.sub(bz, az)
    const vx = f64x2.sub(cx, ax), vy = f64x2.sub(cy, ay), vz = f64x2.sub(cz, az)
    const nx = difference(uy, vz, uz, vy), ny = difference(uz, vx, ux, vz), nz = difference(ux, vy, uy, vx)
    const square = inner(nx, ny, nz, nx, ny, nz)
    const six = inner(ax, ay, az, nx, ny, nz)
    flat = i64x2.sub(flat, f64x2.eq(square, none))
    area = f64x2.add(area, f64x2.sqrt(square))
    volume = f64x2.add(volume, six)
    mx = f64x2.add(mx, f64x2.mul(six, three(ax, bx, cx)))
    my = f64x2.add(my, f64x2.mul(six, three(ay, by, cy)))
    mz = f64x2.add(mz, f64x2.mul(six, three(az, bz, cz)))
    wx = f64x2.add(wx, nx)
    wy = f64x2.add(wy, ny)
    wz = f64x2.add(wz, nz)
  }
  v128.store(sums, low)
  v128.store(sums, high, 16)
  v128.store(sums, volume, 128)
  v128.store(sums, mx, 144)
  v128.store(sums, my, 160)
  v128.store(sums, mz, 176)
  v128.store(sums, area, 192)
  v128.store(sums, wx, 208)
  v128.store(sums, wy, 224)
  v128.store(sums, wz, 240)
  v128.store(sums, i64x2.sub(flat, i64x2(lead, end & 1)), 256)
  return u32(v128.any_true(strange))
}

@inline
function hashAt(vertex: usize): u64 {
  return hashOf(v128.and(v128.load(vertex), i32x4(-1, -1, -1, 0)))
}

let seen: usize = 0
let seenShift: u64 = 0
let suspects: usize = 0
let suspectMask: u64 = 0

/** Uses two bit sets, all zero: hashes that a vertex has, and those that several have. */
export function useSets(seenAt: usize, seenBits: i32, suspectsAt: usize, suspectBits: i32): void {
  seen = seenAt
  seenShift = 64 - seenBits
  suspects = suspectsAt
  suspectMask = (<u64>1 << suspectBits) - 1
}

@inline
function suspectBit(hash: u64): u64 {
  return (hash >> 16) & suspectMask
}

/** Notes the hashes of one block's vertices. */
export function noteHashes(block: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++, block += 16) {
    const hash = hashAt(block)
    const bit = hash >> seenShift
    const at = seen + <usize>(bit >> 3)
    const byte = <u32>load<u8>(at)
    const mark = <u32>1 << <u32>(bit & 7)
    if (byte & mark) {
      const other = suspectBit(hash)
      const place = suspects + <usize>(other >> 3)
      store<u8>(place, <u32>load<u8>(place) | (<u32>1 << <u32>(other & 7)))
    } else store<u8>(at, byte | mark)
  }
}

/** Lists the vertices of one block that may occur twice; returns where the list ends. */
export function listSuspects(block: usize, count: u32, out: usize): usize {
  for (let i: u32 = 0; i < count; i++, block += 16) {
    const bit = suspectBit(hashAt(block))
    v128.store(out, v128.load(block))
    out += <usize>((<u32>load<u8>(suspects + <usize>(bit >> 3)) >> <u32>(bit & 7)) & 1) << 4
  }
  return out
}

/** Counts vertices of one block by the top `bits` of their hash. */
export function countParts(block: usize, count: u32, bits: i32, counts: usize): void {
  for (let i: u32 = 0; i < count; i++, block += 16) {
    const at = counts + (<usize>(hashAt(block) >> (64 - bits)) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
}

/** Sends each vertex of a block to its part; `next` has the address of each part's free slot. */
export function sendToParts(block: usize, count: u32, bits: i32, next: usize): void {
  for (let i: u32 = 0; i < count; i++, block += 16) {
    const at = next + (<usize>(hashAt(block) >> (64 - bits)) << 2)
    const to = <usize>load<u32>(at)
    v128.store(to, v128.load(block))
    store<u32>(at, <u32>(to + 16))
  }
}

@inline
function mixed(v: v128, seed: u64): u64 {
  let hash = (<u64>i64x2.extract_lane(v, 0) ^ seed) * 0xbf58476d1ce4e5b9
  hash = (hash ^ (hash >> 31) ^ <u64><u32>i32x4.extract_lane(v, 2)) * 0x94d049bb133111eb
  return hash ^ (hash >> 29)
}

/**
 * Finds equal vertices within one part by a table of `1 << tableBits` addresses, cleared here.
 * Writes the first one's number plus one into `same` for each repetition; returns their count.
 * Returns -1 after `patience` failed probes: a file can force equal hashes, but not for the next
 * seed.
 */
export function findSame(part: usize, end: usize, seed: u64, table: usize, tableBits: i32, same: usize, patience: u32): i32 {
  memory.fill(table, 0, <usize>4 << tableBits)
  const mask = (<usize>1 << tableBits) - 1
  let found: i32 = 0
  for (; part < end; part += 16) {
    const v = v128.load(part)
    let slot = <usize>mixed(v, seed) & mask
    while (true) {
      const known = <usize>load<u32>(table + (slot << 2))
      if (known == 0) {
        store<u32>(table + (slot << 2), <u32>part)
        break
      }
      const other = v128.load(known)
      if (!differ(v, other)) {
        store<u32>(same + (<usize>i32x4.extract_lane(v, 3) << 2), i32x4.extract_lane(other, 3) + 1)
        found++
        break
      }
      slot = (slot + 1) & mask
      if (--patience == 0) return -1
    }
  }
  return found
}

/** Copies the corners only, 36 bytes per triangle, and widens the box. Returns 1 if not finite. */
export function keep(from: usize, stride: usize, records: u32, out: usize): u32 {
  let low = v128.load(sums)
  let high = v128.load(sums, 16)
  let strange = i32x4.splat(0)
  for (let i: u32 = 0; i < records; i++) {
    const a = corner(from), b = corner(from + 12), c = corner(from + 24)
    v128.store(out, a)
    v128.store(out, b, 12)
    v128.store(out, c, 24)
    low = f32x4.pmin(low, f32x4.pmin(a, f32x4.pmin(b, c)))
    high = f32x4.pmax(high, f32x4.pmax(a, f32x4.pmax(b, c)))
    strange = v128.or(strange, v128.or(f32x4.sub(a, a), v128.or(f32x4.sub(b, b), f32x4.sub(c, c))))
    from += stride
    out += 36
  }
  v128.store(sums, low)
  v128.store(sums, high, 16)
  return u32(v128.any_true(strange))
}

@inline
function cellOf(at: usize, low: v128, perUnit: v128): usize {
  const cell = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(v128.load(at), low), perUnit))
  const inside = i32x4.max_s(i32x4.min_s(cell, i32x4.splat(15)), i32x4.splat(0))
  return <usize>((i32x4.extract_lane(inside, 0) << 8) | (i32x4.extract_lane(inside, 1) << 4) | i32x4.extract_lane(inside, 2)) << 2
}

/** Counts kept triangles by 16 × 16 × 16 cells; `perUnit` (four floats) is cells per unit. */
export function countCells(from: usize, records: u32, perUnitAt: usize, counts: usize): void {
  const low = v128.load(sums), perUnit = v128.load(perUnitAt)
  for (let i: u32 = 0; i < records; i++, from += 36) {
    const at = counts + cellOf(from, low, perUnit)
    store<u32>(at, load<u32>(at) + 1)
  }
}

/** Sends kept triangles to their cells; `next` holds the address of each cell's next free place. */
export function sendToCells(from: usize, records: u32, perUnitAt: usize, next: usize): void {
  const low = v128.load(sums), perUnit = v128.load(perUnitAt)
  for (let i: u32 = 0; i < records; i++, from += 36) {
    const at = next + cellOf(from, low, perUnit)
    const to = <usize>load<u32>(at)
    const a = v128.load(from), b = v128.load(from, 16)
    const rest = load<u32>(from, 32)
    v128.store(to, a)
    v128.store(to, b, 16)
    store<u32>(to, rest, 32)
    store<u32>(at, <u32>(to + 36))
  }
}

/** Packs a block's vertices in place, 12 bytes each; skips any whose final number is not `next`. */
export function pack(block: usize, count: u32, numbers: usize, next: u32): u32 {
  let to = block
  for (let i: u32 = 0; i < count; i++, block += 16) {
    if (numbers != 0 && load<u32>(numbers + (<usize>i << 2)) != next) continue
    const xy = load<u64>(block)
    const z = load<u32>(block, 8)
    store<u64>(to, xy)
    store<u32>(to, z, 8)
    to += 12
    next++
  }
  return next
}

/** Replaces vertex numbers by their final ones. */
export function renumber(at: usize, count: u32, numbers: usize): void {
  for (let i: u32 = 0; i < count; i++, at += 4) store<u32>(at, load<u32>(numbers + (<usize>load<u32>(at) << 2)))
}

/** Turns what `findSame` wrote into final numbers; returns how many vertices are left. */
export function settleNumbers(same: usize, count: u32): u32 {
  let next: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const at = same + (<usize>i << 2)
    const first = load<u32>(at)
    // The first of equal vertices has a lower number, so its final number is already known.
    store<u32>(at, first == 0 ? next++ : load<u32>(same + (<usize>(first - 1) << 2)))
  }
  return next
}
