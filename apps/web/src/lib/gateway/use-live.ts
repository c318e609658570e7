import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live, type Topic } from './live.ts'
import { queryClient } from './query-client.ts'

/**
 * Not at the same time as a request that is under way: that one may be asking the card provider,
 * and its response may be older than the change.
 */
async function readAgain(queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey })
  await query?.promise?.catch(() => {})
  await queryClient.invalidateQueries({ queryKey, exact: true })
}

/** Reads a query again at each change of the topic, while the screen is shown. */
export function useLiveQuery(topic: Topic | undefined, queryKey: QueryKey): void {
  // Compared as text: the key is a new array at every render.
  const wanted = JSON.stringify(queryKey)

  useEffect(() => {
    if (topic === undefined) return
    return live.follow(topic, () => void readAgain(JSON.parse(wanted)))
  }, [topic, wanted])
}

/** How often to poll: as usual, or rarely while changes are reported. */
export const unlessFollowed = (topic: Topic, intervalMs: number | false): number | false =>
  live.isFollowing(topic) && intervalMs !== false ? Math.max(intervalMs, followedPollMs) : intervalMs

/** A precaution: the report of a change may be lost with a dying server. */
const followedPollMs = 60_000
