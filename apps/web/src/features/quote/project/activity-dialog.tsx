import type { ActivityEntry } from '@cotation/contracts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { api } from '#lib/gateway/api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import classes from './activity.module.css'
import { useActivityTexts } from './use-activity-texts.ts'

interface ActivityDialogProps {
  workspace: Workspace
  onClose: () => void
}

/** Who changed what in the project, newest first, grouped by day. */
export function ActivityDialog({ workspace, onClose }: ActivityDialogProps) {
  const t = useTranslations('activity')

  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg">
      <Stack>
        <Hint>{t('intro')}</Hint>
        <Activity workspace={workspace} />
      </Stack>
    </Dialog>
  )
}

/** Loaded at every opening: nothing else on the page tells that there are new entries. */
const activityQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['project-activity', projectId],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { before: pageParam }
      return api('GET /global/project/{projectId}/activity', { params: { projectId }, query }, { signal, quiet: true })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, hasOlder }) => (hasOlder ? entries.at(-1)?.id : undefined),
    staleTime: 0,
    gcTime: 0,
  })

function Activity({ workspace }: Pick<ActivityDialogProps, 'workspace'>) {
  const t = useTranslations('activity')
  const activity = useInfiniteQuery(activityQuery(workspace.project.id))

  if (activity.isPending) return <LoadingState />
  if (!activity.data) return <ErrorState title={t('failed')} onRetry={() => void activity.refetch()} />

  const entries = activity.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />

  return (
    <>
      <Days entries={entries} workspace={workspace} />
      <Older
        count={entries.length}
        hasOlder={activity.hasNextPage}
        isLoading={activity.isFetchingNextPage}
        isFailed={activity.isFetchNextPageError}
        onLoad={() => void activity.fetchNextPage()}
      />
    </>
  )
}

interface Day {
  date: string
  entries: ActivityEntry[]
}

/** Entries of one day in the customer's time zone; they are sorted by time already. */
function daysOf(entries: readonly ActivityEntry[], dateOf: (iso: string) => string): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const date = dateOf(entry.at)
    const last = days.at(-1)
    if (last?.date === date) last.entries.push(entry)
    else days.push({ date, entries: [entry] })
  }

  return days
}

function Days({ entries, workspace }: { entries: readonly ActivityEntry[]; workspace: Workspace }) {
  const { date } = useFormats()

  return daysOf(entries, date).map((day) => (
    <section key={day.date} className={classes.day}>
      <Heading level={3}>{day.date}</Heading>
      <ul className={classes.entries}>
        {day.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} workspace={workspace} />
        ))}
      </ul>
    </section>
  ))
}

function Entry({ entry, workspace: { catalogue } }: { entry: ActivityEntry; workspace: Workspace }) {
  const t = useTranslations('activity')
  const { time } = useFormats()
  const texts = useActivityTexts(catalogue)

  return (
    <li className={classes.entry}>
      <Text>{texts.event(entry.event)}</Text>
      {entry.changes.length > 0 ? (
        <ul className={classes.changes}>
          {entry.changes.map((change) => (
            <li key={change.field}>{texts.change(change, entry.event)}</li>
          ))}
        </ul>
      ) : null}
      <Hint>{t('meta', { actor: t(`actor.${entry.actor}`), time: time(entry.at) })}</Hint>
    </li>
  )
}

interface OlderProps {
  count: number
  hasOlder: boolean
  isLoading: boolean
  isFailed: boolean
  onLoad: () => void
}

/** The button for older entries; at the end of the list, a remark that takes the focus instead. */
function Older({ count, hasOlder, isLoading, isFailed, onLoad }: OlderProps) {
  const t = useTranslations('activity')
  const end = useRef<HTMLParagraphElement>(null)
  const isRequested = useRef(false)

  useEffect(() => {
    // The button that had the focus is gone.
    if (isRequested.current && !hasOlder) end.current?.focus()
  }, [hasOlder])

  const load = () => {
    isRequested.current = true
    onLoad()
  }

  return (
    <Stack gap="xs">
      <Hint role="status">{t('shown', { count })}</Hint>
      {isFailed ? (
        <Text size="sm" tone="danger" role="alert">
          {t('moreFailed')}
        </Text>
      ) : null}
      <Hint ref={end} tabIndex={-1} hidden={hasOlder}>
        {t('end')}
      </Hint>
      {hasOlder ? (
        <Button variant="secondary" size="sm" loading={isLoading} onClick={load}>
          {t('more')}
        </Button>
      ) : null}
    </Stack>
  )
}
