import type { CharacteristicView, CurrentInspectionView } from '@cotation/contracts'
import { allPieces, checkedPieces, isWithinLimits } from '@cotation/domain'
import { type KeyboardEvent, useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { valueQueue } from './inspection.api.ts'
import { useRefusalText } from './queue-state.tsx'
import { type CheckedValue, isSamePlace, type QueuedValue } from './value-queue.ts'
import classes from './work.module.css'

interface CheckProps {
  inspection: CurrentInspectionView
  characteristic: CharacteristicView
  queued: readonly QueuedValue[]
  memberId: string
  mayRecord: boolean
}

/** One characteristic: what it is, its limits, and a field for each piece. */
export function Check(props: CheckProps) {
  const t = useTranslations('staff-inspection')
  const texts = useTranslations('inspection.method')
  const { number } = useFormats()
  const { characteristic, inspection } = props
  const { name, hint, method, nominalMm, lowerMm, upperMm } = characteristic
  const hasLimits = nominalMm !== null && lowerMm !== null && upperMm !== null

  return (
    <li className={classes.check}>
      <Heading level={3}>{name}</Heading>
      <Hint>
        {[texts(method), hint].filter(Boolean).join(' · ')}
        {hasLimits ? (
          <>
            {' · '}
            {t('limitsOf', { lower: number(lowerMm), upper: number(upperMm), nominal: number(nominalMm) })}
          </>
        ) : null}
      </Hint>
      <ul className={classes.values} aria-label={name}>
        {checkedPieces(characteristic, inspection.sampleSize).map((piece) => (
          <li key={piece}>
            <PieceValue {...props} piece={piece} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function PieceValue({
  inspection,
  characteristic,
  queued,
  memberId,
  mayRecord,
  piece,
}: CheckProps & { piece: number }) {
  const t = useTranslations('staff-inspection')
  const { runCode: code, round } = inspection
  const place = { code, round, characteristic: characteristic.key, piece }
  const waiting = queued.find((value) => isSamePlace(value, place))
  const recorded = characteristic.values.find((value) => value.piece === piece)

  const put = (value: CheckedValue) => void valueQueue.put(memberId, place, value, recorded?.key ?? null)
  const field = {
    label: piece === allPieces ? t('allPieces') : t('piece', { piece }),
    characteristic,
    isDisabled: !mayRecord || !inspection.isReady,
    put,
  }

  return (
    <div className={classes.value}>
      {characteristic.method === 'measure' ? (
        // A value that a colleague records meanwhile is shown at once.
        <MeasureField
          {...field}
          key={waiting?.key ?? recorded?.key ?? ''}
          piece={piece}
          valueMm={waiting?.valueMm ?? recorded?.valueMm ?? null}
        />
      ) : (
        <VerdictField {...field} isGood={waiting?.isGood ?? recorded?.isGood} />
      )}
      <QueueNote waiting={waiting} />
    </div>
  )
}

interface FieldProps {
  label: string
  characteristic: CharacteristicView
  isDisabled: boolean
  put: (value: CheckedValue) => void
}

/** Point and comma are decimal separators, and thousands have none: a caliper shows none either. */
function parseLength(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,5}(\.\d{0,4})?$/.test(plain) ? Number(plain) : null
}

function MeasureField(props: FieldProps & { piece: number; valueMm: number | null }) {
  const t = useTranslations('staff-inspection')
  const { number } = useFormats()
  const { characteristic, isDisabled, piece, put, valueMm } = props
  const [text, setText] = useState(valueMm === null ? '' : number(valueMm))
  const [isWrong, setWrong] = useState(false)
  const typed = parseLength(text)

  const save = () => {
    setWrong(typed === null && text.trim() !== '')
    if (typed !== null && typed !== valueMm) put({ valueMm: typed })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
  }

  return (
    <Row gap="sm" noWrap className={classes.measure}>
      <TextField
        label={t('pieceMm', { piece })}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        disabled={isDisabled}
        error={isWrong ? t('notNumber') : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={save}
        onKeyDown={onKey}
      />
      <span role="status">{typed === null ? null : <Verdict isGood={isWithinLimits(characteristic, typed)} />}</span>
    </Row>
  )
}

function Verdict({ isGood }: { isGood: boolean }) {
  const t = useTranslations('staff-inspection')
  return (
    <Badge size="md" tone={isGood ? 'good' : 'danger'}>
      {t(isGood ? 'within' : 'outside')}
    </Badge>
  )
}

function VerdictField({
  label,
  characteristic,
  isDisabled,
  isGood,
  put,
}: FieldProps & { isGood: boolean | undefined }) {
  const t = useTranslations('staff-inspection')
  const verdicts = [
    { value: 'good', content: t('good') },
    { value: 'bad', content: t('bad') },
  ] as const
  const known = isGood ? 'good' : 'bad'

  return (
    <Row gap="sm">
      <Text>{label}</Text>
      {isDisabled ? (
        <Hint as="span">{isGood === undefined ? '–' : t(known)}</Hint>
      ) : (
        <ToggleGroup
          label={`${characteristic.name}, ${label}`}
          className={classes.verdict}
          toggles={verdicts}
          value={isGood === undefined ? undefined : known}
          onChange={(value) => put({ isGood: value === 'good' })}
        />
      )}
    </Row>
  )
}

/** Whether a value has arrived, and why not. */
function QueueNote({ waiting }: { waiting: QueuedValue | undefined }) {
  const t = useTranslations('staff-inspection')
  const textOf = useRefusalText()
  if (!waiting) return null
  if (waiting.refusal === null) return <Hint>{t('saving')}</Hint>

  return (
    <Row gap="sm">
      <Text size="sm" tone="danger" role="alert">
        {t('refused', { why: textOf(waiting.refusal) })}
      </Text>
      <Button size="sm" variant="secondary" onClick={() => valueQueue.discard(waiting.key)}>
        {t('forget')}
      </Button>
    </Row>
  )
}
