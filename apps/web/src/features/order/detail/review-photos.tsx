import { type OrderView, orderRoutes } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { FileButton } from '#ui/file-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { addReviewPhoto, reviewPhotoQuery } from '../order.api.ts'
import classes from './review.module.css'

const photoTypes = ['image/jpeg', 'image/png', 'image/webp']

/** The photos of a review, and the button that adds one. */
export function ReviewPhotos({ order: { id, review, can } }: { order: OrderView }) {
  const t = useTranslations('order.review')
  const { attempt, failure, busy } = useAttempt()
  const [problem, setProblem] = useState<string | null>(null)
  const photoIds = review?.photoIds ?? []

  const add = (file: File) => {
    setProblem(null)
    if (!photoTypes.includes(file.type)) return setProblem(t('photoUnsupported'))
    if (file.size > orderRoutes.addPhoto.upload.maxBytes) return setProblem(t('photoTooLarge'))

    void attempt(async () => {
      await addReviewPhoto(id, file)
      toast.success(t('photoAdded'))
    })
  }

  return (
    <Stack gap="sm">
      {photoIds.length > 0 ? (
        <ul className={classes.photos} aria-label={t('photos')}>
          {photoIds.map((photoId, index) => (
            <li key={photoId}>
              <Photo orderId={id} photoId={photoId} alt={t('photoAlt', { number: index + 1 })} />
            </li>
          ))}
        </ul>
      ) : null}
      {can.addPhoto ? (
        <Row>
          <FileButton
            label={t('addPhoto')}
            size="sm"
            busy={busy}
            accept={photoTypes.join(',')}
            onFiles={([file]) => file && add(file)}
          />
          <Hint as="span">{t('photoHint')}</Hint>
        </Row>
      ) : (
        <Hint>{t('photosFull')}</Hint>
      )}
      <FormAlert failure={failure} />
      {problem ? (
        <Text size="sm" tone="danger" role="alert">
          {problem}
        </Text>
      ) : null}
    </Stack>
  )
}

function Photo({ orderId, photoId, alt }: { orderId: string; photoId: string; alt: string }) {
  const { data } = useQuery(reviewPhotoQuery(orderId, photoId))
  const url = useObjectUrl(data)

  return url ? <img className={classes.photo} src={url} alt={alt} /> : <span className={classes.photo} />
}
