import type { StaffOrderView } from '@cotation/contracts'
import { type CarrierId, carrierIds, leftToPack, maxParcelSideMm, maxParcelWeightG } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import classes from './order.module.css'

/** What is typed, by the field that it is typed into. */
type Typed = Readonly<Record<string, string>>

interface LeftLine {
  id: string
  name: string
  left: number
  /** How many of the remaining pieces have all steps done; all if they have no steps. */
  ready: number
}

function leftLinesOf({ lines, parcels }: StaffOrderView): LeftLine[] {
  return leftToPack(lines, parcels).map(({ orderLineId, quantity: left }) => {
    const line = lines.find(({ id }) => id === orderLineId)
    const packed = (line?.quantity ?? 0) - left
    const finished = line?.making?.finishedPieces ?? line?.quantity ?? 0
    return { id: orderLineId, name: line?.name ?? '', left, ready: Math.min(left, Math.max(0, finished - packed)) }
  })
}

const sides = ['length', 'width', 'height'] as const
const isWithin = (value: number | undefined, max: number): value is number =>
  value !== undefined && value >= 1 && value <= max

/** Shown at the tracking number. A connected carrier gives a number itself, which only the server knows. */
const trackingRefusals: readonly string[] = ['TRACKING_NUMBER_MISSING', 'TRACKING_NUMBER_USED']

/** A form that packs what is left of an order. It starts with everything that is finished, in one parcel. */
export function PackParcel({ order, onClose }: { order: StaffOrderView; onClose: () => void }) {
  const t = useTranslations('staff-parcel')
  const { attempt, failure, busy } = useAttempt()
  const failureText = useFailureText()
  const form = useParcelForm(order)
  const isAboutTracking = failure !== null && trackingRefusals.includes(failure.code)
  const refusedTracking = isAboutTracking ? failureText(failure) : undefined

  const pack = (filled: HTMLFormElement) => {
    const body = form.submit()
    if (!body) return focusFirstError(filled)

    void attempt(async () => {
      const input = { params: { orderId: order.id }, body }
      await staffApi('POST /global/staff/order/{orderId}/parcel', input, { quiet: true })
      await refreshStaffData()
      toast.success(t('packed'))
      onClose()
    })
  }

  return (
    <Dialog opened title={t('pack')} size="md" onClose={onClose} keepsOpenOutside>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          pack(event.currentTarget)
        }}
      >
        <Stack>
          {refusedTracking === undefined ? <FormAlert failure={failure} /> : null}
          <Contents form={form} />
          <Carriage form={form} refusedTracking={refusedTracking} />
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="sm" loading={busy}>
              {t('pack')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}

type ParcelForm = ReturnType<typeof useParcelForm>

/** What is typed into the form, its faults once it was sent, and the body of the call. */
function useParcelForm(order: StaffOrderView) {
  const { language } = useLanguage()
  const left = leftLinesOf(order)
  const [carrier, setCarrier] = useState<CarrierId>(order.carrier)
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(left.map((line) => [line.id, String(line.ready)])))
  const [isSent, setSent] = useState(false)

  const textOf = (field: string) => typed[field] ?? ''
  const isEmpty = (field: string) => textOf(field).trim() === ''
  const numberOf = (field: string) => parseWholeNumber(textOf(field), language)

  const quantityOf = ({ id, ready: max }: LeftLine) => {
    const quantity = isEmpty(id) ? 0 : numberOf(id)
    return quantity !== undefined && quantity >= 0 && quantity <= max ? quantity : undefined
  }
  const quantities = left.map((line) => ({ orderLineId: line.id, quantity: quantityOf(line) }))
  const box = sides.map(numberOf)

  const faults = {
    quantities: quantities.filter(({ quantity }) => quantity === undefined).map(({ orderLineId }) => orderLineId),
    empty: quantities.every(({ quantity }) => quantity === 0),
    weight: !isEmpty('weight') && !isWithin(numberOf('weight'), maxParcelWeightG),
    box: !sides.every(isEmpty) && !box.every((side) => isWithin(side, maxParcelSideMm)),
  }
  const isFaulty = faults.quantities.length > 0 || faults.empty || faults.weight || faults.box

  const submit = () => {
    setSent(true)
    if (isFaulty) return null

    const [length, width, height] = box
    const hasBox = length !== undefined && width !== undefined && height !== undefined
    const boxMm: [number, number, number] | undefined = hasBox ? [length, width, height] : undefined

    return {
      carrier,
      trackingNumber: textOf('tracking'),
      lines: quantities.flatMap(({ orderLineId, quantity }) => (quantity ? [{ orderLineId, quantity }] : [])),
      weightG: numberOf('weight'),
      boxMm,
    }
  }

  const setText = (field: string, text: string) => setTyped((before) => ({ ...before, [field]: text }))
  return { left, carrier, setCarrier, textOf, setText, faults: isSent ? faults : null, submit }
}

function Contents({ form }: { form: ParcelForm }) {
  const t = useTranslations('staff-parcel')
  const { left, faults } = form

  return (
    <Stack gap="sm">
      <Heading level={3}>{t('contents')}</Heading>
      <Hint>{t('contentsHint')}</Hint>
      {left.map((line) => (
        <WholeNumberField
          key={line.id}
          label={t('quantityOf', { name: line.name, left: line.left })}
          size="sm"
          min={0}
          description={line.ready < line.left ? t('ready', { ready: line.ready }) : undefined}
          max={line.ready}
          value={form.textOf(line.id)}
          error={faults?.quantities.includes(line.id) ? t('quantityFault', { left: line.ready }) : undefined}
          onText={(text) => form.setText(line.id, text)}
        />
      ))}
      {faults?.empty ? (
        <Alert tone="danger" role="alert">
          {t('empty')}
        </Alert>
      ) : null}
    </Stack>
  )
}

/** `refusedTracking`: why the server refuses the tracking number. */
function Carriage({ form, refusedTracking }: { form: ParcelForm; refusedTracking: string | undefined }) {
  const t = useTranslations('staff-parcel')
  const carriers = useTranslations('order.carrierService')
  const { faults } = form

  return (
    <Stack gap="sm">
      <Select
        label={t('carrier')}
        value={form.carrier}
        options={carrierIds.map((value) => ({ value, label: carriers(value) }))}
        onChange={({ target }) => form.setCarrier(target.value as CarrierId)}
      />
      <TextField
        label={t('trackingNumber')}
        description={t('trackingHint')}
        value={form.textOf('tracking')}
        maxLength={60}
        error={refusedTracking}
        onChange={({ target }) => form.setText('tracking', target.value)}
        data-autofocus
      />
      <WholeNumberField
        label={t('weight')}
        min={1}
        max={maxParcelWeightG}
        value={form.textOf('weight')}
        error={faults?.weight ? t('weightFault') : undefined}
        onText={(text) => form.setText('weight', text)}
      />
      <div className={classes.box}>
        {sides.map((side) => (
          <WholeNumberField
            key={side}
            label={t(side)}
            min={1}
            max={maxParcelSideMm}
            value={form.textOf(side)}
            aria-invalid={faults?.box || undefined}
            onText={(text) => form.setText(side, text)}
          />
        ))}
      </div>
      {faults?.box ? (
        <Alert tone="danger" role="alert">
          {t('boxFault')}
        </Alert>
      ) : null}
    </Stack>
  )
}
