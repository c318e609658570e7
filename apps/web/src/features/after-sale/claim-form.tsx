import { claimBody, type OrderToClaim } from '@cotation/contracts'
import { claimReasons, needsPhoto } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useMemo, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { newId } from '#lib/new-id.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { openClaim, orderToClaimQuery } from './after-sale.api.ts'
import classes from './after-sale.module.css'
import { type ClaimDraft, findDraft, removeDraft, saveDraft } from './claim-draft.ts'
import { withMaxQuantities } from './max-quantities.ts'
import { PlaceField } from './part-place.tsx'
import { PhotoField, useChosenPhotos } from './photo-field.tsx'
import { Product } from './product.tsx'
import { QuantityField } from './quantity-field.tsx'

/** Reports a problem with delivered parts. */
export function ClaimForm({ orderId }: { orderId: string }) {
  const t = useTranslations('after-sale')
  const failureText = useFailureText()
  const { data: order, error, isPending, refetch } = useQuery(orderToClaimQuery(orderId))
  if (isPending) return <LoadingState />

  // Not delivered yet, too late, or another account's: the server says why. A failed refetch keeps
  // the form that is being filled in.
  if (!order) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
      return <ErrorState isPage onRetry={() => void refetch()} />

    const back = (
      <LinkButton to="/user/order/after-sale" search={{}}>
        {t('back')}
      </LinkButton>
    )
    return <EmptyState isPage title={t('title')} text={failureText(error)} action={back} />
  }

  return <OpenForm key={orderId} order={order} />
}

type FormLine = ClaimDraft['lines'][number]

/** The contract's rules, and no more parts than are left. */
function claimSchema(lines: OrderToClaim['lines']) {
  const leftOf = (lineId: string) => lines.find((line) => line.lineId === lineId)?.left ?? 0
  return withMaxQuantities(claimBody, leftOf, (left) => (left > 0 ? 'CLAIM_QUANTITY' : 'CLAIM_NONE_LEFT'))
}

function OpenForm({ order: { order, until, lines } }: { order: OrderToClaim }) {
  const t = useTranslations('after-sale')
  const { date } = useFormats()
  const navigate = useNavigate()
  const [firstShown] = useState(lines)
  const schema = useMemo(() => claimSchema(lines), [lines])
  const [draft] = useState(() => firstDraft(order.id, lines))
  const form = useZodForm(schema, draft)
  const photos = useChosenPhotos((photoIds) => form.setFieldValue('photoIds', photoIds), draft.photoIds)
  const { onSubmit, failure, sending } = useSubmission(form, async (claim) => {
    const { id } = await openClaim(order.id, claim)
    removeDraft(order.id)
    toast.success(t('form.done', { number: order.number }))
    await navigate({ to: '/user/order/after-sale', search: { claim: id }, replace: true })
  })

  const isSent = failure?.code === 'CLAIM_SENT'
  useEffect(() => {
    // A claim with the key of this form exists: the next form needs another one.
    if (isSent) removeDraft(order.id)
    else saveDraft(order.id, form.values)
  }, [isSent, order.id, form.values])

  const reason = claimReasons.find((name) => name === form.values.reason)
  const reasonField = form.getInputProps('reason')
  const chooseReason = (event: ChangeEvent<HTMLSelectElement>) => {
    reasonField.onChange(event)
    // Whether photos are required depends on the reason.
    form.clearFieldError('photoIds')
  }

  return (
    <form className={classes.page} onSubmit={onSubmit} noValidate aria-labelledby="claim-title">
      <header>
        <Text size="sm">
          <Link to="/user/order/after-sale" search={{}}>
            {t('back')}
          </Link>
        </Text>
        <Heading level={1} id="claim-title" className={classes.title}>
          {t('form.title', { number: order.number })}
        </Heading>
        <Hint>{t('form.intro', { date: date(until) })}</Hint>
      </header>
      <FormAlert failure={failure} />
      <ChangedCounts before={firstShown} lines={lines} />
      <RequiredNote />
      <Products form={form} orderId={order.id} lines={lines} />
      <Stack className={classes.fields}>
        <Select
          {...reasonField}
          onChange={chooseReason}
          label={t('form.reason')}
          placeholder={t('form.reasonPlaceholder')}
          options={claimReasons.map((name) => ({ value: name, label: t(`reason.${name}`) }))}
          required
        />
        <TextArea
          {...form.getInputProps('text')}
          label={t('form.text')}
          description={t('form.textHint')}
          limit={2000}
          rows={4}
          required
        />
        <PhotoField
          chosen={photos}
          isOptional={reason !== undefined && !needsPhoto(reason)}
          error={form.errorText('photoIds')}
        />
        <Row>
          <Button type="submit" loading={sending || photos.busy}>
            {t('form.submit')}
          </Button>
          <LinkButton
            to="/user/order/detail/$orderId"
            params={{ orderId: order.id }}
            search={{}}
            variant="secondary"
            onClick={() => removeDraft(order.id)}
          >
            {t('form.cancel')}
          </LinkButton>
        </Row>
      </Stack>
    </form>
  )
}

