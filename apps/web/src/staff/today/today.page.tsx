import { maxListedTasks, type StaffTaskView, type TodayView } from '@cotation/contracts'
import { type StaffTaskKind, type TaskHolderFilter, taskHolderFilters, taskPath } from '@cotation/domain'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMember } from '#lib/gateway/member.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { useHasScreen } from '../shared/known-screens.ts'
import { staffAddress } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'
import { type TaskActions, useTaskActions } from './task-actions.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskTable } from './task-table.tsx'
import classes from './today.module.css'
import { useLiveToday, useTaskTitle, useToday, useTodayFilter } from './use-today.ts'

/** Everything that waits for a person, the most urgent first. */
export function TodayPage() {
  const t = useTranslations('staff-today')
  const filter = useTodayFilter()
  const today = useToday(filter)
  useLiveToday(filter.kinds)

  return (
    <StaffPage title={t('title')} intro={t('lead')}>
      {today.isPending ? <LoadingState label={t('loading')} /> : null}
      {today.isLoadingError ? <ErrorState message={t('error')} onRetry={() => void today.refetch()} /> : null}
      {today.data ? <TodayList view={today.data} filter={filter} /> : null}
    </StaffPage>
  )
}

type TodayFilter = ReturnType<typeof useTodayFilter>

function TodayList({ view, filter }: { view: TodayView; filter: TodayFilter }) {
  const t = useTranslations('staff-today')
  const navigate = useNavigate()
  const hasScreen = useHasScreen()
  const { hasLetterKeys } = useMember()
  const actions = useTaskActions()
  const [shown, setShown] = useState<StaffTaskView | null>(null)
  const [wanted, setWanted] = useState<StaffTaskView | null>(null)
  const [finished, setFinished] = useState<StaffTaskView | null>(null)

  const total = view.counts.reduce((sum, count) => sum + count.total, 0)
  if (total === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />

  const open = (task: StaffTaskView) => {
    const path = taskPath(task.kind, task.targetId).replace(/^\/staff\//, '')
    if (hasScreen(path)) void navigate(staffAddress({ path }))
    else setShown(task)
  }

  return (
    <Stack>
      <Filters view={view} filter={filter} />
      {view.tasks.length === 0 ? (
        <EmptyState
          title={t('empty.filtered')}
          action={
            <ActionButton variant="secondary" onClick={() => filter.show({ kind: undefined, holder: 'all' })}>
              {t('empty.showAll')}
            </ActionButton>
          }
        />
      ) : (
        <TaskTable
          tasks={view.tasks}
          now={view.now}
          actions={actions}
          onOpen={open}
          onTakeOver={setWanted}
          onFinish={setFinished}
        />
      )}
      {view.tasks.length === maxListedTasks ? <Hint>{t('capped', { count: maxListedTasks })}</Hint> : null}
      {hasLetterKeys ? <Hint className={classes.keys}>{t('keys')}</Hint> : null}
      {shown ? <TaskDialog task={shown} actions={actions} onClose={() => setShown(null)} /> : null}
      {finished ? <FinishTask task={finished} actions={actions} onClose={() => setFinished(null)} /> : null}
      {wanted?.holder ? (
        <TakeOverDialog task={wanted} holder={wanted.holder} actions={actions} onClose={() => setWanted(null)} />
      ) : null}
    </Stack>
  )
}

interface FinishTaskProps {
  task: StaffTaskView
  actions: TaskActions
  onClose: () => void
}

/** Asks before a task leaves the list, since nothing brings it back. */
function FinishTask({ task, actions, onClose }: FinishTaskProps) {
  const t = useTranslations('staff-today')
  const title = useTaskTitle()(task)

  const finish = async () => {
    await actions.finish(task)
    onClose()
  }

  return (
    <Confirm
      opened
      title={t('doneTitle', { task: title })}
      confirmLabel={t('done')}
      loading={actions.busy}
      onConfirm={() => void finish()}
      onCancel={onClose}
    >
      <Text>{t('doneText', { kind: t(`kind.${task.kind}`) })}</Text>
    </Confirm>
  )
}

/** The counts are for the chosen holder, so that they match what the filter would show. */
function countsOf({ counts }: TodayView, holder: TaskHolderFilter): Map<StaffTaskKind, number> {
  const shownCount = { all: 'total', mine: 'mine', free: 'free' } as const
  return new Map(counts.map((count) => [count.kind, count[shownCount[holder]]]))
}

/** How many of the chosen tasks are late; 0 for one holder, because late ones are counted for all together. */
function lateOf({ counts }: TodayView, { kind: chosen, holder }: TodayFilter): number {
  if (holder !== 'all') return 0

  const ofKind = counts.filter(({ kind }) => chosen === undefined || kind === chosen)
  return ofKind.reduce((sum, { late }) => sum + late, 0)
}

function Filters({ view, filter }: { view: TodayView; filter: TodayFilter }) {
  const t = useTranslations('staff-today')
  const { kinds, kind: chosen, holder } = filter
  const counts = countsOf(view, holder)
  const sum = [...counts.values()].reduce((one, other) => one + other, 0)
  const shown = chosen === undefined ? sum : (counts.get(chosen) ?? 0)
  const late = lateOf(view, filter)

  const listed = kinds.filter((kind) => (counts.get(kind) ?? 0) > 0 || kind === chosen)
  const options = listed.map((kind) => ({
    value: kind,
    label: t('filter.kindCount', { kind: t(`kind.${kind}`), count: counts.get(kind) ?? 0 }),
  }))

  return (
    <Row justify="between" className={classes.filters}>
      <Row className={classes.filters}>
        <Select
          label={t('filter.kinds')}
          size="sm"
          className={classes.kindFilter}
          value={chosen ?? 'all'}
          options={[{ value: 'all', label: t('filter.kindCount', { kind: t('filter.all'), count: sum }) }, ...options]}
          onChange={(event) => {
            const kind = kinds.find((one) => one === event.target.value)
            filter.show({ kind, holder })
          }}
        />
        <Segmented
          label={t('filter.holders')}
          value={holder}
          options={taskHolderFilters.map((value) => ({ value, label: t(`filter.holder.${value}`) }))}
          onChange={(value) => {
            const next = taskHolderFilters.find((one) => one === value) ?? 'all'
            filter.show({ kind: chosen, holder: next })
          }}
        />
      </Row>
      <Hint role="status">
        {t('count', { count: shown })}
        {late > 0 ? `, ${t('filter.late', { count: late })}` : ''}
      </Hint>
    </Row>
  )
}
