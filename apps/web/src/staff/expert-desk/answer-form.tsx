import type { ExpertQuestionView } from '@cotation/contracts'
import { type ExpertDraft, expertAnswerLimits, type Language } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { hasTooManyDecimals, parseCents, parseNumber, parseWholeNumber, typedAmount } from '#lib/texts/parse-number.ts'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { declinePrice, type Offer, saveDraft, sendPrice } from './expert-desk.api.ts'
import classes from './expert-desk.module.css'

/** What is typed; a number may not be one yet. */
interface Typed {
  unit: string
  days: string
  validDays: string
  note: string
  length: string
  width: string
  height: string
  weight: string
}

type NumberName = Exclude<keyof Typed, 'note'>

const { maxUnitMinor, maxWorkingDays, maxValidDays, noteLength } = expertAnswerLimits

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

function typedAtFirst({ draft, usualValidDays }: ExpertQuestionView, language: Language): Typed {
  const unitMinor = draft?.unitMinor
  const parcel = draft?.parcel
  return {
    unit: unitMinor === undefined ? '' : typedAmount(unitMinor, language),
    days: textOf(draft?.workingDays),
    validDays: textOf(draft?.validDays ?? usualValidDays),
    note: draft?.note ?? '',
    length: textOf(parcel?.lengthMm),
    width: textOf(parcel?.widthMm),
    height: textOf(parcel?.heightMm),
    weight: textOf(parcel?.weightG),
  }
}

/** What is known of the parcel; undefined for a part whose parcel nobody types. */
function draftParcelOf(numbers: Record<NumberName, number | null>, needsParcel: boolean): ExpertDraft['parcel'] {
  if (!needsParcel) return undefined

  return {
    lengthMm: numbers.length ?? undefined,
    widthMm: numbers.width ?? undefined,
    heightMm: numbers.height ?? undefined,
    weightG: numbers.weight ?? undefined,
  }
}

function centsOf(text: string, language: Language): number | null {
  const cents = parseCents(text, language) ?? 0
  return cents >= 1 && cents <= maxUnitMinor ? cents : null
}

function daysOf(text: string, max: number, language: Language): number | null {
  const days = parseWholeNumber(text, language)
  return days !== undefined && days >= 1 && days <= max ? days : null
}

function positive(text: string, language: Language): number | null {
  const value = parseNumber(text, language)
  return value !== undefined && value > 0 ? value : null
}

/** The numbers of what is typed; null where there is none. */
function numbersOf(typed: Typed, language: Language): Record<NumberName, number | null> {
  return {
    unit: centsOf(typed.unit, language),
    days: daysOf(typed.days, maxWorkingDays, language),
    validDays: daysOf(typed.validDays, maxValidDays, language),
    length: positive(typed.length, language),
    width: positive(typed.width, language),
    height: positive(typed.height, language),
    weight: positive(typed.weight, language),
  }
}

const priceFields: readonly NumberName[] = ['unit', 'days', 'validDays']
const parcelFields: readonly NumberName[] = ['length', 'width', 'height', 'weight']

/** The answer to a question: price, days, validity and note; a draft until it is sent. */
export function AnswerForm({ view }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk.answer')
  if (!view.isOpen) return <ClosedAnswer view={view} />

  return (
    <Section title={t('title')}>
      <OpenAnswer view={view} />
    </Section>
  )
}