/** The draft of this tab, without lines that the order no longer offers, or an empty form. */
function firstDraft(orderId: string, lines: OrderToClaim['lines']): ClaimDraft {
  const draft = findDraft(orderId)
  if (draft) {
    const isOffered = ({ lineId }: FormLine) => lines.some((line) => line.lineId === lineId)
    return { ...draft, lines: draft.lines.filter(isOffered) }
  }

  return { submissionKey: newId(), lines: firstLines(lines), reason: '', text: '', photoIds: [] }
}

/** The only product is selected at once: there is nothing to choose. */
function firstLines(lines: OrderToClaim['lines']): FormLine[] {
  const [only] = lines
  return lines.length === 1 && only && only.left > 0 ? [{ lineId: only.lineId, quantity: null, place: null }] : []
}

/** Says which counts another tab or staff have changed since the form was opened. */
function ChangedCounts({ before, lines }: { before: OrderToClaim['lines']; lines: OrderToClaim['lines'] }) {
  const t = useTranslations('after-sale.form')
  const changes = lines.flatMap(({ lineId, name, left }) => {
    const leftBefore = before.find((line) => line.lineId === lineId)?.left ?? left
    return leftBefore === left ? [] : [{ lineId, name, left, before: leftBefore }]
  })

  return (
    <div role="status">
      {changes.length > 0 ? (
        <Alert tone="warning" title={t('changedTitle')}>
          <ul>
            {changes.map(({ lineId, ...counts }) => (
              <li key={lineId}>{t('changed', counts)}</li>
            ))}
          </ul>
          <p>{t('changedText')}</p>
        </Alert>
      ) : null}
    </div>
  )
}

interface LinesForm {
  values: { lines: FormLine[] }
  setFieldValue: (path: 'lines', lines: FormLine[]) => void
  /** Errors are kept by position, which changes with the lines. */
  clearErrors: () => void
  errorText: (path: string) => string | undefined
}

interface ProductsProps {
  form: LinesForm
  orderId: string
  lines: OrderToClaim['lines']
}

/** The parts that are claimed, how many of each, and where on the model. */
function Products({ form, orderId, lines }: ProductsProps) {
  const t = useTranslations('after-sale.form')
  const claimed = form.values.lines
  const setLines = (next: FormLine[]) => {
    form.clearErrors()
    form.setFieldValue('lines', next)
  }
  const change = (lineId: string, part: Partial<FormLine>) =>
    setLines(claimed.map((line) => (line.lineId === lineId ? { ...line, ...part } : line)))
  const toggle = (lineId: string, isOn: boolean) => {
    const others = claimed.filter((line) => line.lineId !== lineId)
    setLines(isOn ? [...others, { lineId, quantity: null, place: null }] : others)
  }

  return (
    <CheckboxGroup label={t('products')} error={form.errorText('lines')} required>
      <ul className={classes.products}>
        {lines.map((line) => {
          const { lineId, name, left, quantity, hasModel } = line
          const index = claimed.findIndex((one) => one.lineId === lineId)
          const chosen = claimed[index]

          return (
            <Product
              key={lineId}
              product={line}
              title={
                <Checkbox
                  label={name}
                  checked={chosen !== undefined}
                  disabled={left === 0 && !chosen}
                  data-path={index === -1 ? 'lines' : undefined}
                  onChange={({ currentTarget }) => toggle(lineId, currentTarget.checked)}
                />
              }
            >
              <Hint>{t('left', { left, quantity })}</Hint>
              {chosen ? (
                <Row>
                  <QuantityField
                    label={t('quantity')}
                    name={t('quantityOf', { name })}
                    path={`lines.${index}.quantity`}
                    max={left}
                    value={chosen.quantity}
                    error={form.errorText(`lines.${index}.quantity`)}
                    onChange={(value) => change(lineId, { quantity: value })}
                  />
                  {hasModel ? (
                    <PlaceField
                      part={{ orderId, lineId, name }}
                      place={chosen.place}
                      onChange={(place) => change(lineId, { place })}
                    />
                  ) : null}
                </Row>
              ) : null}
            </Product>
          )
        })}
      </ul>
    </CheckboxGroup>
  )
}
