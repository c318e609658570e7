import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import classes from './cards.module.css'
import { LineCard } from './line-card.tsx'
import type { ShownLines } from './table-rows.tsx'
import { rangeWith, withGaps } from './virtual-gaps.ts'

/** Used until a card is measured. */
const estimatedPixels = 280

interface LineCardsProps extends ShownLines {
  label: string
}

/** The lines as cards that scroll with the page: nested scrolling is hard to use on a phone. */
export function LineCards(props: LineCardsProps) {
  const { shown, ids, selectedIds, activeId, openId, catalogue, texts, on } = props
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)

  // The list's offset on the page changes when something above it opens or closes.
  useLayoutEffect(() => {
    const measure = () => setMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])

  const kept = ids.indexOf(activeId ?? '')
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: shown.length,
    estimateSize: () => estimatedPixels,
    scrollMargin: margin,
    overscan: 3,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: useMemo(() => rangeWith(kept), [kept]),
    useFlushSync: false,
  })
  const { rows, after } = withGaps(virtualizer.getVirtualItems(), virtualizer.getTotalSize(), margin)

  return (
    <ul ref={list} className={classes.cards} aria-label={props.label} onKeyDown={props.onKeyDown}>
      {rows.flatMap(({ item, gap }) => {
        const line = shown[item.index]
        if (!line) return []
        return [
          gap > 0 ? <li key={`gap ${item.key}`} aria-hidden="true" style={{ height: gap }} /> : null,
          <LineCard
            key={item.key}
            {...{ line, catalogue, texts, on }}
            index={item.index}
            count={shown.length}
            isSelected={selectedIds.has(line.id)}
            isActive={line.id === activeId}
            isOpen={line.id === openId}
            measure={virtualizer.measureElement}
          />,
        ]
      })}
      {after > 0 ? <li aria-hidden="true" style={{ height: after }} /> : null}
    </ul>
  )
}
