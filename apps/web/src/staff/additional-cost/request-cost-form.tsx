import type { AdditionalCostView, StaffOrderView } from '@cotation/contracts'
import {
  type AdditionalCostReason,
  additionalCostLimits,
  dayIn,
  isTransportCost,
  type Language,
  startOfDay,
  startOfNextDay,
} from '@cotation/domain'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMember } from '#lib/gateway/member.ts'
import { newId } from '#lib/new-id.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { hasTooManyDecimals, parseCents } from '#lib/texts/parse-number.ts'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { staffAddress } from '../shared/staff-link.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { type CostRequest, requestCost } from './cost.api.ts'
import classes from './cost.module.css'
import { CostPlaceField } from './cost-place-field.tsx'

// Needed for one reason only: the form shows without the code of a list that can be searched.
const CheckField = lazy(async () => ({ default: (await import('./check-field.tsx')).CheckField }))

const maxExplanation = 2000
const maxPictureBytes = 5 * 1024 * 1024
const pictureTypes = 'image/jpeg,image/png,image/webp'
const dayMs = 86_400_000
const usualDays = 7

/** What is typed; amounts may not be numbers yet. */
interface Typed {
  reason: AdditionalCostReason | null
  check: string
  explanation: string
  scope: 'lines' | 'order'
  orderAmount: string
  lineAmounts: Readonly<Record<string, string>>
  place: CostRequest['place']
  day: string
  /** Of this form, also after a reload: a request that is sent again after a lost answer finds the first one. */
  key: string
}

const minuteMs = 60_000

/** The last minute of the day in the time zone of the shop, in which all dates are shown. */
function deadlineOf(day: string, timeZone: string): string | null {
  if (Number.isNaN(Date.parse(day))) return null
  const nextDay = startOfNextDay(timeZone, startOfDay(timeZone, day))
  return new Date(nextDay.getTime() - minuteMs).toISOString()
}

/** In cents; null for anything that cannot be requested. */
function centsOf(text: string, language: Language): number | null {
  const minor = parseCents(text, language) ?? 0
  const { minAmountMinor, maxAmountMinor } = additionalCostLimits
  return minor >= minAmountMinor && minor <= maxAmountMinor ? minor : null
}

const isForOrder = ({ reason, scope }: Typed): boolean =>
  reason !== null && (isTransportCost(reason) || (reason === 'other' && scope === 'order'))

const typedAmounts = (typed: Typed) => (isForOrder(typed) ? [typed.orderAmount] : Object.values(typed.lineAmounts))

/** The items of the request; null if an amount is missing or is not a number. */
function itemsOf(typed: Typed, language: Language): CostRequest['items'] | null {
  if (isForOrder(typed)) {
    const amountMinor = centsOf(typed.orderAmount, language)
    return amountMinor === null ? null : [{ orderLineId: null, amountMinor }]
  }

  const filled = Object.entries(typed.lineAmounts).filter(([, text]) => text.trim() !== '')
  const items = filled.map(([orderLineId, text]) => ({ orderLineId, amountMinor: centsOf(text, language) }))
  if (items.length === 0) return null
  return items.every((item): item is { orderLineId: string; amountMinor: number } => item.amountMinor !== null)
    ? items
    : null
}

function isDeadlineAllowed(deadline: string | null): boolean {
  if (deadline === null) return false
  const leftMs = Date.parse(deadline) - Date.now()
  const { minDeadlineHours, maxDeadlineDays } = additionalCostLimits
  return leftMs >= minDeadlineHours * 3_600_000 && leftMs <= maxDeadlineDays * dayMs
}

interface RequestCostFormProps {
  order: StaffOrderView
  /** The reasons that the status of the order allows. */
  reasons: readonly AdditionalCostReason[]
  replaces: AdditionalCostView | null
}