function OpenAnswer({ view }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk.answer')
  const amounts = useTranslations('staff.amount')
  const { moment, dayAndYear } = useFormats('medium')
  const { language } = useLanguage()
  const { attempt, failure, busy } = useAttempt()
  const [typed, setTyped] = useState(() => typedAtFirst(view, language))
  const [wrong, setWrong] = useState<readonly NumberName[]>([])
  const [offer, setOffer] = useState<Offer | null>(null)
  const [isDeclining, setDeclining] = useState(false)

  const { lineId, draft, project } = view
  // The draft from which the form goes on. A newer one is offered, and never replaces what is typed.
  const [seenAt, setSeenAt] = useState(draft?.at ?? null)
  const newer = draft !== null && (seenAt === null || draft.at > seenAt) ? draft : null
  const needsParcel = view.line.part === null
  const numbers = numbersOf(typed, language)
  const isNoteTooLong = typed.note.trim().length > noteLength

  const change = (name: keyof Typed) => (text: string) => {
    setTyped({ ...typed, [name]: text })
    setWrong(wrong.filter((field) => field !== name))
  }

  /** Saves what can be read. Fields that cannot are marked, because a draft that is opened again lacks them. */
  const keep = () => {
    const unread = [...priceFields, ...parcelFields].filter(
      (name) => numbers[name] === null && typed[name].trim() !== '',
    )
    setWrong(unread)

    return attempt(async () => {
      try {
        const { at } = await saveDraft(lineId, {
          unitMinor: numbers.unit ?? undefined,
          workingDays: numbers.days ?? undefined,
          validDays: numbers.validDays ?? undefined,
          parcel: draftParcelOf(numbers, needsParcel),
          note: typed.note,
          seenAt,
        })
        setSeenAt(at)
        if (unread.length > 0) toast.warning(t('draftSavedPartly'))
        else toast.success(t('draftSaved'))
      } finally {
        // After a refusal too: it may be about a draft that this page has not read.
        await refreshStaffData()
      }
    })
  }

  const adopt = () => {
    setTyped(typedAtFirst(view, language))
    setWrong([])
    setSeenAt(draft?.at ?? null)
  }

  const review = () => {
    const needed = needsParcel ? [...priceFields, ...parcelFields] : priceFields
    const missing = needed.filter((name) => numbers[name] === null)
    setWrong(missing)
    if (missing.length > 0 || isNoteTooLong) return

    const { length, width, height, weight } = numbers
    setOffer({
      unitMinor: Number(numbers.unit),
      workingDays: Number(numbers.days),
      validDays: Number(numbers.validDays),
      note: typed.note,
      parcel: needsParcel ? { sizeMm: [Number(length), Number(width), Number(height)], weightG: Number(weight) } : null,
    })
  }

  const errorOf = (name: NumberName) => {
    if (!wrong.includes(name)) return undefined
    return name === 'unit' && hasTooManyDecimals(typed.unit, language) ? amounts('decimals') : t(`errors.${name}`)
  }
  const textField = (name: NumberName) => (
    <TextField
      key={name}
      label={t(name)}
      inputMode="decimal"
      autoComplete="off"
      value={typed[name]}
      error={errorOf(name)}
      onChange={({ currentTarget }) => change(name)(currentTarget.value)}
    />
  )

  return (
    <Stack>
      <FormAlert failure={failure} />
      {newer ? (
        <Alert tone="warning" title={t('newerTitle', { name: newer.by })}>
          <p>{t('newerText', { moment: moment(newer.at) })}</p>
          <Row>
            <ActionButton size="xs" variant="secondary" onClick={adopt}>
              {t('useNewer')}
            </ActionButton>
            <ActionButton size="xs" variant="quiet" onClick={() => setSeenAt(newer.at)}>
              {t('keepMine')}
            </ActionButton>
          </Row>
        </Alert>
      ) : null}
      {draft && !newer ? <Hint>{t('draftBy', { name: draft.by, moment: moment(draft.at) })}</Hint> : null}
      {textField('unit')}
      <WholeNumberField
        label={t('days')}
        min={1}
        max={maxWorkingDays}
        value={typed.days}
        error={errorOf('days')}
        onText={change('days')}
      />
      <WholeNumberField
        label={t('validDays')}
        description={t('validHint', { date: dayAndYear(project.validUntil.slice(0, 10)) })}
        min={1}
        max={maxValidDays}
        value={typed.validDays}
        error={errorOf('validDays')}
        onText={change('validDays')}
      />
      {needsParcel ? (
        <fieldset className={classes.parcel}>
          <legend>{t('parcel')}</legend>
          {parcelFields.map(textField)}
        </fieldset>
      ) : null}
      <TextArea
        label={t('note')}
        description={t('noteHint')}
        rows={4}
        limit={noteLength}
        value={typed.note}
        onChange={({ currentTarget }) => change('note')(currentTarget.value)}
      />
      <Row>
        <ActionButton onClick={review}>{t('send')}</ActionButton>
        <ActionButton variant="secondary" loading={busy} disabled={isNoteTooLong} onClick={() => void keep()}>
          {t('saveDraft')}
        </ActionButton>
        <ActionButton variant="quietDanger" onClick={() => setDeclining(true)}>
          {t('decline')}
        </ActionButton>
      </Row>
      {offer ? <SendPrice view={view} offer={offer} onClose={() => setOffer(null)} /> : null}
      {isDeclining ? <Decline view={view} note={typed.note} onClose={() => setDeclining(false)} /> : null}
    </Stack>
  )
}

