import { afterSaleOrderBody, type WorkOrderView, workOrderNumbers } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FieldPair } from '#ui/forms/field-pair.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { placeAfterSaleOrder, workOrderQuery } from './after-sale.api.ts'
import classes from './after-sale.module.css'
import { withMaxQuantities } from './max-quantities.ts'
import { Product } from './product.tsx'
import { QuantityField } from './quantity-field.tsx'

interface Numbers {
  orderNumber: string
  workOrderNumber: string
}

/**
 * The form of the after-sale order (spec 2, 3, 5): two numbers, then the products. The numbers are
 * part of the address: a claim links to its own, and a reload shows the same products.
 */
export function ReprintForm(numbers: Numbers) {
  const t = useTranslations('after-sale.order')
  const isGiven = numbers.orderNumber !== '' && numbers.workOrderNumber !== ''
  const found = useQuery({ ...workOrderQuery(numbers), enabled: isGiven })
  const failure = isGiven && found.error instanceof ApiError ? found.error : null

  return (
    <div className={classes.page}>
      <div>
        <Heading level={2}>{t('title')}</Heading>
        <Hint>{t('intro')}</Hint>
      </div>
      <NumbersForm initial={numbers} failure={failure} finding={isGiven && found.isFetching} />
      {isGiven && found.data ? <Found key={found.data.claimId} workOrder={found.data} /> : null}
    </div>
  )
}

interface NumbersFormProps {
  initial: Numbers
  failure: ApiError | null
  finding: boolean
}

function NumbersForm({ initial, failure, finding }: NumbersFormProps) {
  const t = useTranslations('after-sale.order')
  const validation = useTranslations('validation')
  const navigate = useNavigate()
  const form = useZodForm(workOrderNumbers, { ...initial })
  const find = form.onSubmit(async ({ orderNumber, workOrderNumber }) => {
    // The same numbers again may have another answer by now.
    void queryClient.invalidateQueries(workOrderQuery({ orderNumber, workOrderNumber }))
    const search = { tab: 'order', number: orderNumber, workOrder: workOrderNumber }
    await navigate({ to: '/user/order/after-sale', search, replace: true })
  })

  const lacksBoth = Boolean(form.errors.orderNumber && form.errors.workOrderNumber)

  return (
    <form className={classes.fields} onSubmit={find} noValidate aria-label={t('title')}>
      <Stack>
        {lacksBoth ? (
          <Alert tone="danger" role="alert">
            <p>{validation('BOTH_NUMBERS_REQUIRED')}</p>
          </Alert>
        ) : null}
        <FormAlert failure={failure} />
        <RequiredNote />
        <FieldPair>
          <TextField
            {...form.getInputProps('orderNumber')}
            label={t('number')}
            description={t('numberHint')}
            maxLength={40}
            required
          />
          <TextField
            {...form.getInputProps('workOrderNumber')}
            label={t('workOrder')}
            description={t('workOrderHint')}
            maxLength={40}
            required
          />
        </FieldPair>
        <Row>
          <Button type="submit" variant="secondary" loading={finding}>
            {t('find')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

/** The products, or the order that was already placed with these numbers. */
function Found({ workOrder }: { workOrder: WorkOrderView }) {
  const t = useTranslations('after-sale.order')
  const { reprint, workOrderNumber } = workOrder
  if (!reprint) return <ProductsForm workOrder={workOrder} />

  return (
    <Alert tone="good" role="status">
      <p>
        {t.rich('placed', {
          workOrder: workOrderNumber,
          number: reprint.number,
          order: (chunks) => (
            <Link to="/user/order/detail/$orderId" params={{ orderId: reprint.id }} search={{}}>
              {chunks}
            </Link>
          ),
        })}
      </p>
    </Alert>
  )
}

interface FormLine {
  lineId: string
  quantity: number | null
}

/** The contract's rules, and no more than the claim allows (spec 5). */
function orderSchema(lines: WorkOrderView['lines']) {
  const claimedOf = (lineId: string) => lines.find((line) => line.lineId === lineId)?.claimed ?? 0
  return withMaxQuantities(afterSaleOrderBody, claimedOf, () => 'REFABRICATION_TOO_HIGH')
}

/** Prefilled with what was claimed. */
function ProductsForm({ workOrder }: { workOrder: WorkOrderView }) {
  const t = useTranslations('after-sale.order')
  const navigate = useNavigate()
  const { order, workOrderNumber, lines } = workOrder
  const schema = useMemo(() => orderSchema(lines), [lines])
  const claimed = lines.filter((line) => line.claimed > 0)
  const form = useZodForm(schema, {
    orderNumber: order.number,
    workOrderNumber,
    lines: claimed.map(({ lineId, claimed: quantity }): FormLine => ({ lineId, quantity })),
  })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    const { orderId, number } = await placeAfterSaleOrder(body)
    toast.success(t('done', { number }))
    await navigate({ to: '/user/order/detail/$orderId', params: { orderId }, search: {} })
  })

  const chosen = form.values.lines
  const leftOut = partsLeftOut(claimed, chosen)
  const [isAsking, setIsAsking] = useState(false)
  const askOrSubmit = form.onSubmit(() => {
    if (leftOut.length > 0) setIsAsking(true)
    else onSubmit()
  })
  const submitPartial = () => {
    setIsAsking(false)
    onSubmit()
  }

  const acceptedParts = claimed.reduce((sum, line) => sum + line.claimed, 0)
  const chosenParts = chosen.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  // A field that is empty or zero has its own error: "0 of 5" would look like a choice.
  const isFilledIn = chosen.length > 0 && chosen.every(({ quantity }) => quantity !== null && quantity > 0)

  const setLines = (next: FormLine[]) => {
    // Errors are kept by position, which changes with the lines.
    form.clearErrors()
    form.setFieldValue('lines', next)
  }
  const toggle = (lineId: string, isOn: boolean) => {
    const others = chosen.filter((line) => line.lineId !== lineId)
    setLines(isOn ? [...others, { lineId, quantity: null }] : others)
  }
  const setQuantity = (lineId: string, quantity: number | null) =>
    setLines(chosen.map((line) => (line.lineId === lineId ? { lineId, quantity } : line)))

  return (
    <form className={classes.page} onSubmit={askOrSubmit} noValidate aria-label={t('products')}>
      <FormAlert failure={failure} />
      <CheckboxGroup label={t('products')} error={form.errorText('lines')}>
        <ul className={classes.products}>
          {lines.map((line) => {
            const index = chosen.findIndex(({ lineId }) => lineId === line.lineId)
            return (
              <RefabricatedProduct
                key={line.lineId}
                line={line}
                path={`lines.${index}.quantity`}
                chosen={chosen[index]}
                error={form.errorText(`lines.${index}.quantity`)}
                onToggle={(isOn) => toggle(line.lineId, isOn)}
                onQuantity={(quantity) => setQuantity(line.lineId, quantity)}
              />
            )
          })}
        </ul>
      </CheckboxGroup>
      <div role="status">
        {isFilledIn && chosenParts < acceptedParts ? (
          <Alert tone="warning">
            <p>{t('partial', { chosen: chosenParts, accepted: acceptedParts })}</p>
          </Alert>
        ) : null}
      </div>
      <Text size="sm">{t('terms')}</Text>
      <Row>
        <Button type="submit" loading={sending}>
          {t('submit')}
        </Button>
      </Row>
      <Confirm
        opened={isAsking}
        title={t('leftOut.title')}
        confirmLabel={t('leftOut.confirm')}
        danger
        onConfirm={submitPartial}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('leftOut.text')}</p>
        <ul>
          {leftOut.map(({ lineId, name, parts }) => (
            <li key={lineId}>{t('leftOut.product', { name, parts })}</li>
          ))}
        </ul>
        <p>{t('leftOut.end')}</p>
      </Confirm>
    </form>
  )
}

