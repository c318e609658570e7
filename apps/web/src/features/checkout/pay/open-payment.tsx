import type { PaymentView } from '@cotation/contracts'
import { useId, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import classes from './pay.module.css'
import type { PaymentCalls } from './payment.api.ts'

interface OpenPaymentProps {
  payment: PaymentView
  /** The provider's page for the card; null if a new one has to be requested. */
  redirectUrl: string | null
  calls: PaymentCalls
}

/** A payment that was started but not made yet. */
export function OpenPayment({ payment, redirectUrl, calls }: OpenPaymentProps) {
  const t = useTranslations('payment')
  const { attempt, failure, busy } = useAttempt()
  const abandonment = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  const isBank = payment.bank !== null

  const continuePayment = () =>
    attempt(async () => {
      const url = redirectUrl ?? (await calls.begin({ method: 'card' })).redirectUrl
      if (url !== null) window.location.assign(url)
    })

  const abandon = () => {
    setAsking(false)
    void abandonment.attempt(calls.abandon)
  }

  return (
    <section className={classes.open} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {t(isBank ? 'bank.title' : 'open.cardTitle')}
      </Heading>
      {isBank ? <BankDetails payment={payment} /> : <CardText payment={payment} />}
      <FormAlert failure={failure ?? abandonment.failure} />
      <Row>
        {isBank ? null : (
          <Button loading={busy} onClick={() => void continuePayment()}>
            {t('open.continue')}
          </Button>
        )}
        {/* A transfer needs confirmation, because the money may already be sent. */}
        <Button variant="secondary" loading={abandonment.busy} onClick={isBank ? () => setAsking(true) : abandon}>
          {t('open.another')}
        </Button>
      </Row>
      <Confirm
        opened={isAsking}
        title={t('open.anotherTitle')}
        confirmLabel={t('open.anotherConfirm')}
        onConfirm={abandon}
        onCancel={() => setAsking(false)}
      >
        {t('open.anotherBank')}
      </Confirm>
    </section>
  )
}

function CardText({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.open')
  const { money, moment } = useFormats()
  const { amountMinor, currency, expiresAt, createdAt } = payment
  return <p>{t('cardText', { amount: money(amountMinor, currency), date: moment(expiresAt ?? createdAt) })}</p>
}

/** Account and reference for a transfer. Values are copied in the format of bank forms. */
function BankDetails({ payment: { bank, usdMinor } }: { payment: PaymentView }) {
  const t = useTranslations('payment.bank')
  const { money, date } = useFormats()
  if (!bank) return null

  const until = date(bank.expiresAt)
  const rows: BankRowProps[] = [
    {
      label: t('amount'),
      value: money(bank.amountMinor, bank.currency),
      copied: (bank.amountMinor / 100).toFixed(2),
      note: bank.currency === 'USD' ? undefined : t('rate', { usd: money(usdMinor), date: until }),
      isKey: true,
    },
    { label: t('reference'), value: bank.reference, note: t('referenceText'), isKey: true },
    { label: t('holder'), value: bank.holder },
    { label: t('iban'), value: bank.iban },
    { label: t('swift'), value: bank.swift },
    { label: t('bank'), value: bank.bank },
  ]

  return (
    <>
      <dl className={classes.rows}>
        {rows
          .filter(({ value }) => value !== '')
          .map((row) => (
            <BankRow key={row.label} {...row} />
          ))}
      </dl>
      <ul className={classes.hints}>
        <li>{t('expires', { date: until })}</li>
        <li>{t('charges')}</li>
        <li>{t('waiting')}</li>
      </ul>
    </>
  )
}

interface BankRowProps {
  label: string
  value: string
  copied?: string
  note?: string | undefined
  isKey?: boolean
}

function BankRow({ label, value, copied = value, note, isKey = false }: BankRowProps) {
  return (
    <div data-key={isKey || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value}>{value}</span>
        {note ? <Hint as="div">{note}</Hint> : null}
      </dd>
      <dd className={classes.copy}>
        <CopyButton text={copied} label={label} />
      </dd>
    </div>
  )
}
