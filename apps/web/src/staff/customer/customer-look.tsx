import type { CustomerView } from '@cotation/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { keepLookToken, keptLookToken, openLook } from '#lib/gateway/customer-look.ts'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ReasonDialog } from '../shared/reason-dialog.tsx'

const pollMs = 5_000

/** Polled while a look runs, because the customer may end it. */
const looksQuery = (customerId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'looks', customerId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/customer/{customerId}/view', { params: { customerId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.views.length ? pollMs : false),
    refetchOnWindowFocus: true,
  })

/** The customer's side as the customer sees it, with the customer's code. */
export function CustomerLook({ customer }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer.look')
  const may = useMay()
  if (!may('customers.view')) return null

  return (
    <Section title={t('title')}>
      <Hint>{t('hint')}</Hint>
      <Looks customer={customer} />
    </Section>
  )
}

/** The own running look, or the way to begin one. */
function Looks({ customer: { id: customerId, name } }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer.look')
  const { moment } = useFormats('medium')
  const { name: member } = useMember()
  const client = useQueryClient()
  const looks = useQuery(looksQuery(customerId))
  const { attempt, failure, busy } = useAttempt()
  const [isAsking, setAsking] = useState(false)

  const running = looks.data?.views ?? []
  const own = running.find(({ id }) => keptLookToken(id) !== null)
  const shown = own ?? running[0]

  const open = () => {
    const token = own === undefined ? null : keptLookToken(own.id)
    if (own !== undefined && token !== null) openLook({ customerId, customer: name, member, until: own.until }, token)
  }

  const end = () =>
    attempt(async () => {
      await staffApi('POST /global/staff/customer/{customerId}/view/end', { params: { customerId } }, { quiet: true })
      await client.invalidateQueries(looksQuery(customerId))
      toast.success(t('ended'))
    })

  return (
    <>
      <FormAlert failure={failure} />
      <Row gap="sm">
        {own ? (
          <ActionButton size="xs" onClick={open}>
            {t('open')}
          </ActionButton>
        ) : null}
        {shown ? (
          <ActionButton variant="secondary" size="xs" disabled={busy} onClick={() => void end()}>
            {t('end')}
          </ActionButton>
        ) : (
          <ActionButton variant="secondary" size="xs" onClick={() => setAsking(true)}>
            {t('begin')}
          </ActionButton>
        )}
      </Row>
      {shown ? <Hint>{t('until', { time: moment(shown.until) })}</Hint> : null}
      {shown && !own ? <Hint>{t('elsewhere')}</Hint> : null}
      {isAsking ? <BeginDialog customerId={customerId} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

interface BeginDialogProps {
  customerId: string
  name: string
  onClose: () => void
}

function BeginDialog({ customerId, name, onClose }: BeginDialogProps) {
  const t = useTranslations('staff-customer.look')
  const [code, setCode] = useState('')

  const begin = async (reason: string) => {
    const { viewId, accessToken } = await staffApi(
      'POST /global/staff/customer/{customerId}/view',
      { params: { customerId }, body: { code, reason } },
      { quiet: true },
    )
    keepLookToken(viewId, accessToken)
  }

  return (
    <ReasonDialog
      title={t('dialogTitle', { name })}
      confirmLabel={t('confirm')}
      doneText={t('begun')}
      hint={t('reasonHint')}
      save={begin}
      onClose={onClose}
    >
      <Text>{t('text')}</Text>
      <TextField
        label={t('code')}
        description={t('codeHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </ReasonDialog>
  )
}
