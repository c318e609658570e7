import { type OrderView, reviewBody } from '@cotation/contracts'
import { ratings } from '@cotation/domain'
import { IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { FieldNote } from '#ui/field.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Radio } from '#ui/radio-group.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { reviewOrder } from '../order.api.ts'
import classes from './review.module.css'
import { ReviewPhotos } from './review-photos.tsx'

const stars = [1, 2, 3, 4, 5] as const

interface StarFieldProps {
  name: string
  label: string
  /** 0 while nothing is chosen. */
  value: number
  /** The id of the error of all ratings, if this one is missing. */
  errorId: string | undefined
  onChange: (value: number) => void
}

/** Radio buttons, so that one to five stars work with the keyboard and screen readers. */
function StarField({ name, label, value, errorId, onChange }: StarFieldProps) {
  const t = useTranslations('order.review')
  const id = useId()

  return (
    <fieldset className={classes.field} aria-describedby={errorId}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.stars}>
        {stars.map((star) => (
          <label key={star} htmlFor={`${id}-${star}`} className={classes.star} data-on={star <= value || undefined}>
            <Radio
              id={`${id}-${star}`}
              className="visually-hidden"
              name={`${id}-${name}`}
              value={star}
              checked={star === value}
              required
              aria-invalid={errorId !== undefined}
              data-path={star === 1 ? name : undefined}
              onChange={() => onChange(star)}
            />
            <IconStarFilled size={26} aria-hidden />
            <span className="visually-hidden">{t('star', { count: star })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const unrated = { stars: 0, workmanship: 0, product: 0, service: 0, logistics: 0, comment: '' }

/** The five ratings of spec 3 and a comment, once per order. */
function ReviewForm({ orderId }: { orderId: string }) {
  const t = useTranslations('order.review')
  const form = useZodForm(reviewBody, unrated)
  const id = useId()
  const missing = ratings.filter((rating) => form.errors[rating] !== undefined)
  const { onSubmit, failure, sending } = useSubmission(form, async (review) => {
    await reviewOrder(orderId, review)
    toast.success(t('thanks'))
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        <Text size="sm" tone="soft">
          {t('intro')}
        </Text>
        <FormAlert failure={failure} />
        <div className={classes.ratings}>
          {ratings.map((rating) => (
            <StarField
              key={rating}
              name={rating}
              label={t(`rating.${rating}`)}
              value={form.values[rating]}
              errorId={missing.includes(rating) ? `${id}-error` : undefined}
              onChange={(value) => form.setFieldValue(rating, value)}
            />
          ))}
        </div>
        {/* Once for all ratings: the same sentence five times would only be noise. */}
        <FieldNote id={id} kind="error">
          {missing.length > 0
            ? t('missing', { ratings: missing.map((rating) => t(`rating.${rating}`)).join(', ') })
            : null}
        </FieldNote>
        <TextArea {...form.getInputProps('comment')} label={t('comment')} limit={2000} rows={3} />
        <Row>
          <Button type="submit" size="sm" loading={sending}>
            {t('submit')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

function SubmittedReview({ review }: { review: NonNullable<OrderView['review']> }) {
  const t = useTranslations('order.review')
  const { date } = useFormats('medium')

  return (
    <>
      <Text size="sm" tone="soft">
        {t('done', { date: date(review.at) })}
      </Text>
      <dl className={classes.ratings}>
        {ratings.map((rating) => (
          <div key={rating}>
            <dt className={classes.label}>{t(`rating.${rating}`)}</dt>
            <dd className={classes.stars}>
              <span className="visually-hidden">{t('outOf', { count: review[rating] })}</span>
              {stars.map((star) => (
                <span key={star} className={classes.star} data-on={star <= review[rating] || undefined}>
                  <IconStarFilled size={18} aria-hidden />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {review.comment === '' ? null : <blockquote className={classes.comment}>{review.comment}</blockquote>}
    </>
  )
}

/** The review, or the form when the server allows one (after delivery). */
export function Review({ order }: { order: OrderView }) {
  const t = useTranslations('order.review')
  const { id, review, can } = order
  if (!review && !can.review) return null

  if (!review)
    return (
      <Section title={t('title')}>
        <ReviewForm orderId={id} />
      </Section>
    )

  return (
    <Section title={t('title')}>
      <SubmittedReview review={review} />
      <ReviewPhotos order={order} />
    </Section>
  )
}
