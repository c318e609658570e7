import type { OrderView } from '@cotation/contracts'
import { isCancelledOrRefunded, type OrderDocument } from '@cotation/domain'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { saveDocument } from '../order.api.ts'

function DocumentButton({ order: { id, number }, kind }: { order: OrderView; kind: OrderDocument }) {
  const t = useTranslations('order.documents')
  const { attempt, busy } = useAttempt()
  const name = t(`kind.${kind}`)
  const save = () => attempt(() => saveDocument(id, kind, t('fileName', { name, number })))

  return (
    <Button variant="secondary" size="sm" loading={busy} onClick={() => void save()}>
      <IconDownload size={16} aria-hidden />
      {t('download', { name })}
    </Button>
  )
}

/** The server renders a document on download, in the language of the reader. */
export function Documents({ order }: { order: OrderView }) {
  const t = useTranslations('order.documents')
  if (order.documents.length === 0) return null

  return (
    <Section title={t('title')}>
      <Stack gap="xs">
        {order.documents.map((kind) => (
          <DocumentButton key={kind} order={order} kind={kind} />
        ))}
      </Stack>
    </Section>
  )
}

/** What is still to be paid for an order on credit, and until when; empty for other orders. */
function useCreditText({ credit, status }: OrderView): string {
  const t = useTranslations('order.detail')
  const { money, date } = useFormats()
  if (!credit || isCancelledOrRefunded(status)) return ''
  if (credit.owedMinor === 0) return t('creditSettled')
  return t('creditDue', { amount: money(credit.owedMinor), date: date(credit.dueAt) })
}

/** The customer's notes on the order, when credit is due, and a link to its project. */
export function OrderFacts({ order }: { order: OrderView }) {
  const t = useTranslations('order.detail')
  const creditText = useCreditText(order)
  const { poNumber, comment, entrust, projectId } = order
  const project = projectId ? (
    <Link to="/quote/$projectId" params={{ projectId }} search={{}}>
      {t('openProject')}
    </Link>
  ) : null
  const facts = [
    { label: t('po'), value: poNumber },
    { label: t('credit'), value: creditText },
    { label: t('comment'), value: comment },
    { label: t('entrustFor'), value: entrust?.customerEmail ?? '' },
    { label: t('platformNumber'), value: entrust?.platformOrderNumber ?? '' },
    { label: t('project'), value: project },
  ]
  if (facts.every(({ value }) => !value)) return null

  return (
    <Section title={t('facts')}>
      <Facts facts={facts} />
    </Section>
  )
}
