import type { CustomerView } from '@cotation/contracts'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import classes from './customer.module.css'

type FreightAccount = CustomerView['freightAccounts'][number]

/** The accounts at carriers on which the customer ships. A new one is confirmed before its first use. */
export function FreightAccounts({ customer: { id, freightAccounts } }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  const carriers = useTranslations('order.carrier')
  const { date } = useFormats('medium')
  const may = useMay()
  const [confirmed, setConfirmed] = useState<FreightAccount | null>(null)

  return (
    <Section title={t('freight')}>
      {freightAccounts.length === 0 ? <Hint>{t('noFreight')}</Hint> : null}
      <ul className={classes.list}>
        {freightAccounts.map((account) => {
          const { carrier, number, isConfirmed, addedAt } = account
          const name = `${carriers(carrier)} ${number}`
          return (
            <li key={carrier}>
              <div className={classes.item}>
                <Row gap="sm">
                  {name}
                  {isConfirmed ? null : <Badge tone="warning">{t('unconfirmed')}</Badge>}
                </Row>
                {!isConfirmed && may('customers.edit') ? (
                  <ActionButton
                    variant="secondary"
                    size="xs"
                    aria-label={t('confirmFreightOf', { account: name })}
                    onClick={() => setConfirmed(account)}
                  >
                    {t('confirmFreight')}
                  </ActionButton>
                ) : null}
              </div>
              <Hint>{t('freightSince', { date: date(addedAt) })}</Hint>
            </li>
          )
        })}
      </ul>
      {confirmed ? <ConfirmAccount customerId={id} account={confirmed} onClose={() => setConfirmed(null)} /> : null}
    </Section>
  )
}

interface ConfirmAccountProps {
  customerId: string
  account: FreightAccount
  onClose: () => void
}

function ConfirmAccount({ customerId, account: { carrier, number }, onClose }: ConfirmAccountProps) {
  const t = useTranslations('staff-customer')
  const carriers = useTranslations('order.carrier')
  const { attempt, failure, busy } = useAttempt()
  const name = `${carriers(carrier)} ${number}`

  const confirm = () =>
    attempt(async () => {
      await staffApi(
        'POST /global/staff/customer/{customerId}/expressAccount',
        { params: { customerId }, body: { carrier, number } },
        { quiet: true },
      )
      toast.success(t('freightConfirmed'))
      onClose()
      await refreshStaffData()
    })

  return (
    <Confirm
      opened
      title={t('confirmFreightTitle', { account: name })}
      confirmLabel={t('confirmFreight')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <Text>{t('confirmFreightText')}</Text>
      </Stack>
    </Confirm>
  )
}
