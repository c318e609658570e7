import { maxShownVatChecks, type VatCheckView, type VatNumberView } from '@cotation/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Hint, Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { useStaffParam } from '../shared/params.ts'
import { ReasonDialog } from '../shared/reason-dialog.tsx'
import { RecordPage } from '../shared/record-page.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import classes from './vat-number.module.css'

const vatNumberQuery = (vatNumber: string) =>
  queryOptions({
    queryKey: [staffQueries, 'vat-number', vatNumber],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/vat-check/{vatNumber}', { params: { vatNumber } }, { signal, quiet: true }),
    // Customers cause checks too.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** A VAT number: what the service said about it, who uses it, and the decision of staff. */
export function VatNumberPage() {
  const t = useTranslations('staff-vat-number')
  const answer = useQuery(vatNumberQuery(useStaffParam('vatNumber')))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="today">{t('back')}</StaffLinkButton>,
      }}
    >
      {(view) => <VatNumber view={view} />}
    </RecordPage>
  )
}

function VatNumber({ view }: { view: VatNumberView }) {
  const t = useTranslations('staff-vat-number')
  const { vatNumber, isConfirmed, checks, customers } = view

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {vatNumber}
          <Badge tone={isConfirmed ? 'good' : 'warning'}>{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</Badge>
        </Row>
      }
      intro={t(isConfirmed ? 'effectConfirmed' : 'effectUnconfirmed')}
      actions={
        <StaffLinkButton path="today" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      <Decision view={view} />
      <Section title={t('history')}>
        <Checks checks={checks} />
      </Section>
      {customers ? <Customers customers={customers} /> : null}
    </StaffPage>
  )
}

function Decision({ view: { vatNumber, isConfirmed, mayAsk } }: { view: VatNumberView }) {
  const t = useTranslations('staff-vat-number')
  const { attempt, failure, busy } = useAttempt()
  const [isReleasing, setReleasing] = useState(false)

  const ask = () =>
    attempt(async () => {
      const { result } = await staffApi(
        'POST /global/staff/vat-check/{vatNumber}/ask',
        { params: { vatNumber } },
        { quiet: true },
      )
      await refreshStaffData()
      if (result === 'valid') toast.success(t('asked.valid'))
      else toast.info(t(result === 'invalid' ? 'asked.invalid' : 'asked.unavailable'))
    })

  return (
    <>
      <Row>
        {mayAsk ? (
          <ActionButton variant={isConfirmed ? 'secondary' : 'primary'} loading={busy} onClick={() => void ask()}>
            {t('ask')}
          </ActionButton>
        ) : null}
        {isConfirmed ? null : (
          <ActionButton variant="secondary" onClick={() => setReleasing(true)}>
            {t('release')}
          </ActionButton>
        )}
      </Row>
      <FormAlert failure={failure} />
      {isReleasing ? (
        <ReasonDialog
          title={t('releaseTitle', { vatNumber })}
          confirmLabel={t('confirm')}
          doneText={t('released')}
          save={(reason) =>
            staffApi('POST /global/staff/vat-check/release', { body: { vatNumber, reason } }, { quiet: true })
          }
          onClose={() => setReleasing(false)}
        >
          <Text>{t('releaseText')}</Text>
        </ReasonDialog>
      ) : null}
    </>
  )
}

const tones: Readonly<Record<VatCheckView['result'], Tone>> = {
  valid: 'good',
  invalid: 'danger',
  unavailable: 'warning',
  released: 'good',
}

function Checks({ checks }: { checks: readonly VatCheckView[] }) {
  const t = useTranslations('staff-vat-number')
  const { moment } = useFormats('medium')
  if (checks.length === 0) return <Hint>{t('noChecks')}</Hint>

  return (
    <>
      <Table caption={t('history')} hidesCaption headings={[t('at'), t('answer'), t('proof'), t('reason')]}>
        {checks.map(({ result, consultationNumber, reason, by, checkedAt }) => (
          <tr key={`${checkedAt} ${result}`}>
            <th scope="row">{moment(checkedAt)}</th>
            <td data-label={t('answer')}>
              <Badge tone={tones[result]} dot>
                {t(`results.${result}`, { name: by })}
              </Badge>
            </td>
            <td data-label={t('proof')} data-empty={consultationNumber === '' || undefined}>
              {consultationNumber}
            </td>
            <td data-label={t('reason')} data-empty={reason === '' || undefined}>
              {reason}
            </td>
          </tr>
        ))}
      </Table>
      {checks.length === maxShownVatChecks ? <Hint>{t('capped', { count: maxShownVatChecks })}</Hint> : null}
    </>
  )
}

function Customers({ customers }: { customers: NonNullable<VatNumberView['customers']> }) {
  const t = useTranslations('staff-vat-number')

  return (
    <Section title={t('customers')}>
      {customers.length === 0 ? <Hint>{t('noCustomers')}</Hint> : null}
      <ul className={classes.list}>
        {customers.map(({ id, name, company }) => (
          <li key={id}>
            <StaffLink path={`customers/${id}`}>{company === '' ? name : company}</StaffLink>
            {company === '' || company === name ? null : <Hint>{name}</Hint>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
