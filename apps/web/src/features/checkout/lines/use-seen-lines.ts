import type { CheckoutView } from '@cotation/contracts'
import { useEffect, useState } from 'react'

export type SeenLine = CheckoutView['lines'][number]

/** What the server has said of each line in this visit: one that is taken off the order keeps its words and its price. */
export function useSeenLines(view: CheckoutView | null): ReadonlyMap<string, SeenLine> {
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenLine>>(new Map())
  useEffect(() => {
    if (!view) return
    const told = view.lines.flatMap((line) => (line.lineId === null ? [] : [[line.lineId, line] as const]))
    setSeen((before) => new Map([...before, ...told]))
  }, [view])
  return seen
}