/** The accepted parts that would not be made again: a work order number serves one order. */
function partsLeftOut(claimed: WorkOrderView['lines'], chosen: readonly FormLine[]) {
  return claimed
    .map(({ lineId, name, claimed: accepted }) => {
      const ordered = chosen.find((line) => line.lineId === lineId)?.quantity ?? 0
      return { lineId, name, parts: accepted - ordered }
    })
    .filter(({ parts }) => parts > 0)
}

interface RefabricatedProductProps {
  line: WorkOrderView['lines'][number]
  path: string
  chosen: FormLine | undefined
  error: string | undefined
  onToggle: (isOn: boolean) => void
  onQuantity: (quantity: number | null) => void
}

function RefabricatedProduct({ line, path, chosen, error, onToggle, onQuantity }: RefabricatedProductProps) {
  const t = useTranslations('after-sale.order')
  const { name, quantity, claimed, anodized, acceptedRules } = line

  return (
    <Product
      product={line}
      title={
        <Checkbox
          label={t('select', { name })}
          checked={chosen !== undefined}
          disabled={claimed === 0}
          data-path={chosen ? undefined : 'lines'}
          onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
        />
      }
    >
      <Hint className={classes.facts}>
        <span>{t('original', { quantity })}</span>
        <span>{claimed === 0 ? t('notClaimed') : t('claimed', { claimed })}</span>
        {acceptedRules.length > 0 ? <span>{t('risks', { count: acceptedRules.length })}</span> : null}
      </Hint>
      {chosen ? (
        <Row>
          <QuantityField
            label={t('quantity')}
            name={t('quantityOf', { name })}
            path={path}
            max={claimed}
            value={chosen.quantity}
            error={error}
            onChange={onQuantity}
          />
          {anodized ? (
            <Text as="span" size="sm">
              {t('anodizing', { quantity: chosen.quantity ?? 0 })}
            </Text>
          ) : null}
        </Row>
      ) : null}
    </Product>
  )
}
