import type { InspectionView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormatter } from 'use-intl'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { inspectionPhotoQuery, inspectionsQuery } from './claim.api.ts'
import classes from './claim.module.css'
import { Photos } from './photos.tsx'

type Characteristic = InspectionView['characteristics'][number]

const tones: Readonly<Record<InspectionView['verdict'], Tone>> = { open: 'neutral', passed: 'good', failed: 'danger' }

/** What was measured and photographed before the parts of a line left. */
export function ClaimInspections({ orderId, lineId }: { orderId: string; lineId: string }) {
  const t = useTranslations('staff-claim.inspection')
  const { data, isPending, refetch } = useQuery(inspectionsQuery(orderId))
  if (isPending) return <LoadingState />
  if (!data) return <ErrorState onRetry={() => void refetch()} />

  const inspections = data.inspections.filter((inspection) => inspection.lineId === lineId)
  if (inspections.length === 0) return <Hint>{t('none')}</Hint>

  return (
    <ul className={classes.list}>
      {inspections.map((inspection) => (
        <li key={inspection.id}>
          <Inspection inspection={inspection} />
        </li>
      ))}
    </ul>
  )
}

function Inspection({ inspection }: { inspection: InspectionView }) {
  const t = useTranslations('staff-claim.inspection')
  const { moment } = useFormats('medium')
  const { runCode, round, quantity, sampleSize, verdict, characteristics, photos, conclusion } = inspection

  return (
    <>
      <Row gap="sm">
        <strong>{t('of', { code: runCode, round })}</strong>
        <Badge dot tone={tones[verdict]}>
          {t(`verdicts.${verdict}`)}
        </Badge>
      </Row>
      <Hint>{t('sample', { quantity, sampleSize })}</Hint>
      {conclusion ? <Hint>{t('by', { name: conclusion.by, moment: moment(conclusion.at) })}</Hint> : null}
      {conclusion && conclusion.note !== '' ? <p className={classes.text}>{conclusion.note}</p> : null}
      <ul className={classes.checks}>
        {characteristics.map((characteristic) => (
          <li key={characteristic.key}>
            <Check characteristic={characteristic} />
          </li>
        ))}
      </ul>
      <Photos photos={photos.map(({ id }) => inspectionPhotoQuery(id))} />
    </>
  )
}

/** What was checked, its limits, and each recorded value; a value outside of them says so. */
function Check({ characteristic }: { characteristic: Characteristic }) {
  const t = useTranslations('staff-claim.inspection')
  const format = useFormatter()
  const { name, hint, lowerMm, upperMm, values } = characteristic
  const mm = (value: number) => format.number(value, { maximumFractionDigits: 3 })

  const valueText = ({ piece, valueMm, isGood }: Characteristic['values'][number]) => {
    const value =
      valueMm === null ? t(isGood ? 'good' : 'bad') : t('value', { value: mm(valueMm), isGood: String(isGood) })
    return piece === 0 ? value : t('piece', { piece, value })
  }

  return (
    <>
      {name}
      {lowerMm !== null && upperMm !== null ? (
        <Hint>{t('limits', { lower: mm(lowerMm), upper: mm(upperMm) })}</Hint>
      ) : null}
      {hint === '' ? null : <Hint>{hint}</Hint>}
      <Hint>{values.length === 0 ? t('notChecked') : values.map(valueText).join(' · ')}</Hint>
    </>
  )
}
