import type { ParcelLineView, ParcelView, StaffOrderView } from '@cotation/contracts'
import {
  hsCodeText,
  isWhollyPacked,
  isWorkable,
  leftToPack,
  type ParcelDocument,
  type ParcelState,
  parcelDocuments,
  parcelStates,
} from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import classes from './order.module.css'
import { PackParcel } from './pack-parcel.tsx'

/** The parcels of an order with their contents and tracking, and what is left to pack. */
export function OrderParcels({ order, mayWrite }: { order: StaffOrderView; mayWrite: boolean }) {
  const t = useTranslations('staff-parcel')
  const [isPacking, setPacking] = useState(false)
  const { lines, parcels, status } = order
  const left = leftToPack(lines, parcels).reduce((sum, { quantity }) => sum + quantity, 0)
  const canPack = isWorkable(status) && left > 0

  return (
    <Section
      title={t('title')}
      aside={
        mayWrite && canPack ? (
          <ActionButton size="xs" variant="secondary" onClick={() => setPacking(true)}>
            {t('pack')}
          </ActionButton>
        ) : null
      }
    >
      {parcels.length === 0 ? <Hint>{t('none')}</Hint> : null}
      {canPack ? <Hint>{t('left', { parts: left })}</Hint> : null}
      {parcels.length > 0 && isWhollyPacked(lines, parcels) ? <Hint>{t('allPacked')}</Hint> : null}
      <ul className={classes.list}>
        {parcels.map((parcel) => (
          <Parcel key={parcel.id} parcel={parcel} orderNumber={order.number} mayWrite={mayWrite} />
        ))}
      </ul>
      {isPacking ? <PackParcel order={order} onClose={() => setPacking(false)} /> : null}
    </Section>
  )
}

interface ParcelProps {
  parcel: ParcelView
  orderNumber: string
  mayWrite: boolean
}

function Parcel({ parcel, orderNumber, mayWrite }: ParcelProps) {
  const t = useTranslations('staff-parcel')
  const carriers = useTranslations('order.carrier')
  const { number, carrier, trackingNumber, trackingUrl, state } = parcel

  return (
    <li className={classes.parcel}>
      <div>
        <strong>{t('parcel', { number })}</strong>{' '}
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          {carriers(carrier)} {trackingNumber}
        </a>
      </div>
      <Contents parcel={parcel} />
      {mayWrite ? <StateChoice parcel={parcel} /> : <Hint>{t(`states.${state}`)}</Hint>}
      <Tracking parcel={parcel} />
      <Row gap="sm">
        {parcelDocuments.map((kind) => (
          <DocumentButton key={kind} parcel={parcel} orderNumber={orderNumber} kind={kind} />
        ))}
        {mayWrite && state === 'announced' ? <RemoveButton parcel={parcel} /> : null}
      </Row>
    </li>
  )
}

/** What is in the parcel, how heavy and large it is, and what customs ask. */
function Contents({ parcel: { lines, weightG, boxMm } }: { parcel: ParcelView }) {
  const t = useTranslations('staff-parcel')
  const [length = 0, width = 0, height = 0] = boxMm ?? []
  const measures = [weightG === null ? '' : t('grams', { weight: weightG })]
  if (boxMm) measures.push(t('box', { length, width, height }))
  const measured = measures.filter(Boolean).join(', ')

  return (
    <>
      {lines.length === 0 ? <Hint>{t('unrecorded')}</Hint> : null}
      <ul className={classes.contents}>
        {lines.map((line) => (
          <Content key={line.orderLineId} line={line} />
        ))}
      </ul>
      {measured === '' ? null : <Hint>{measured}</Hint>}
    </>
  )
}

function Content({ line: { name, quantity, customs, valueMinor } }: { line: ParcelLineView }) {
  const t = useTranslations('staff-parcel')
  const { money } = useFormats()

  return (
    <li>
      <BreakableName name={t('content', { quantity, name })} />
      {customs ? (
        <Hint>
          {t('customs', {
            code: hsCodeText(customs.hsCode),
            origin: customs.origin,
            weight: customs.netWeightG,
            value: money(valueMinor),
          })}
        </Hint>
      ) : null}
    </li>
  )
}

