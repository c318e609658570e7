import type { OrderView } from '@cotation/contracts'
import { ratings } from '@cotation/domain'
import { IconStarFilled } from '@tabler/icons-react'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '../section.tsx'
import classes from './review.module.css'
import { ReviewForm } from './review-form.tsx'

const stars = [1, 2, 3, 4, 5] as const

function SubmittedReview({ review }: { review: NonNullable<OrderView['review']> }) {
  const t = useTranslations('order.review')
  const { date } = useOrderWords()

  return (
    <>
      <p className={classes.intro}>{t('done', { date: date(review.at) })}</p>
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
export function Review({ order: { id, review, can } }: { order: OrderView }) {
  const t = useTranslations('order.review')
  if (!review && !can.review) return null

  return (
    <Section title={t('title')}>{review ? <SubmittedReview review={review} /> : <ReviewForm orderId={id} />}</Section>
  )
}
