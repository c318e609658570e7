import { defaultRangeExtractor, type Range, type VirtualItem } from '@tanstack/react-virtual'

/** The visible rows and the active one: unmounting it would lose the focus. */
export const rangeWith = (kept: number) => (range: Range) => {
  const indexes = defaultRangeExtractor(range)
  if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes
  return [...indexes, kept].sort((one, other) => one - other)
}

/**
 * The size of a list before it is measured. Without it the first render would have no rows, and
 * all of them would follow in one piece after the measurement.
 */
export const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight })

interface PositionedItem {
  item: VirtualItem
  /** Height in pixels of the unmounted rows before it. */
  gap: number
}

/**
 * The mounted rows, each with the height of the gap before it, and the height of the gap after the
 * last one.
 */
export function withGaps(
  items: readonly VirtualItem[],
  totalSize: number,
  margin: number,
): { rows: PositionedItem[]; after: number } {
  let end = margin
  const rows = items.map((item) => {
    const gap = item.start - end
    end = item.end
    return { item, gap }
  })
  return { rows, after: totalSize + margin - end }
}
