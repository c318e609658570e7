import type { StaffMessageView, StaffOrderView } from '@cotation/contracts'
import { maxOrderMessageLength } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { useDraft } from '../shared/use-draft.ts'
import { useLiveMessages } from '../shared/use-live-topic.ts'
import { orderMessagesQuery } from './order.api.ts'
import classes from './order.module.css'

/** Notes of staff and messages with the customer, oldest first, and a field for both. */
export function OrderMessages({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order.messages')
  const { data, isPending, isLoadingError, refetch } = useQuery(orderMessagesQuery(order.id))
  useLiveMessages(useCallback(() => void refetch(), [refetch]))

  return (
    <Section id="messages" title={t('title')}>
      {isPending ? <LoadingState /> : null}
      {isLoadingError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data?.messages.length === 0 ? <Text>{t('none')}</Text> : null}
      <ol className={classes.list}>
        {data?.messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {data ? <NoAnswerNeeded messages={data.messages} /> : null}
      <WriteMessage key={order.id} order={order} seenId={data?.messages.at(-1)?.id ?? null} />
    </Section>
  )
}

/** Ends what waits in the list of tasks without an answer, such as thanks. */
function NoAnswerNeeded({ messages }: { messages: readonly StaffMessageView[] }) {
  const t = useTranslations('staff-order.messages')
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  const first = messages.find(({ awaitsAnswer }) => awaitsAnswer)
  const newest = messages.at(-1)
  if (!first || !newest || !may('messages.write')) return null

  const end = () =>
    attempt(async () => {
      await staffApi(
        'POST /global/staff/today/{kind}/{subjectId}/done',
        { params: { kind: 'order-message', subjectId: first.id }, body: { seenId: newest.id } },
        { quiet: true },
      )
      toast.success(t('ended'))
      await refreshStaffData()
    })

  return (
    <Stack gap="sm">
      <FormAlert failure={failure} />
      <Row>
        <ActionButton size="xs" variant="quiet" loading={busy} onClick={() => void end()}>
          {t('noAnswer')}
        </ActionButton>
      </Row>
    </Stack>
  )
}

function Message({ message: { by, author, isVisible, awaitsAnswer, text, at } }: { message: StaffMessageView }) {
  const t = useTranslations('staff-order.messages')
  const { moment } = useFormats('medium')

  return (
    <li className={isVisible ? classes.message : classes.note}>
      <Row gap="xs">
        <strong>{by === 'customer' ? t('customer') : author}</strong>
        <Badge tone={isVisible ? 'accent' : 'neutral'}>{isVisible ? t('visible') : t('note')}</Badge>
        {awaitsAnswer ? <Badge tone="warning">{t('waits')}</Badge> : null}
      </Row>
      <Hint>{moment(at)}</Hint>
      <p className={classes.text}>{text}</p>
    </li>
  )
}

interface WriteMessageProps {
  order: StaffOrderView
  /** The newest message on the page. */
  seenId: string | null
}

function WriteMessage({ order, seenId }: WriteMessageProps) {
  const t = useTranslations('staff-order.messages')
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  const { typed, change, clear } = useDraft(`order-message:${order.id}`, () => ({ text: '', isVisible: false }))
  const field = usePressAction<HTMLTextAreaElement>(t('label'))
  const [isMissing, setMissing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // The newest message when the question was asked: later ones were not read.
  const [answeredId, setAnsweredId] = useState(seenId)

  // Stored with the draft, and of no effect once the right is gone.
  const isVisible = typed.isVisible && may('messages.write')
  const { text } = typed

  const save = () =>
    attempt(async () => {
      const params = { orderId: order.id }
      const quiet = { quiet: true }
      if (isVisible) {
        const body = { text, seenId: answeredId }
        await staffApi('POST /global/staff/order/{orderId}/message', { params, body }, quiet)
      } else await staffApi('POST /global/staff/order/{orderId}/note', { params, body: { text } }, quiet)

      toast.success(isVisible ? t('sent') : t('noted'))
      clear()
      setAsking(false)
      await refreshStaffData()
    })

  const press = () => {
    const isEmpty = text.trim() === ''
    setMissing(isEmpty)
    if (isEmpty || text.trim().length > maxOrderMessageLength) return

    setAnsweredId(seenId)
    if (isVisible) setAsking(true)
    else void save()
  }

  return (
    <Stack gap="sm">
      {isAsking ? null : <FormAlert failure={failure} />}
      <TextArea
        ref={field}
        label={t('label')}
        rows={3}
        limit={maxOrderMessageLength}
        value={text}
        error={isMissing ? t('missing') : undefined}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      {may('messages.write') ? (
        <Checkbox
          label={t('switch')}
          description={t('switchHint')}
          checked={isVisible}
          onChange={() => change({ isVisible: !isVisible })}
        />
      ) : null}
      <Row>
        <Button size="sm" variant="secondary" loading={busy} onClick={press}>
          {isVisible ? t('send') : t('add')}
        </Button>
      </Row>
      <Confirm
        opened={isAsking}
        title={t('confirmTitle', { name: order.customer.name })}
        confirmLabel={t('send')}
        loading={busy}
        onConfirm={() => void save()}
        onCancel={() => setAsking(false)}
      >
        <Stack>
          <FormAlert failure={failure} />
          <Text>{t('confirmText')}</Text>
          <p className={classes.text}>{text}</p>
        </Stack>
      </Confirm>
    </Stack>
  )
}
