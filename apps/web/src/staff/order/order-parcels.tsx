import type { ParcelView, StaffOrderView } from '@cotation/contracts'
import { type CarrierId, carrierIds, isPackable, type ParcelState, parcelStates } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import classes from './order.module.css'

/** The parcels of an order with their tracking. */
export function OrderParcels({ order, mayWrite }: { order: StaffOrderView; mayWrite: boolean }) {
  const t = useTranslations('staff-order')
  const [isAdding, setAdding] = useState(false)
  const canAdd = mayWrite && isPackable(order.status)

  return (
    <Section
      title={t('parcels')}
      aside={
        canAdd ? (
          <Button size="xs" variant="secondary" onClick={() => setAdding(true)}>
            {t('addParcel')}
          </Button>
        ) : null
      }
    >
      {order.parcels.length === 0 ? <Hint>{t('noParcel')}</Hint> : null}
      <ul className={classes.list}>
        {order.parcels.map((parcel) => (
          <Parcel key={parcel.id} parcel={parcel} mayWrite={mayWrite} />
        ))}
      </ul>
      {isAdding ? <AddParcel order={order} onClose={() => setAdding(false)} /> : null}
    </Section>
  )
}

function Parcel({ parcel, mayWrite }: { parcel: ParcelView; mayWrite: boolean }) {
  const t = useTranslations('staff-order')
  const carriers = useTranslations('order.carrier')
  const { moment } = useFormats('medium')
  const { attempt, failure, busy } = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const { id, number, carrier, trackingNumber, trackingUrl, state, deliveredAt } = parcel

  const setState = (next: ParcelState) =>
    attempt(async () => {
      const input = { params: { parcelId: id }, body: { state: next } }
      await staffApi('PATCH /global/staff/parcel/{parcelId}', input, { quiet: true })
      await refreshStaffData()
      setAsking(false)
    })

  // A native select changes with one key, and a delivery informs the customer.
  const choose = (next: ParcelState) => {
    if (next === 'delivered') setAsking(true)
    else void setState(next)
  }

  return (
    <li>
      <strong>{t('parcel', { number })}</strong>{' '}
      <a href={trackingUrl} target="_blank" rel="noreferrer">
        {carriers(carrier)} {trackingNumber}
      </a>
      {mayWrite ? (
        <Select
          size="sm"
          aria-label={t('parcelStateOf', { number })}
          value={state}
          disabled={busy}
          options={parcelStates.map((value) => ({ value, label: t(`parcelStates.${value}`) }))}
          onChange={({ target }) => choose(target.value as ParcelState)}
        />
      ) : (
        <Hint>{t(`parcelStates.${state}`)}</Hint>
      )}
      {deliveredAt === null ? null : <Hint>{t('deliveredAt', { moment: moment(deliveredAt) })}</Hint>}
      {isAsking ? null : <FormAlert failure={failure} />}
      <Confirm
        opened={isAsking}
        title={t('arrivedTitle', { number })}
        confirmLabel={t('arrived')}
        loading={busy}
        onConfirm={() => void setState('delivered')}
        onCancel={() => setAsking(false)}
      >
        <Stack>
          <FormAlert failure={failure} />
          <p>{t('arrivedText')}</p>
        </Stack>
      </Confirm>
    </li>
  )
}

function AddParcel({ order, onClose }: { order: StaffOrderView; onClose: () => void }) {
  const t = useTranslations('staff-order')
  const carriers = useTranslations('order.carrierService')
  const { attempt, failure, busy } = useAttempt()
  const [carrier, setCarrier] = useState<CarrierId>(order.carrier)
  const [trackingNumber, setTrackingNumber] = useState('')
  const [isMissing, setMissing] = useState(false)

  const add = () => {
    setMissing(trackingNumber.trim() === '')
    if (trackingNumber.trim() === '') return

    void attempt(async () => {
      const input = { params: { orderId: order.id }, body: { carrier, trackingNumber } }
      await staffApi('POST /global/staff/order/{orderId}/parcel', input, { quiet: true })
      await refreshStaffData()
      toast.success(t('parcelAdded'))
      onClose()
    })
  }

  return (
    <Dialog opened title={t('addParcel')} onClose={onClose} keepsOpenOutside>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Stack>
          <FormAlert failure={failure} />
          <Select
            label={t('carrier')}
            value={carrier}
            options={carrierIds.map((value) => ({ value, label: carriers(value) }))}
            onChange={({ target }) => setCarrier(target.value as CarrierId)}
          />
          <TextField
            label={t('trackingNumber')}
            value={trackingNumber}
            maxLength={60}
            error={isMissing ? t('trackingMissing') : undefined}
            onChange={({ target }) => setTrackingNumber(target.value)}
            data-autofocus
          />
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="sm" loading={busy}>
              {t('addParcel')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
