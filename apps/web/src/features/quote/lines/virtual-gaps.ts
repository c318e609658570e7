import { defaultRangeExtractor, type Range, type VirtualItem } from '@tanstack/react-virtual'

/** The rows in view, and the one that has the focus wherever it is: unmounting it would drop the focus to the page. */
export const rangeWith = (kept: number) => (range: Range) => {
  const indexes = defaultRangeExtractor(range)
  if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes
  return [...indexes, kept].sort((one, other) => one - other)
}

export interface PlacedItem {
  item: VirtualItem
  /** Pixels of rows left out before it. */
  gap: number
}

/** The rows that are mounted, each with the space of those left out before it, and the space after the last. */
export function placed(
  items: readonly VirtualItem[],
  totalSize: number,
  margin: number,
): { rows: PlacedItem[]; after: number } {
  let end = margin
  const rows = items.map((item) => {
    const gap = item.start - end
    end = item.end
    return { item, gap }
  })
  return { rows, after: totalSize + margin - end }
}
