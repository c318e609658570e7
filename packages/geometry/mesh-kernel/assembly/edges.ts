// AssemblyScript. Finds the triangle sides that share an edge; edge-kernel.ts lays out the memory.
// An edge is kept with the later of its vertices, most of whose edges are still in the cache when
// needed again. Each vertex has room for `1 << slotBits` edges of 8 bytes (other vertex plus one,
// state); more go to a table of 16 bytes each: later vertex, other vertex plus one, state.
//
// The state of an edge, by its sides so far (side = 4 · triangle + corner, triangle < 1 << 29):
//   one                             side, and the top bit if it runs from the later vertex
//   two that run opposite ways      4 · first triangle + 3
//   anything else, or copies        4 · number of the edge + 3, and the top bit

const settled: u32 = 3
const topBit: u32 = 0x80000000

let slots: usize = 0
let slotBits: u32 = 0
let links: usize = 0
let table: usize = 0
let tableMask: u32 = 0
let seed: u64 = 0
let tableUsed: u32 = 0
let worstProbe: u32 = 0
let alone: u32 = 0
let odd: u32 = 0
let repeated: u32 = 0
let sets: u32 = 0

export function setUp(slotsAt: usize, bits: u32, linksAt: usize): void {
  slots = slotsAt
  slotBits = bits
  links = linksAt
  alone = odd = repeated = sets = 0
}

/** Uses an empty table of `mask` + 1 places from now on. */
export function useTable(at: usize, mask: u32, newSeed: u64): void {
  table = at
  tableMask = mask
  seed = newSeed
  tableUsed = worstProbe = 0
}

export function tableCount(): u32 {
  return tableUsed
}
/** The largest number of places that were probed for one edge. */
export function longestProbe(): u32 {
  return worstProbe
}
/** Edges with one side. */
export function aloneCount(): u32 {
  return alone
}
/** Edges that are neither open nor shared by two triangles that run opposite ways. */
export function oddCount(): u32 {
  return odd
}
/** Triangles with two equal corners; their sides are left out. */
export function repeatedCount(): u32 {
  return repeated
}
/** Sets of joined triangles. */
export function setCount(): u32 {
  return sets
}

/** The place in the table of an edge, or the free one where it belongs. */
function placeInTable(later: u32, key: u32): usize {
  let hash = ((<u64>later << 32) | key) ^ seed
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15
  hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9
  const at = <u32>(hash >> 32)
  let probe: u32 = 0
  while (true) {
    const place = table + (<usize>((at + probe) & tableMask) << 4)
    const other = load<u32>(place, 4)
    if (other == key && load<u32>(place) == later) return place + 8
    if (other == 0) {
      worstProbe = max(worstProbe, probe)
      return place + 8
    }
    probe++
  }
}

/** Copies the edges of the previous table. */
export function refill(before: usize, places: u32): void {
  for (let i: u32 = 0; i < places; i++, before += 16) {
    const key = load<u32>(before, 4)
    if (key == 0) continue
    const later = load<u32>(before)
    const place = placeInTable(later, key) - 8
    store<u32>(place, later)
    store<u32>(place, key, 4)
    store<u32>(place, load<u32>(before, 8), 8)
    tableUsed++
  }
}

/** State of an edge that was just made. */
const fresh: u32 = 0xffffffff
const nobody: u32 = 0xffffffff

@inline
function made(at: usize, key: u32): usize {
  store<u32>(at, key)
  store<u32>(at, fresh, 4)
  return at + 4
}

function stateInTable(later: u32, key: u32): usize {
  const state = placeInTable(later, key)
  if (load<u32>(state - 4) == 0) {
    store<u32>(state - 8, later)
    tableUsed++
    return made(state - 4, key)
  }
  return state
}

/** Address of an edge's state, created if missing. Unrolled: a loop over slots is twice as slow. */
@inline
function stateOf(later: u32, other: u32): usize {
  const key = other + 1
  const at = slots + (<usize>later << (3 + slotBits))
  let here = load<u32>(at)
  if (here == key) return at + 4
  if (here == 0) return made(at, key)
  here = load<u32>(at, 8)
  if (here == key) return at + 12
  if (here == 0) return made(at + 8, key)
  if (slotBits == 2) {
    here = load<u32>(at, 16)
    if (here == key) return at + 20
    if (here == 0) return made(at + 16, key)
    here = load<u32>(at, 24)
    if (here == key) return at + 28
    if (here == 0) return made(at + 24, key)
  }
  return stateInTable(later, key)
}

function knownState(from: u32, to: u32): usize {
  return stateOf(max(from, to), min(from, to))
}

