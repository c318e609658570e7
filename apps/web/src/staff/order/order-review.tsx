import type { StaffOrderView } from '@cotation/contracts'
import { ratings } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { reviewPhotoQuery } from './order.api.ts'
import classes from './order.module.css'

/** What the customer thinks of the order, once there is a review. */
export function OrderReview({ order: { id, review } }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order.review')
  const texts = useTranslations('order.review')
  const { moment } = useFormats('medium')
  if (!review) return null

  return (
    <Section title={t('title')}>
      <Facts
        facts={ratings.map((rating) => ({
          label: texts(`rating.${rating}`),
          value: texts('outOf', { count: review[rating] }),
        }))}
      />
      {review.comment === '' ? null : <p className={classes.text}>{review.comment}</p>}
      <PhotoRow label={texts('photos')}>
        {review.photoIds.map((photoId, index) => (
          <li key={photoId}>
            <ReviewPhoto orderId={id} photoId={photoId} number={index + 1} />
          </li>
        ))}
      </PhotoRow>
      <Hint>{moment(review.at)}</Hint>
    </Section>
  )
}

interface ReviewPhotoProps {
  orderId: string
  photoId: string
  number: number
}

function ReviewPhoto({ orderId, photoId, number }: ReviewPhotoProps) {
  const t = useTranslations('staff-order.review')
  const { data, isLoadingError } = useQuery(reviewPhotoQuery(orderId, photoId))

  return (
    <PhotoThumb
      file={data}
      name={t('photo', { number })}
      openLabel={t('openPhoto', { number })}
      missing={isLoadingError ? t('photoMissing', { number }) : undefined}
    />
  )
}
