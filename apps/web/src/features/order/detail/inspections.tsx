import type { CustomerInspectionView, OrderView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiFile } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { saveFile } from '#lib/save-file.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { inspectionPhotoQuery, inspectionsQuery } from '../order.api.ts'

/** What was checked about the parts before they left: photos and a report for each line. */
export function Inspections({ order }: { order: OrderView }) {
  const t = useTranslations('inspection.customer')
  const query = inspectionsQuery(order.id)
  const { data, isLoadingError, refetch } = useQuery(query)
  useLiveQuery(`order:${order.id}`, query.queryKey)
  if (!data && !isLoadingError) return null
  if (data?.inspections.length === 0) return null

  return (
    <Section id="inspections" title={t('title')}>
      {data ? <Hint>{t('lead')}</Hint> : <ErrorState onRetry={() => void refetch()} />}
      <Stack gap="lg">
        {data?.inspections.map((inspection) => (
          <Inspection key={inspection.id} inspection={inspection} />
        ))}
      </Stack>
    </Section>
  )
}

function Inspection({ inspection }: { inspection: CustomerInspectionView }) {
  const t = useTranslations('inspection')
  const { date } = useFormats('medium')
  const { lineName, verdict, good, rework, scrap, photoIds, at } = inspection
  const isPassed = verdict === 'passed'

  return (
    <Stack gap="sm">
      <Row justify="between">
        <Heading level={3}>
          <BreakableName name={lineName} />
        </Heading>
        <Badge tone={isPassed ? 'good' : 'warning'}>{t(isPassed ? 'good' : 'bad')}</Badge>
      </Row>
      <p>
        {isPassed
          ? t('customer.passed', { good, date: date(at) })
          : t('customer.failed', { good, lost: rework + scrap, date: date(at) })}
      </p>
      <Hint>{t('customer.sample', { sample: inspection.sampleSize, quantity: inspection.quantity })}</Hint>
      <PhotoRow label={t('photos')}>
        {photoIds.map((photoId, index) => (
          <li key={photoId}>
            <Photo photoId={photoId} number={index + 1} name={lineName} />
          </li>
        ))}
      </PhotoRow>
      <ReportButton inspection={inspection} />
    </Stack>
  )
}

function Photo({ photoId, number, name }: { photoId: string; number: number; name: string }) {
  const t = useTranslations('inspection')
  const { data, isLoadingError } = useQuery(inspectionPhotoQuery(photoId))

  return (
    <PhotoThumb
      file={data}
      name={t('photoOf', { number, name })}
      openLabel={t('openPhoto', { number })}
      missing={isLoadingError ? t('photoUnavailable', { number }) : undefined}
    />
  )
}

function ReportButton({ inspection: { id, runCode, round } }: { inspection: CustomerInspectionView }) {
  const t = useTranslations('inspection')
  const { attempt, failure, busy } = useAttempt()
  const name = round > 1 ? `${runCode}-${round}` : runCode

  const download = () =>
    attempt(async () => {
      const input = { params: { inspectionId: id } }
      saveFile(
        await apiFile('GET /global/inspection/{inspectionId}/report', input, { quiet: true }),
        t('report.file', { name }),
      )
    })

  return (
    <Row>
      <Button
        variant="secondary"
        size="sm"
        loading={busy}
        aria-label={t('reportOf', { name })}
        onClick={() => void download()}
      >
        {t('reportButton')}
      </Button>
      <FormAlert failure={failure} />
    </Row>
  )
}
