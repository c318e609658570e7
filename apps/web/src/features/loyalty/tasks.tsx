import type { TaskView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import lists from '#ui/list.module.css'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { claimTask } from './loyalty.api.ts'
import classes from './loyalty.module.css'

/** The screen on which a task is done. */
const screens = {
  profile: '/user/account/profile',
  'first-upload': '/quote',
  'first-order': '/user/project',
  'monthly-order': '/user/project',
  'monthly-two-technologies': '/quote',
  'monthly-three-processes': '/quote',
  review: '/user/order/history',
  'review-photo': '/user/order/history',
  invite: '/user/account/referral',
  reload: '/user/account/balance',
} as const

const hasScreen = (id: string): id is keyof typeof screens => id in screens

/**
 * Tasks that the texts name and explain as something to do. The catalogue calls some by what was
 * done, which would read as if it were: "First paid order".
 */
const explained = [
  'profile',
  'verify-email',
  'first-upload',
  'first-order',
  'monthly-order',
  'monthly-two-technologies',
  'monthly-three-processes',
  'review',
  'review-photo',
  'invite',
  'reload',
] as const

const findExplained = (id: string) => explained.find((known) => known === id)

export function Tasks({ tasks }: { tasks: readonly TaskView[] }) {
  const t = useTranslations('loyalty.tasks')

  return (
    <Section title={t('title')}>
      <Hint>{t('intro')}</Hint>
      <ul className={lists.list}>
        {tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </Section>
  )
}

function Task({ task }: { task: TaskView }) {
  const t = useTranslations('loyalty.tasks')
  const { attempt, failure, busy } = useAttempt()
  const { id, points, claimable } = task
  const known = findExplained(id)
  const name = known ? t(`name.${known}`) : task.name
  const due = points * Math.max(1, claimable)

  const claim = () =>
    attempt(async () => {
      await claimTask(id)
      toast.success(t('claimed', { points: due }))
    })

  return (
    <li className={classes.task} data-state={task.state}>
      <div>
        <Row>
          <Heading level={3} size="lg">
            {name}
          </Heading>
          <Badge>{t('points', { points })}</Badge>
        </Row>
        {known ? <Hint>{t(`condition.${known}`)}</Hint> : null}
        <TaskFacts task={task} />
        <FormAlert failure={failure} />
      </div>
      {task.state === 'claimable' ? (
        <Button
          size="sm"
          loading={busy}
          onClick={() => void claim()}
          aria-label={t('claimNamed', { points: due, name })}
        >
          {t('claim', { points: due })}
        </Button>
      ) : (
        <TaskState task={task} name={name} />
      )}
    </li>
  )
}

/** How often the task counts, its progress, and how much of the month's limit is used. */
function TaskFacts({ task }: { task: TaskView }) {
  const t = useTranslations('loyalty.tasks')
  const { frequency, progress, maxPerMonth, rewardedThisMonth } = task

  return (
    <Hint className={classes.facts}>
      <span>{t(`frequency.${frequency}`)}</span>
      {progress.of > 1 ? <span>{t('progress', progress)}</span> : null}
      {maxPerMonth === null ? null : <span>{t('limit', { used: rewardedThisMonth, max: maxPerMonth })}</span>}
    </Hint>
  )
}

function TaskState({ task: { id, state }, name }: { task: TaskView; name: string }) {
  const t = useTranslations('loyalty.tasks')
  if (state === 'done' || state === 'limit')
    return (
      <Badge dot tone={state === 'done' ? 'good' : 'neutral'}>
        {t(`state.${state}`)}
      </Badge>
    )

  return hasScreen(id) ? (
    <Link to={screens[id]} search={{}} aria-label={t('goNamed', { name })}>
      {t('go')}
    </Link>
  ) : null
}