export function RequestCostForm({ order, reasons, replaces }: RequestCostFormProps) {
  const t = useTranslations('staff-additional-cost.form')
  const amountTexts = useTranslations('staff.amount')
  const reasonTexts = useTranslations('staff-list.choices.costReason')
  const { language } = useLanguage()
  const { timeZone } = useMember()
  const {
    typed: stored,
    change,
    clear,
  } = useDraft<Typed>(`cost:${order.id}:${replaces?.id ?? ''}`, () => ({
    reason: null,
    check: '',
    explanation: replaces?.explanation ?? '',
    scope: 'lines',
    orderAmount: '',
    lineAmounts: {},
    place: null,
    day: dayIn(timeZone, new Date(Date.now() + usualDays * dayMs)),
    key: newId(),
  }))
  const [picture, setPicture] = useState<File | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [request, setRequest] = useState<CostRequest | null>(null)

  // The order may have moved on since the reason was chosen.
  const typed = { ...stored, reason: reasons.find((one) => one === stored.reason) ?? null }
  const { reason, explanation } = typed
  const items = itemsOf(typed, language)
  const deadline = deadlineOf(typed.day, timeZone)
  const isDeadlineWrong = !isDeadlineAllowed(deadline)
  const isExplanationMissing = explanation.trim() === ''
  const isPictureTooLarge = picture !== null && picture.size > maxPictureBytes

  const review = () => {
    setChecked(true)
    if (reason === null || items === null || deadline === null || isDeadlineWrong) return
    if (isExplanationMissing || explanation.trim().length > maxExplanation || isPictureTooLarge) return

    setRequest({
      key: typed.key,
      reason,
      check: reason === 'geometry' && typed.check !== '' ? typed.check : null,
      explanation,
      place: typed.place ?? null,
      items,
      deadline,
      replacesId: replaces?.id ?? null,
    })
  }

  const amountLimits = useAmountLimits()
  const isTooPrecise = typedAmounts(typed).some((text) => hasTooManyDecimals(text, language))
  const wrongAmounts = isTooPrecise ? amountTexts('decimals') : t('amountsWrong', amountLimits)
  const amountsError = isChecked && items === null ? wrongAmounts : undefined

  return (
    <div className={classes.form}>
      <Stack gap="lg">
        <Select
          label={t('reason')}
          placeholder={t('chooseReason')}
          value={reason ?? ''}
          options={reasons.map((value) => ({ value, label: reasonTexts(value) }))}
          error={isChecked && reason === null ? t('reasonMissing') : undefined}
          onChange={({ target }) => change({ reason: reasons.find((one) => one === target.value) ?? null })}
        />
        <Suspense fallback={<LoadingState />}>
          {reason === 'geometry' ? <CheckField value={typed.check} onChange={(check) => change({ check })} /> : null}
        </Suspense>
        <TextArea
          label={t('explanation')}
          description={t('explanationHint')}
          rows={4}
          limit={maxExplanation}
          value={explanation}
          error={isChecked && isExplanationMissing ? t('explanationMissing') : undefined}
          onChange={({ currentTarget }) => change({ explanation: currentTarget.value })}
        />
        {reason === 'other' ? (
          <Segmented
            label={t('scope')}
            value={typed.scope}
            options={[
              { value: 'lines', label: t('scopes.lines') },
              { value: 'order', label: t('scopes.order') },
            ]}
            onChange={(scope) => change({ scope: scope === 'order' ? 'order' : 'lines' })}
          />
        ) : null}
        {isForOrder(typed) ? (
          <TextField
            label={t('orderAmount')}
            description={t('amountHint', amountLimits)}
            inputMode="decimal"
            autoComplete="off"
            value={typed.orderAmount}
            error={amountsError}
            onChange={({ currentTarget }) => change({ orderAmount: currentTarget.value })}
          />
        ) : (
          <LineAmounts
            order={order}
            amounts={typed.lineAmounts}
            error={amountsError}
            onChange={(lineAmounts) => change({ lineAmounts })}
          />
        )}
        <CostPlaceField order={order} place={typed.place ?? null} onChange={(place) => change({ place })} />
        <PictureField
          picture={picture}
          error={isPictureTooLarge ? t('pictureTooLarge') : undefined}
          onChange={setPicture}
        />
        <TextField
          label={t('deadline')}
          description={t('deadlineHint')}
          type="date"
          value={typed.day}
          error={isChecked && isDeadlineWrong ? t('deadlineWrong') : undefined}
          onChange={({ currentTarget }) => change({ day: currentTarget.value })}
        />
        <Row>
          <ActionButton onClick={review}>{t('request')}</ActionButton>
        </Row>
      </Stack>
      {request ? (
        <ConfirmRequest
          order={order}
          request={request}
          picture={picture}
          onSent={clear}
          onClose={() => setRequest(null)}
        />
      ) : null}
    </div>
  )
}

