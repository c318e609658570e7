import type { StaffTaskView } from '@cotation/contracts'
import { staffTaskRules } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useBrand } from '#lib/gateway/user.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { AnchorButton } from '#ui/link-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import type { TaskActions } from './task-actions.ts'
import classes from './today.module.css'
import { useTaskTitle } from './use-today.ts'

interface TaskDialogProps {
  task: StaffTaskView
  actions: TaskActions
  onClose: () => void
}

/** A task without a screen of its own. */
export function TaskDialog({ task, actions, onClose }: TaskDialogProps) {
  const t = useTranslations('staff-today')
  const { money, moment } = useFormats('medium')
  const title = useTaskTitle()(task)
  const isMessage = task.kind === 'contact-message'
  const endsByMark = staffTaskRules[task.kind].end === 'by-mark'

  const finish = async () => {
    await actions.finish(task)
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t(`kind.${task.kind}`)} size="md">
      <Stack gap="lg">
        {isMessage ? (
          <ContactMessage messageId={task.targetId} />
        ) : (
          <Facts
            facts={[
              { label: t('column.what'), value: title },
              { label: t('column.who'), value: task.customer },
              {
                label: t('detail.amount'),
                value: task.amountMinor === null ? '' : money(task.amountMinor, task.currency),
              },
              { label: t('detail.since'), value: moment(task.since) },
            ]}
          />
        )}
        {endsByMark ? null : <Hint>{t('detail.noScreen')}</Hint>}
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('close')}
          </Button>
          {endsByMark ? (
            <Button size="sm" loading={actions.busy} onClick={() => void finish()}>
              {t('done')}
            </Button>
          ) : null}
        </Row>
      </Stack>
    </Dialog>
  )
}

function ContactMessage({ messageId }: { messageId: string }) {
  const t = useTranslations('staff-today.message')
  const { moment } = useFormats('medium')
  const brand = useBrand()
  const titleOf = useTaskTitle()
  const message = useQuery({
    queryKey: [staffQueries, 'contact-message', messageId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/contact-message/{messageId}', { params: { messageId } }, { signal, quiet: true }),
  })

  if (message.isPending) return <LoadingState />
  if (message.isLoadingError) return <ErrorState message={t('missing')} onRetry={() => void message.refetch()} />

  const { name, email, topic, message: text, createdAt } = message.data
  const subject = t('subject', { brand: brand?.name ?? '' })

  return (
    <Stack>
      <Facts
        facts={[
          { label: t('from'), value: `${name} (${email})` },
          { label: t('topic'), value: titleOf({ kind: 'contact-message', title: topic }) },
          { label: t('sent'), value: moment(createdAt) },
          { label: t('text'), value: <span className={classes.message}>{text}</span> },
        ]}
      />
      <AnchorButton
        variant="secondary"
        size="sm"
        href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`}
      >
        {t('reply')}
      </AnchorButton>
    </Stack>
  )
}
