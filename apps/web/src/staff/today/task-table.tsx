import type { StaffTaskView } from '@cotation/contracts'
import { staffTaskRules } from '@cotation/domain'
import { useMember } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { dueText } from '../shared/due-text.ts'
import type { TaskActions } from './task-actions.ts'
import classes from './today.module.css'
import { useListKeys } from './use-list-keys.ts'
import { useTaskTitle } from './use-today.ts'

interface TaskTableProps {
  tasks: readonly StaffTaskView[]
  /** The server's time. */
  now: string
  actions: TaskActions
  onOpen: (task: StaffTaskView) => void
  onTakeOver: (task: StaffTaskView) => void
  onFinish: (task: StaffTaskView) => void
}

const keyOf = ({ kind, subjectId }: StaffTaskView) => `${kind} ${subjectId}`

/** Only a mark ends some tasks; while a colleague works on one, it is theirs. */
function mayFinish({ kind, holder }: StaffTaskView): boolean {
  return staffTaskRules[kind].end === 'by-mark' && (holder === null || holder.isCaller)
}

export function TaskTable({ tasks, now, actions, onOpen, onTakeOver, onFinish }: TaskTableProps) {
  const t = useTranslations('staff-today')

  /** The same as the button of the row. */
  const holdOrRelease = (task: StaffTaskView) => {
    if (task.holder === null) void actions.hold(task)
    else if (task.holder.isCaller) void actions.release(task)
    else onTakeOver(task)
  }
  const body = useListKeys({
    p(place) {
      const task = tasks[place]
      if (task) holdOrRelease(task)
    },
    d(place) {
      const task = tasks[place]
      if (task && mayFinish(task)) onFinish(task)
    },
  })

  const headings = (['kind', 'what', 'who', 'due', 'holder', 'actions'] as const).map((column) => t(`column.${column}`))

  return (
    <div ref={body}>
      <Table caption={t('title')} hidesCaption headings={headings} className={classes.table}>
        {tasks.map((task) => (
          <TaskRow
            key={keyOf(task)}
            task={task}
            now={now}
            isBusy={actions.busy}
            onOpen={() => onOpen(task)}
            onHold={() => holdOrRelease(task)}
            onFinish={mayFinish(task) ? () => onFinish(task) : null}
          />
        ))}
      </Table>
    </div>
  )
}

interface TaskRowProps {
  task: StaffTaskView
  now: string
  isBusy: boolean
  onOpen: () => void
  onHold: () => void
  onFinish: (() => void) | null
}

function holdKey({ holder }: StaffTaskView): 'hold' | 'release' | 'takeOver' {
  if (holder === null) return 'hold'
  return holder.isCaller ? 'release' : 'takeOver'
}

function TaskRow({ task, now, isBusy, onOpen, onHold, onFinish }: TaskRowProps) {
  const t = useTranslations('staff-today')
  const { money, moment } = useFormats('medium')
  const title = useTaskTitle()(task)
  const due = dueText(task.dueAt, now, useMember().timeZone)
  const hold = holdKey(task)

  return (
    <tr data-row={keyOf(task)}>
      <td data-label={t('column.kind')}>{t(`kind.${task.kind}`)}</td>
      <td data-label={t('column.what')}>
        <div>
          <Button variant="link" className={classes.title} data-list-item onClick={onOpen}>
            {title}
          </Button>
          {task.amountMinor === null ? null : <Hint>{money(task.amountMinor, task.currency)}</Hint>}
        </div>
      </td>
      <td data-label={t('column.who')} data-empty={task.customer === ''}>
        {task.customer}
      </td>
      <td data-label={t('column.due')}>
        <div>
          <Badge tone={due.tone} dot>
            {t(`due.${due.key}`, { count: due.count })}
          </Badge>
          <Hint>{t('since', { date: moment(task.since) })}</Hint>
        </div>
      </td>
      <td data-label={t('column.holder')}>
        <HolderName holder={task.holder} />
      </td>
      <td>
        <Row gap="xs">
          <ActionButton
            variant="secondary"
            size="xs"
            disabled={isBusy}
            aria-label={t(`${hold}Of`, { task: title })}
            onClick={onHold}
          >
            {t(hold)}
          </ActionButton>
          {onFinish ? (
            <ActionButton
              variant="quiet"
              size="xs"
              disabled={isBusy}
              aria-label={t('doneOf', { task: title })}
              onClick={onFinish}
            >
              {t('doneShort')}
            </ActionButton>
          ) : null}
        </Row>
      </td>
    </tr>
  )
}

function HolderName({ holder }: Pick<StaffTaskView, 'holder'>) {
  const t = useTranslations('staff-today.holder')
  if (holder === null) return t('none')
  return holder.isCaller ? t('me') : holder.name
}
