import type { CurrentInspectionView } from '@cotation/contracts'
import { maxInspectionPhotos } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { PhotoRow } from '#ui/photo-thumb.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { InspectionPhoto } from '../shared/inspection-summary.tsx'
import { addPhoto, removePhoto } from './inspection.api.ts'
import classes from './work.module.css'

const photoTypes = 'image/jpeg,image/png,image/webp'

/** The photos of the inspection that is being done; the camera of a tablet takes more. */
export function InspectionPhotos({ inspection, mayRecord }: { inspection: CurrentInspectionView; mayRecord: boolean }) {
  const t = useTranslations('staff-inspection')
  const { attempt, failure, busy } = useAttempt()
  const [asked, setAsked] = useState<string | null>(null)
  const { runCode: code, photos, isReady } = inspection

  const add = (files: readonly File[]) =>
    attempt(async () => {
      for (const file of files) await addPhoto(code, file)
    })
  const remove = (photoId: string) =>
    attempt(async () => {
      await removePhoto(code, photoId)
      setAsked(null)
    })

  return (
    <Stack gap="sm">
      <Heading level={3}>{t('photosTitle')}</Heading>
      <Hint>{t('photosHint')}</Hint>
      <PhotoRow label={t('photosTitle')}>
        {photos.map(({ id }, index) => (
          <li key={id} className={classes.photo}>
            <InspectionPhoto photoId={id} number={index + 1} />
            {mayRecord ? (
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
      {mayRecord && isReady && photos.length < maxInspectionPhotos ? (
        <FileButton
          label={t('takePhoto')}
          className={classes.large}
          accept={photoTypes}
          camera
          busy={busy}
          onFiles={(files) => void add(files.slice(0, maxInspectionPhotos - photos.length))}
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
