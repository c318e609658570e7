import type { StaffTaskView } from '@cotation/contracts'
import { type StaffTaskKind, type TaskHolderFilter, taskHolderFilters, taskKindsOf } from '@cotation/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMember } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffLive, startStaffLive } from '#lib/gateway/staff-live.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

const todayKey = [staffQueries, 'today'] as const

/** Without a stream the list is read again as often; with one, only as a precaution. */
const pollMs = { alone: 15_000, followed: 60_000 }

/** A save of several rows reports several changes: they are read together. */
const settleMs = 150

export const refreshToday = () => queryClient.invalidateQueries({ queryKey: todayKey })

/** The filter of the list is part of the address. */
export function useTodayFilter() {
  const { topic, tab } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const kinds = taskKindsOf(useMember().rights)

  const kind = kinds.find((one) => one === topic)
  const holder = taskHolderFilters.find((one) => one === tab) ?? 'all'

  const show = (next: { kind: StaffTaskKind | undefined; holder: TaskHolderFilter }) => {
    const search: Record<string, string> = {}
    if (next.kind) search.topic = next.kind
    if (next.holder !== 'all') search.tab = next.holder
    void navigate({ to: '.', search, replace: true })
  }

  return { kinds, kind, holder, show }
}

export function useToday({ kind, holder }: { kind: StaffTaskKind | undefined; holder: TaskHolderFilter }) {
  const query = kind === undefined ? { holder } : { kind, holder }
  return useQuery({
    queryKey: [...todayKey, query],
    queryFn: ({ signal }) => staffApi('GET /global/staff/today', { query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: () => (staffLive.isFollowing('today:order-review') ? pollMs.followed : pollMs.alone),
  })
}

/** Reads the list again when a task appears, changes hands or ends. */
export function useLiveToday(kinds: readonly StaffTaskKind[]): void {
  // Compared as text: the array is a new one at every render.
  const followed = kinds.join(' ')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refreshToday(), settleMs)
    }

    const stop = startStaffLive()
    const unfollow = followed.split(' ').map((kind) => staffLive.follow(`today:${kind}`, changed))
    return () => {
      clearTimeout(timer)
      for (const end of unfollow) end()
      stop()
    }
  }, [followed])
}

/** What a task is about: topics and proposals are codes, other titles are names and numbers. */
export function useTaskTitle(): (task: Pick<StaffTaskView, 'kind' | 'title'>) => string {
  const t = useTranslations('staff-today')

  return ({ kind, title }) => {
    const isTopic = kind === 'contact-message' && t.has(`topic.${title}` as 'topic.other')
    if (isTopic) return t(`topic.${title}` as 'topic.other')

    const isProposal = kind === 'proposal' && t.has(`proposal.${title}` as 'proposal.credit-limit')
    return isProposal ? t(`proposal.${title}` as 'proposal.credit-limit') : title
  }
}