function useAmountLimits() {
  const { money } = useFormats('medium')
  const { minAmountMinor, maxAmountMinor } = additionalCostLimits
  return { min: money(minAmountMinor), max: money(maxAmountMinor) }
}

interface LineAmountsProps {
  order: StaffOrderView
  amounts: Readonly<Record<string, string>>
  error: string | undefined
  onChange: (amounts: Readonly<Record<string, string>>) => void
}

/** An amount per part; parts that are left empty cost nothing more. */
function LineAmounts({ order, amounts, error, onChange }: LineAmountsProps) {
  const t = useTranslations('staff-additional-cost.form')
  const limits = useAmountLimits()

  return (
    <fieldset className={classes.amounts}>
      <legend>{t('lineAmounts')}</legend>
      <Hint>{t('amountHint', limits)}</Hint>
      {order.lines.map(({ id, name, quantity }) => (
        <TextField
          key={id}
          label={t('amountOf', { name, count: quantity })}
          inputMode="decimal"
          autoComplete="off"
          value={amounts[id] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...amounts, [id]: currentTarget.value })}
        />
      ))}
      {error === undefined ? null : (
        <Text size="sm" tone="danger" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}

interface PictureFieldProps {
  picture: File | null
  error: string | undefined
  onChange: (picture: File | null) => void
}

function PictureField({ picture, error, onChange }: PictureFieldProps) {
  const t = useTranslations('staff-additional-cost.form')
  const label = t(picture ? 'changePicture' : 'addPicture')
  const button = usePressAction<HTMLButtonElement>(label)

  return (
    <Stack gap="xs">
      <Row gap="sm">
        <FileButton
          ref={button}
          size="sm"
          label={label}
          accept={pictureTypes}
          onFiles={([file]) => onChange(file ?? null)}
        />
        {picture ? (
          <>
            <span>{picture.name}</span>
            <ActionButton size="sm" variant="quiet" onClick={() => onChange(null)}>
              {t('removePicture')}
            </ActionButton>
          </>
        ) : null}
      </Row>
      <Hint>{t('pictureHint')}</Hint>
      {error === undefined ? null : (
        <Text size="sm" tone="danger" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

interface ConfirmRequestProps {
  order: StaffOrderView
  request: CostRequest
  picture: File | null
  onSent: () => void
  onClose: () => void
}

/** Asks before the customer gets the request. */
function ConfirmRequest({ order, request, picture, onSent, onClose }: ConfirmRequestProps) {
  const t = useTranslations('staff-additional-cost.form')
  const { money, date } = useFormats('medium')
  const navigate = useNavigate()
  const { attempt, failure, busy } = useAttempt()
  const netMinor = request.items.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

  const confirm = () =>
    attempt(async () => {
      const cost = await requestCost(order.id, request, picture)
      onSent()
      await refreshStaffData()
      toast.success(t('done', { number: cost.number }))
      await navigate(staffAddress({ path: `additional-costs/${cost.id}` }))
    })

  return (
    <Confirm
      opened
      title={t('confirmTitle', { amount: money(netMinor) })}
      confirmLabel={t('request')}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure}>
          <ul className={classes.list}>
            {failure?.issues.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
        </FormAlert>
        <Text>
          {t(isTransportCost(request.reason) ? 'confirmShipment' : 'confirmProduction', {
            date: date(request.deadline),
          })}
        </Text>
      </Stack>
    </Confirm>
  )
}