/** Closes a dialog. After a refusal the question is read again: it may have been answered meanwhile. */
function cancelOf(isRefused: boolean, onClose: () => void): () => void {
  return () => {
    onClose()
    if (isRefused) void refreshStaffData()
  }
}

interface SendPriceProps {
  view: ExpertQuestionView
  offer: Offer
  onClose: () => void
}

/** Asks before the customer gets the price. */
function SendPrice({ view, offer, onClose }: SendPriceProps) {
  const t = useTranslations('staff-expert-desk.answer')
  const { money } = useFormats()
  const { attempt, failure, busy } = useAttempt()
  const quantity = view.line.configuration?.quantity ?? 1
  const cancel = cancelOf(failure !== null, onClose)

  const confirm = () =>
    attempt(async () => {
      await sendPrice(view.lineId, offer)
      toast.success(t('sent'))
      onClose()
      await refreshStaffData()
    })

  return (
    <Confirm
      opened
      title={t('sendTitle')}
      confirmLabel={t('send')}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={cancel}
    >
      <Stack>
        <FormAlert failure={failure} />
        <Text>
          {t('sendText', {
            unit: money(offer.unitMinor),
            quantity,
            total: money(offer.unitMinor * quantity),
            days: offer.workingDays,
          })}
        </Text>
        <Text size="sm">{t('sendEffect', { email: view.email })}</Text>
      </Stack>
    </Confirm>
  )
}

interface DeclineProps {
  view: ExpertQuestionView
  note: string
  onClose: () => void
}

function Decline({ view, note: typedNote, onClose }: DeclineProps) {
  const t = useTranslations('staff-expert-desk.answer')
  const { attempt, failure, busy } = useAttempt()
  const [note, setNote] = useState(typedNote)
  const [isMissing, setMissing] = useState(false)
  const cancel = cancelOf(failure !== null, onClose)

  const confirm = () => {
    const lacksReason = note.trim() === ''
    setMissing(lacksReason)
    if (lacksReason || note.trim().length > noteLength) return

    void attempt(async () => {
      await declinePrice(view.lineId, note)
      toast.success(t('declined'))
      onClose()
      await refreshStaffData()
    })
  }

  return (
    <Confirm
      opened
      danger
      title={t('declineTitle')}
      confirmLabel={t('decline')}
      loading={busy}
      onConfirm={confirm}
      onCancel={cancel}
    >
      <Stack>
        <FormAlert failure={failure} />
        <Text>{t('declineText', { email: view.email })}</Text>
        <TextArea
          label={t('reason')}
          limit={noteLength}
          value={note}
          error={isMissing ? t('reasonMissing') : undefined}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

/** What was answered, or why nothing can be. */
function ClosedAnswer({ view }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk.answer')
  const { money, moment, date } = useFormats('medium')
  const answer = view.line.manual?.answer

  return (
    <Section title={t('title')}>
      {answer ? (
        <Facts
          facts={[
            { label: t('answered'), value: moment(answer.answeredAt) },
            { label: t('unit'), value: answer.unitMinor === null ? '' : money(answer.unitMinor) },
            { label: t('days'), value: answer.workingDays === null ? '' : String(answer.workingDays) },
            { label: t('validUntil'), value: view.validUntil === null ? '' : date(view.validUntil) },
            { label: t('note'), value: <span className={classes.text}>{answer.note}</span> },
          ]}
        />
      ) : (
        <Text>{view.state === 'asked' ? t('changed') : t('closed')}</Text>
      )}
    </Section>
  )
}
