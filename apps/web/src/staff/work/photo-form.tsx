import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { photoQueue } from './inspection.api.ts'
import { isOfSubject, lostPhoto, type PhotoSubject, type QueuedPhoto } from './photo-queue.ts'
import type { useWorkQueues } from './use-work-queues.ts'
import classes from './work.module.css'

const photoTypes = 'image/jpeg,image/png,image/webp'

interface PhotoFormProps {
  label: string
  /** Who sees the photos. */
  hint: string
  photos: readonly { id: string }[]
  maxPhotos: number
  Photo: ComponentType<{ photoId: string; number: number }>
  canAdd: boolean
  canRemove: boolean
  queues: ReturnType<typeof useWorkQueues>
  code: string
  subject: PhotoSubject
  remove: (photoId: string) => Promise<void>
}

/**
 * The photos of a step or an inspection; the camera of a tablet takes more, also without a network.
 * Needs the texts `staff-inspection` and `staff-work`.
 */
export function PhotoForm(props: PhotoFormProps) {
  const t = useTranslations('staff-inspection')
  const { attempt, failure, busy } = useAttempt()
  const [asked, setAsked] = useState<string | null>(null)
  const { label, hint, photos, maxPhotos, Photo, canAdd, canRemove, queues, code, subject } = props
  const { memberId } = queues
  const sending = useStore(photoQueue.sending)

  // One that the server has stored may still wait for its answer.
  const isStored = (key: string) => photos.some(({ id }) => id === key)
  const queued = queues.ownPhotos.filter((photo) => isOfSubject(photo, code, subject) && !isStored(photo.key))
  const free = maxPhotos - photos.length - queued.length
  const mayAdd = canAdd && free > 0
  const photoButton = usePressAction<HTMLButtonElement>(mayAdd && !busy ? t('takePhoto') : null)

  const add = (files: readonly File[]) =>
    attempt(async () => {
      for (const file of files) await photoQueue.add(memberId, code, subject, file)
      void photoQueue.flush(memberId)
    })

  const remove = (photoId: string) =>
    attempt(async () => {
      // It may have arrived while the person was asked.
      if (isStored(photoId)) await props.remove(photoId)
      else photoQueue.discard(photoId)
      setAsked(null)
    })

  return (
    <Stack gap="sm">
      <Hint>{hint}</Hint>
      <PhotoRow label={label}>
        {photos.map(({ id }, index) => (
          <li key={id} className={classes.photo}>
            <Photo photoId={id} number={index + 1} />
            {canRemove ? (
              <IconButton
                className={classes.removePhoto}
                aria-label={t('removePhoto', { number: index + 1 })}
                onClick={() => setAsked(id)}
              >
                <CloseIcon />
              </IconButton>
            ) : null}
          </li>
        ))}
        {queued.map((photo, index) => (
          <li key={photo.key} className={classes.photo}>
            <WaitingPhoto photo={photo} number={photos.length + index + 1} onRemove={() => setAsked(photo.key)} />
          </li>
        ))}
      </PhotoRow>
      {mayAdd ? (
        <FileButton
          ref={photoButton}
          label={t('takePhoto')}
          className={classes.large}
          accept={photoTypes}
          camera
          busy={busy}
          onFiles={(files) => void add(files.slice(0, free))}
        />
      ) : null}
      <FormAlert failure={failure} />
      <Confirm
        opened={asked !== null}
        danger
        title={t('removePhotoTitle')}
        confirmLabel={t('remove')}
        loading={busy || (asked !== null && asked === sending)}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{t('removePhotoText')}</p>
      </Confirm>
    </Stack>
  )
}

interface WaitingPhotoProps {
  photo: QueuedPhoto
  /** In its row. */
  number: number
  onRemove: () => void
}

/** A photo that is only in this browser so far. */
function WaitingPhoto({ photo: { key, refusal }, number, onRemove }: WaitingPhotoProps) {
  const t = useTranslations('staff-inspection')
  const work = useTranslations('staff-work')
  const { data: file } = useQuery({
    queryKey: ['waiting-photo', key],
    queryFn: () => photoQueue.files.get(key),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isGone = file === null || refusal === lostPhoto

  return (
    <>
      <PhotoThumb
        file={file ?? undefined}
        name={t('photo', { number })}
        openLabel={t('openPhoto', { number })}
        missing={isGone ? t('photoUnavailable', { number }) : undefined}
      />
      <Hint as="span">{work(refusal === null ? 'photoWaits' : 'photoRefused')}</Hint>
      <IconButton className={classes.removePhoto} aria-label={t('removePhoto', { number })} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </>
  )
}
