import type { SimilarPartView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { wholeMinutes } from '../shared/minutes.ts'
import { useSizeText } from '../shared/size-text.ts'
import { StaffLink } from '../shared/staff-link.tsx'
import { similarPartsQuery } from './expert-desk.api.ts'

const columns = ['name', 'similarity', 'size', 'made', 'price', 'outcome'] as const

/** The most similar parts that were priced before, with their prices and what became of them. */
export function SimilarParts({ lineId }: { lineId: string }) {
  const t = useTranslations('staff-expert-desk.similar')
  const { data, isPending, isLoadingError, refetch } = useQuery(similarPartsQuery(lineId))

  return (
    <Section title={t('title')}>
      {isPending ? <LoadingState /> : null}
      {isLoadingError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data?.parts.length === 0 ? <Text>{t('none')}</Text> : null}
      {data && data.parts.length > 0 ? (
        <Table caption={t('title')} hidesCaption headings={columns.map((column) => t(`columns.${column}`))}>
          {data.parts.map((part) => (
            <SimilarPart key={part.lineId} part={part} />
          ))}
        </Table>
      ) : null}
    </Section>
  )
}

function SimilarPart({ part }: { part: SimilarPartView }) {
  const t = useTranslations('staff-expert-desk.similar')
  const processes = useTranslations('staff-list.choices.process')
  const { money, percent, date } = useFormats('medium')
  const sizeText = useSizeText()

  return (
    <tr>
      <th scope="row">
        <Row gap="sm">
          <PartPicture small thumbnailId={part.thumbnailId} />
          <BreakableName name={part.name} />
        </Row>
      </th>
      <td data-label={t('columns.similarity')}>{percent(Math.round(part.similarity * 100))}</td>
      <td data-label={t('columns.size')}>{sizeText(part.sizeMm)}</td>
      <td data-label={t('columns.made')}>
        {part.process ? processes(part.process) : ''}
        <Hint>{part.material}</Hint>
      </td>
      <td data-label={t('columns.price')}>
        {t('each', { amount: money(part.unitMinor), count: part.quantity })}
        {part.workingDays === null ? null : <Hint>{t('workingDays', { count: part.workingDays })}</Hint>}
        {part.isByExpert ? <Hint>{t('byExpert')}</Hint> : null}
      </td>
      <td data-label={t('columns.outcome')}>
        <Outcome part={part} />
        <Hint>{date(part.pricedAt)}</Hint>
      </td>
    </tr>
  )
}

function Outcome({ part: { order } }: { part: SimilarPartView }) {
  const t = useTranslations('staff-expert-desk.similar')
  const may = useMay()
  if (!order) return <Badge>{t('notOrdered')}</Badge>

  const { scrapped, claims, minutes } = order
  return (
    <>
      <Badge tone="good">{t('ordered')}</Badge>{' '}
      {may('orders.read') ? <StaffLink path={`orders/${order.id}`}>{order.number}</StaffLink> : order.number}
      {scrapped === null ? null : <Fact isBad={scrapped > 0}>{t('scrapped', { count: scrapped })}</Fact>}
      <Fact isBad={claims > 0}>{t('claims', { count: claims })}</Fact>
      {minutes ? (
        <Fact isBad={minutes.actual > minutes.planned}>
          {t('minutes', { actual: wholeMinutes(minutes.actual), planned: wholeMinutes(minutes.planned) })}
        </Fact>
      ) : null}
    </>
  )
}

/** A line of its own, marked if it speaks against the price. */
function Fact({ isBad, children }: { isBad: boolean; children: string }) {
  return isBad ? (
    <div>
      <Badge tone="warning">{children}</Badge>
    </div>
  ) : (
    <Hint>{children}</Hint>
  )
}
