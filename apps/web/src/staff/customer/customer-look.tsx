import type { CustomerView } from '@cotation/contracts'
import { useState } from 'react'
import { type CustomerLook as Look, openLook } from '#lib/gateway/customer-look.ts'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ReasonDialog } from '../shared/reason-dialog.tsx'

/** The customer's side as the customer sees it, with the customer's code. */
export function CustomerLook({ customer: { id: customerId, name } }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer.look')
  const { moment } = useFormats('medium')
  const may = useMay()
  const { name: member } = useMember()
  const [isAsking, setAsking] = useState(false)
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<{ look: Look; token: string } | null>(null)
  if (!may('customers.view')) return null

  const begin = async (reason: string) => {
    const { accessToken, until } = await staffApi(
      'POST /global/staff/customer/{customerId}/view',
      { params: { customerId }, body: { code, reason } },
      { quiet: true },
    )
    setBegun({ look: { customerId, customer: name, member, until }, token: accessToken })
    setCode('')
  }

  return (
    <Section title={t('title')}>
      <Hint>{t('hint')}</Hint>
      <Row gap="sm">
        {begun ? (
          <Button size="xs" onClick={() => openLook(begun.look, begun.token)}>
            {t('open')}
          </Button>
        ) : null}
        <Button variant="secondary" size="xs" onClick={() => setAsking(true)}>
          {t('begin')}
        </Button>
      </Row>
      {begun ? <Hint>{t('until', { time: moment(begun.look.until) })}</Hint> : null}
      {isAsking ? (
        <ReasonDialog
          title={t('dialogTitle', { name })}
          confirmLabel={t('confirm')}
          doneText={t('begun')}
          hint={t('reasonHint')}
          save={begin}
          onClose={() => setAsking(false)}
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
      ) : null}
    </Section>
  )
}
