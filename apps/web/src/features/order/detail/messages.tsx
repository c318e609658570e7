import type { OrderMessageView, OrderView } from '@cotation/contracts'
import { maxOrderMessageLength } from '@cotation/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './detail.module.css'

const messagesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-messages', orderId],
    queryFn: ({ signal }) =>
      api('GET /global/order/{orderId}/message', { params: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
  })

/** What the customer and the shop wrote about the order, and a field to write. */
export function Messages({ order: { id: orderId } }: { order: OrderView }) {
  const t = useTranslations('order.messages')
  const query = messagesQuery(orderId)
  const { data } = useQuery(query)
  useLiveQuery(`order:${orderId}`, query.queryKey)
  const { attempt, failure, busy } = useAttempt()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)

  const send = () => {
    const isEmpty = text.trim() === ''
    setMissing(isEmpty)
    if (isEmpty || text.trim().length > maxOrderMessageLength) return

    void attempt(async () => {
      const input = { params: { orderId }, body: { text } }
      const answer = await api('POST /global/order/{orderId}/message', input, { quiet: true })
      queryClient.setQueryData(query.queryKey, answer)
      setText('')
      toast.success(t('sent'))
    })
  }

  return (
    <Section id="messages" title={t('title')}>
      <Stack>
        <ol className={classes.messages}>
          {data?.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
        <FormAlert failure={failure} />
        <TextArea
          label={t('label')}
          description={t('hint')}
          rows={3}
          limit={maxOrderMessageLength}
          value={text}
          error={isMissing ? t('missing') : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Row>
          <Button variant="secondary" size="sm" loading={busy} onClick={send}>
            {t('send')}
          </Button>
        </Row>
      </Stack>
    </Section>
  )
}

function Message({ message: { by, text, at } }: { message: OrderMessageView }) {
  const t = useTranslations('order.messages')
  const { moment } = useFormats('medium')

  return (
    <li data-by={by}>
      <strong>{t(`by.${by}`)}</strong>
      <Hint>{moment(at)}</Hint>
      <p>{text}</p>
    </li>
  )
}
