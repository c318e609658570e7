import { type ComponentType, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { PhotoRow } from '#ui/photo-thumb.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
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
  add: (file: File) => Promise<void>
  remove: (photoId: string) => Promise<void>
}

/** The photos of a step or an inspection; the camera of a tablet takes more. Needs the texts `staff-inspection`. */
export function PhotoForm(props: PhotoFormProps) {
  const t = useTranslations('staff-inspection')
  const { attempt, failure, busy } = useAttempt()
  const [asked, setAsked] = useState<string | null>(null)
  const { label, hint, photos, maxPhotos, Photo, canAdd, canRemove } = props

  const add = (files: readonly File[]) =>
    attempt(async () => {
      for (const file of files) await props.add(file)
    })
  const remove = (photoId: string) =>
    attempt(async () => {
      await props.remove(photoId)
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
      </PhotoRow>
      {canAdd && photos.length < maxPhotos ? (
        <FileButton
          label={t('takePhoto')}
          className={classes.large}
          accept={photoTypes}
          camera
          busy={busy}
          onFiles={(files) => void add(files.slice(0, maxPhotos - photos.length))}
        />
      ) : null}
      <FormAlert failure={failure} />
      <Confirm
        opened={asked !== null}
        danger
        title={t('removePhotoTitle')}
        confirmLabel={t('remove')}
        loading={busy}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{t('removePhotoText')}</p>
      </Confirm>
    </Stack>
  )
}
