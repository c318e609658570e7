import type { Shop } from './shop.ts'
import type { Moments } from './work.ts'

/**
 * What happened to one customer or order. It yields the moment at which it goes on; what follows the
 * `yield` happens then. It ends with its last step, or with the first moment that has not come yet.
 */
export type Story = (shop: Shop) => Moments

/** Tells all stories in the sequence of their moments, as numbers, invoices and the ledger need them. */
export async function tell(shop: Shop, stories: readonly Story[]): Promise<void> {
  const waiting: { at: Date; story: Moments }[] = []

  const goOn = async (story: Moments) => {
    const { value: at, done } = await story.next()
    await shop.past.runJobs()
    if (!done && at <= shop.calendar.now) waiting.push({ at, story })
  }

  for (const story of stories) await goOn(story(shop))
  for (let next = takeFirst(waiting); next; next = takeFirst(waiting)) {
    // Work that took longer than the story expected moves what follows it.
    if (next.at > shop.past.deps.clock()) shop.past.moveTo(next.at)
    await goOn(next.story)
  }
}

function takeFirst<T extends { at: Date }>(waiting: T[]): T | undefined {
  let first = 0
  for (const [i, { at }] of waiting.entries()) if (at < (waiting[first]?.at ?? at)) first = i
  return waiting.splice(first, 1)[0]
}
