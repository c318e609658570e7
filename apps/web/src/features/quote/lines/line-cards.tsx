import { measureElement, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { LineThumbnail } from '#features/quote/workspace/line-thumbnail.tsx'
import { fileWithoutUnit, UnitQuestion } from '#features/quote/workspace/unit-question.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { LeadCell, QuantityCell, QuantityFaultNote } from './field-cells.tsx'
import type { LineProps } from './line-row.tsx'
import classes from './lines.module.css'
import { StatusCell } from './status-cell.tsx'
import type { ShownLines } from './table-rows.tsx'
import { LinePriceCell, MaterialCell, NameCell, UnitPrice } from './text-cells.tsx'
import { rangeWith, windowRect, withGaps } from './virtual-gaps.ts'

/** Used until a card is measured: a part without findings, on a phone. */
const estimatedPixels = 400

/**
 * The height that the browser reports of a card. A new card has its estimate until then: reading its
 * height would lay out the whole page while React still adds to it.
 */
function heightOf(
  card: HTMLLIElement,
  report: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, HTMLLIElement>,
) {
  if (report) return measureElement(card, report, list)

  const key = list.options.getItemKey(list.indexFromElement(card))
  return list.itemSizeCache.get(key) ?? estimatedPixels
}

interface LineCardsProps extends ShownLines {
  label: string
}

/** The lines as cards that scroll with the page: nested scrolling is hard to use on a phone. */
export function LineCards(props: LineCardsProps) {
  const { shown, ids, selectedIds, activeId, openId, catalogue, texts, on } = props
  const list = useRef<HTMLUListElement>(null)
  // Until it is measured, as if the list began below the first view: a phone mounts few cards then.
  const [margin, setMargin] = useState(() => windowRect().height)

  // The list's offset on the page changes when something above it opens or closes. The observer
  // reports once at the beginning, too.
  useEffect(() => {
    const measure = () => setMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const kept = ids.indexOf(activeId ?? '')
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: shown.length,
    estimateSize: () => estimatedPixels,
    measureElement: heightOf,
    scrollMargin: margin,
    overscan: 3,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: useMemo(() => rangeWith(kept), [kept]),
    initialRect: windowRect(),
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
            line={line}
            catalogue={catalogue}
            texts={texts}
            on={on}
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

interface LineCardProps extends LineProps {
  count: number
  /** Cards differ in height, so each is measured. */
  measure: (element: HTMLLIElement | null) => void
}

/**
 * A line on a phone: data and actions of the row as a card. It has few controls, so Tab reaches all
 * of them.
 */
const LineCard = memo(function LineCard(props: LineCardProps) {
  const { line, index, count, isSelected, isOpen, catalogue, texts, on, measure } = props
  const { t } = texts
  const shared = { line, texts, on, tabIndex: 0 } as const
  const asked = fileWithoutUnit(line)
  const facts = [
    ['size', texts.size(line) ?? t('none')],
    ['volume', texts.volume(line) ?? t('none')],
    ['material', <MaterialCell key="material" {...shared} />],
    ['unit', <UnitPrice key="unit" {...shared} />],
    ['quantity', <QuantityCell key="quantity" {...shared} />],
    ['lead', <LeadCell key="lead" {...shared} catalogue={catalogue} />],
  ] as const

  return (
    <li
      ref={measure}
      data-index={index}
      data-line={line.id}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      className={classes.card}
      aria-posinset={index + 1}
      aria-setsize={count}
      onFocus={() => on.activate(line.id)}
    >
      <div className={classes.top}>
        <span className={classes.cardSelect}>
          <Checkbox
            data-select
            checked={isSelected}
            aria-label={t('select', { name: line.name })}
            onChange={() => on.select(line.id, false)}
          />
        </span>
        <LineThumbnail line={line} size={56} />
        <div className={classes.title}>
          <NameCell {...shared} isOpen={isOpen} />
        </div>
        <div className={classes.cardPrice}>
          <LinePriceCell line={line} texts={texts} />
        </div>
      </div>
      {asked ? (
        <UnitQuestion name={line.name} summary={asked} fill onChoose={(unit) => on.chooseUnit(line.id, unit)} />
      ) : (
        <div className={classes.cardStatus}>
          <StatusCell {...shared} />
        </div>
      )}
      <dl className={classes.facts}>
        {facts.map(([column, content]) => (
          <div key={column}>
            <dt>{t(`column.${column}`)}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
      <QuantityFaultNote {...shared} />
    </li>
  )
})