function makeOdd(at: usize): void {
  store<u32>(at, topBit | (odd << 2) | settled)
  odd++
}

/** Enters one side; returns the triangle that it now shares its edge with, or `nobody`. */
@inline
function enter(from: u32, to: u32, side: u32): u32 {
  const back = u32(from > to) << 31
  const at = stateOf(max(from, to), min(from, to))
  const state = load<u32>(at)
  if (state == fresh) {
    alone++
    store<u32>(at, back | side)
    return nobody
  }
  if ((state & settled) == settled) {
    if (!(state & topBit)) makeOdd(at)
    return nobody
  }
  alone--
  if ((state & topBit) == back) {
    makeOdd(at)
    return nobody
  }
  store<u32>(at, (state & ~topBit) | settled)
  return (state & ~topBit) >> 2
}

function rootOf(node: u32): u32 {
  let link = load<u32>(links + (<usize>node << 2))
  while (link >> 1 != node) {
    const above = load<u32>(links + (<usize>(link >> 1) << 2))
    store<u32>(links + (<usize>node << 2), above)
    node = above >> 1
    link = load<u32>(links + (<usize>node << 2))
  }
  return link
}

/** Joins root `link` with a triangle's set; returns their root. Links as in parity-forest.ts. */
@inline
function join(link: u32, mate: u32): u32 {
  if (mate == nobody || load<u32>(links + (<usize>mate << 2)) == link) return link
  const root = rootOf(mate)
  if (root == link) return link
  sets--
  const low = min(root, link)
  const high = max(root, link)
  store<u32>(links + (<usize>(high >> 1) << 2), low)
  return low
}

/** Enters the sides of triangles `first` to `end` and joins triangles that share an edge. */
export function enterSides(corners: usize, first: u32, end: u32): void {
  for (let t = first; t < end; t++, corners += 12) {
    const a = load<u32>(corners), b = load<u32>(corners, 4), c = load<u32>(corners, 8)
    let link = t << 1
    store<u32>(links + (<usize>t << 2), link)
    if (a == b || b == c || c == a) {
      repeated++
      continue
    }
    sets++
    const ab = enter(a, b, t << 2), bc = enter(b, c, (t << 2) | 1), ca = enter(c, a, (t << 2) | 2)
    link = join(link, ab)
    link = join(link, bc)
    join(link, ca)
    // Two triangles that share two edges have all three corners in common.
    if (ab == bc ? ab != nobody : ca != nobody && (ca == ab || ca == bc)) {
      makeOdd(ca == bc ? knownState(b, c) : knownState(a, b))
    }
  }
}

/** Joins `t` across one of its sides, or lists the side where its edge is odd. */
function joinAcross(link: u32, t: u32, from: u32, to: u32, corner: u32): u32 {
  const state = load<u32>(knownState(from, to))
  if ((state & settled) != settled) return link
  if (!(state & topBit)) return state >> 2 == t ? link : join(link, state >> 2)
  store<u32>(listEnd, (state & ~topBit) >> 2)
  store<u32>(listEnd, (t << 2) | corner, 4)
  listEnd += 8
  return link
}

let listEnd: usize = 0

/**
 * Joins the triangles again, now that all odd edges are known, but not across those. Lists their
 * sides with the number of the edge; returns how many.
 */
export function joinAgain(corners: usize, first: u32, end: u32, out: usize): u32 {
  listEnd = out
  if (first == 0) sets = 0
  for (let t = first; t < end; t++, corners += 12) {
    const a = load<u32>(corners), b = load<u32>(corners, 4), c = load<u32>(corners, 8)
    let link = t << 1
    store<u32>(links + (<usize>t << 2), link)
    if (a == b || b == c || c == a) continue
    sets++
    link = joinAcross(link, t, a, b, 0)
    link = joinAcross(link, t, b, c, 1)
    joinAcross(link, t, c, a, 2)
  }
  return <u32>((listEnd - out) >> 3)
}

let stopped: usize = 0
export function stoppedAt(): usize {
  return stopped
}

/** Lists the sides of open edges; keys start at `at`, `stride` bytes apart, before their states. */
export function listAlone(at: usize, end: usize, stride: usize, out: usize, most: u32): u32 {
  let listed: u32 = 0
  for (; at < end && listed < most; at += stride) {
    const state = load<u32>(at, 4)
    if (load<u32>(at) == 0 || (state & settled) == settled) continue
    store<u32>(out + (<usize>listed << 2), state & ~topBit)
    listed++
  }
  stopped = at
  return listed
}
