import type { CharacteristicView, InspectionView } from '@cotation/contracts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { PhotoRow } from '#ui/photo-thumb.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from './action-button.tsx'
import { StaffLink } from './staff-link.tsx'
import { useStepName } from './step-table.tsx'
import { InspectionPhoto } from './work-photo.tsx'

const tones: Readonly<Record<InspectionView['verdict'], Tone>> = { open: 'accent', passed: 'good', failed: 'danger' }

interface InspectionSummaryProps {
  inspection: InspectionView
  /** Shows values and photos at once. */
  isOpen?: boolean
}

/**
 * What was checked about the pieces of a run, and what came of it. Needs the texts
 * `staff-inspection`, `inspection`, `staff-list` and `staff-work`.
 */
export function InspectionSummary({ inspection, isOpen = false }: InspectionSummaryProps) {
  const t = useTranslations('staff-inspection')
  const { runCode: code, round, quantity, sampleSize, verdict, photos } = inspection

  return (
    <Stack gap="sm">
      <Row justify="between">
        <Heading level={3}>
          <StaffLink path={`work/${code}`}>{t('inspectionOf', { code, round })}</StaffLink>
        </Heading>
        <Badge tone={tones[verdict]}>{t(`verdicts.${verdict}`)}</Badge>
      </Row>
      <Hint>{t('summary', { sample: sampleSize, quantity })}</Hint>
      <Outcome inspection={inspection} />
      <details open={isOpen}>
        <summary>{t('details')}</summary>
        <Stack gap="sm">
          <Checks inspection={inspection} />
          <PhotoRow label={t('photosTitle')}>
            {photos.map(({ id }, index) => (
              <li key={id}>
                <InspectionPhoto photoId={id} number={index + 1} />
              </li>
            ))}
          </PhotoRow>
        </Stack>
      </details>
      {inspection.conclusion ? <ReportButton inspection={inspection} /> : null}
    </Stack>
  )
}

function Outcome({ inspection: { conclusion } }: { inspection: InspectionView }) {
  const t = useTranslations('staff-inspection')
  const work = useTranslations('staff-work')
  const nameOf = useStepName()
  const { moment } = useFormats('medium')
  if (!conclusion) return null

  const { good, rework, scrap, reason, backTo, remakeCode, note, by, at } = conclusion
  const parts = [t('outcome', { good, rework, scrap })]
  if (reason !== null) parts.push(work(`reasons.${reason}`))
  if (backTo) parts.push(t('wentBack', { step: nameOf(backTo) }))

  return (
    <>
      <p>{parts.join(' · ')}</p>
      {remakeCode === null ? null : (
        <p>
          <StaffLink path={`work/${remakeCode}`}>{t('remakeRun', { code: remakeCode })}</StaffLink>
        </p>
      )}
      {note === '' ? null : <p>{note}</p>}
      <Hint>{t('by', { name: by, moment: moment(at) })}</Hint>
    </>
  )
}

function Checks({ inspection }: { inspection: InspectionView }) {
  const t = useTranslations('staff-inspection')
  const texts = useTranslations('inspection')
  const { runCode: code, round, characteristics } = inspection

  return (
    <Table
      caption={t('checksOf', { code, round })}
      hidesCaption
      headings={[t('check'), texts('limits'), t('values'), t('verdict')]}
    >
      {characteristics.map((one) => (
        <Check key={one.key} characteristic={one} />
      ))}
    </Table>
  )
}

function Check({ characteristic }: { characteristic: CharacteristicView }) {
  const t = useTranslations('staff-inspection')
  const texts = useTranslations('inspection')
  const { number: length } = useFormats()
  const { name, hint, lowerMm, upperMm, values, isPerPiece } = characteristic
  const limits = lowerMm === null || upperMm === null ? '' : `${length(lowerMm)} – ${length(upperMm)}`
  const isGood = values.every((value) => value.isGood)

  const texted = values.map((value) => {
    const verdict = texts(value.isGood ? 'good' : 'bad')
    const shown = value.valueMm === null ? verdict : length(value.valueMm)
    const judged = value.valueMm !== null && !value.isGood ? texts('report.outside', { value: shown }) : shown
    return isPerPiece ? texts('report.pieceValue', { piece: value.piece, value: judged }) : judged
  })

  return (
    <tr>
      <td data-label={t('check')}>
        {name}
        {hint === '' ? null : <Hint>{hint}</Hint>}
      </td>
      <td data-label={texts('limits')} data-empty={limits === '' || undefined}>
        {limits}
      </td>
      <td data-label={t('values')} data-empty={values.length === 0 || undefined}>
        {texted.join(' · ')}
      </td>
      <td data-label={t('verdict')} data-empty={values.length === 0 || undefined}>
        {values.length === 0 ? null : <Badge tone={isGood ? 'good' : 'danger'}>{texts(isGood ? 'good' : 'bad')}</Badge>}
      </td>
    </tr>
  )
}

function ReportButton({ inspection: { id, runCode, round } }: { inspection: InspectionView }) {
  const texts = useTranslations('inspection')
  const { attempt, failure, busy } = useAttempt()
  const name = round > 1 ? `${runCode}-${round}` : runCode

  const download = () =>
    attempt(async () => {
      const input = { params: { inspectionId: id } }
      const file = await staffFile('GET /global/staff/inspection/{inspectionId}/report', input, { quiet: true })
      saveFile(file, texts('report.file', { name }))
    })

  return (
    <Row>
      <ActionButton
        variant="secondary"
        size="sm"
        loading={busy}
        aria-label={texts('reportOf', { name })}
        onClick={() => void download()}
      >
        {texts('reportButton')}
      </ActionButton>
      <FormAlert failure={failure} />
    </Row>
  )
}
