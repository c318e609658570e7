import type { CheckoutView } from '@cotation/contracts'
import { useEffect, useState } from 'react'

export type SeenLine = CheckoutView['lines'][number]

/** The latest preview of each line, so that a deselected line keeps its text and price. */
export function useSeenLines(view: CheckoutView | null): ReadonlyMap<string, SeenLine> {
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenLine>>(new Map())
  useEffect(() => {
    if (!view) return

    const entries = view.lines.flatMap((line) => (line.lineId === null ? [] : [[line.lineId, line] as const]))
    setSeen((before) => new Map([...before, ...entries]))
  }, [view])

  return seen
}