/** Chooses the state that the carrier reports. Whether it has arrived is asked, with place and note. */
function StateChoice({ parcel }: { parcel: ParcelView }) {
  const t = useTranslations('staff-parcel')
  const { attempt, failure, busy } = useAttempt()
  const [asked, setAsked] = useState<ParcelState | null>(null)
  const [place, setPlace] = useState('')
  const [note, setNote] = useState('')
  const { id, number, state } = parcel

  const report = (next: ParcelState) =>
    attempt(async () => {
      const input = { params: { parcelId: id }, body: { state: next, place, note } }
      await staffApi('PATCH /global/staff/parcel/{parcelId}', input, { quiet: true })
      await refreshStaffData()
      setAsked(null)
      setPlace('')
      setNote('')
    })

  const isArrival = asked === 'delivered'

  return (
    <>
      <Select
        size="sm"
        aria-label={t('stateOf', { number })}
        value={state}
        disabled={busy}
        options={parcelStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        // A native select changes with one key, and a report informs the customer.
        onChange={({ target }) => setAsked(target.value as ParcelState)}
      />
      <Confirm
        opened={asked !== null}
        title={isArrival ? t('arrivedTitle', { number }) : t('reportTitle', { number })}
        confirmLabel={isArrival ? t('arrived') : t('save')}
        loading={busy}
        onConfirm={() => asked && void report(asked)}
        onCancel={() => setAsked(null)}
      >
        <Stack>
          <FormAlert failure={failure} />
          <p>{isArrival ? t('arrivedText') : asked && t(`states.${asked}`)}</p>
          <TextField
            label={t('place')}
            value={place}
            maxLength={100}
            onChange={({ target }) => setPlace(target.value)}
          />
          <TextField label={t('note')} value={note} maxLength={300} onChange={({ target }) => setNote(target.value)} />
        </Stack>
      </Confirm>
    </>
  )
}

/** What was reported about a parcel, oldest first. */
function Tracking({ parcel: { events } }: { parcel: ParcelView }) {
  const t = useTranslations('staff-parcel')
  const { moment } = useFormats('medium')

  return (
    <ol className={classes.contents} aria-label={t('history')}>
      {events.map((event) => {
        const values = { state: t(`states.${event.state}`), moment: moment(event.at), place: event.place }
        return (
          <li key={`${event.at} ${event.state} ${event.place}`}>
            <Hint>{event.place === '' ? t('event', values) : t('eventAt', values)}</Hint>
            {event.note === '' ? null : <Hint>{event.note}</Hint>}
          </li>
        )
      })}
    </ol>
  )
}

interface DocumentButtonProps {
  parcel: ParcelView
  orderNumber: string
  kind: ParcelDocument
}

function DocumentButton({ parcel: { id: parcelId, number }, orderNumber, kind }: DocumentButtonProps) {
  const t = useTranslations('staff-parcel')
  const { attempt, failure, busy } = useAttempt()
  const name = t(`documents.${kind}`)

  const download = () =>
    attempt(async () => {
      const input = { params: { parcelId, kind } }
      const file = await staffFile('GET /global/staff/parcel/{parcelId}/document/{kind}', input, { quiet: true })
      saveFile(file, t('fileName', { name, order: orderNumber, number }))
    })

  return (
    <>
      <ActionButton
        size="xs"
        variant="secondary"
        loading={busy}
        aria-label={t(`documentOf.${kind}`, { number })}
        onClick={() => void download()}
      >
        {name}
      </ActionButton>
      <FormAlert failure={failure} />
    </>
  )
}

function RemoveButton({ parcel: { id: parcelId, number } }: { parcel: ParcelView }) {
  const t = useTranslations('staff-parcel')
  const { attempt, failure, busy } = useAttempt()
  const [isAsking, setAsking] = useState(false)

  const remove = () =>
    attempt(async () => {
      await staffApi('DELETE /global/staff/parcel/{parcelId}', { params: { parcelId } }, { quiet: true })
      await refreshStaffData()
      toast.success(t('removed', { number }))
    })

  return (
    <>
      <ActionButton
        size="xs"
        variant="quietDanger"
        aria-label={t('removeOf', { number })}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </ActionButton>
      <Confirm
        opened={isAsking}
        danger
        title={t('removeTitle', { number })}
        confirmLabel={t('remove')}
        loading={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <Stack>
          <FormAlert failure={failure} />
          <p>{t('removeText')}</p>
        </Stack>
      </Confirm>
    </>
  )
}
