import { claimLimits } from '@cotation/domain'
import { useId, useRef, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FieldNote, Legend } from '#ui/field.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { addPhoto } from './after-sale.api.ts'
import { SentPhoto } from './photo-list.tsx'
import classes from './photos.module.css'

const photoTypes = 'image/jpeg,image/png,image/webp'

interface ChosenPhoto {
  key: string
  /** Shown without a second download. Null for a photo of a draft, which is fetched. */
  file: File | null
  /** Null while it is being sent. */
  photoId: string | null
}

/**
 * Photos that are sent as soon as they are chosen, so that a refused form loses none. `sentIds` are
 * those of a draft.
 */
export function useChosenPhotos(onChange: (photoIds: string[]) => void, sentIds: readonly string[] = []) {
  const t = useTranslations('after-sale.photos')
  const failureText = useFailureText()
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>(() =>
    sentIds.map((photoId) => ({ key: photoId, file: null, photoId })),
  )
  const [problems, setProblems] = useState<string[]>([])
  // The list at this moment: several photos are sent before React renders again.
  const latest = useRef(photos)

  const update = (next: readonly ChosenPhoto[]) => {
    latest.current = next
    setPhotos(next)
    onChange(next.flatMap(({ photoId }) => photoId ?? []))
  }

  const remove = (key: string) => update(latest.current.filter((photo) => photo.key !== key))

  const send = async (file: File) => {
    const key = newId()
    update([...latest.current, { key, file, photoId: null }])
    try {
      const photoId = await addPhoto(file)
      update(latest.current.map((photo) => (photo.key === key ? { ...photo, photoId } : photo)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      remove(key)
      setProblems((before) => [...before, t('failed', { name: file.name, why: failureText(error) })])
    }
  }

  const add = async (files: readonly File[]) => {
    const free = claimLimits.photos - latest.current.length
    setProblems(files.length > free ? [t('tooMany')] : [])
    for (const file of files.slice(0, free)) await send(file)
  }

  const removeChosen = (key: string) => {
    // "At most 6" would be wrong now.
    setProblems([])
    remove(key)
  }

  const clear = () => {
    setProblems([])
    update([])
  }

  return { photos, problems, add, remove: removeChosen, clear, busy: photos.some(({ photoId }) => photoId === null) }
}

interface PhotoFieldProps {
  chosen: ReturnType<typeof useChosenPhotos>
  isOptional: boolean
  error: string | undefined
}

export function PhotoField({ chosen, isOptional, error }: PhotoFieldProps) {
  const t = useTranslations('after-sale.photos')
  const id = useId()
  const { photos, problems, add, remove } = chosen

  return (
    <fieldset className={classes.field} aria-describedby={`${id}-hint ${id}-error`}>
      <Legend required={!isOptional}>{t('title')}</Legend>
      <Hint id={`${id}-hint`}>{t(isOptional ? 'hintOptional' : 'hint')}</Hint>
      <PhotoRow label={t('title')}>
        {photos.map(({ key, file, photoId }, i) => (
          <li key={key} className={classes.photo}>
            {file === null ? (
              <SentPhoto photoId={key} number={i + 1} />
            ) : (
              <PhotoThumb
                file={file}
                name={t('photo', { number: i + 1 })}
                openLabel={t('open', { number: i + 1 })}
                missing={undefined}
              />
            )}
            {photoId === null ? (
              <span className={classes.sending} role="status">
                <Spinner />
                <span className="visually-hidden">{t('sending', { number: i + 1 })}</span>
              </span>
            ) : (
              <IconButton
                className={classes.remove}
                aria-label={t('remove', { number: i + 1 })}
                onClick={() => remove(key)}
              >
                <CloseIcon />
              </IconButton>
            )}
          </li>
        ))}
      </PhotoRow>
      {photos.length < claimLimits.photos ? (
        <FileButton
          label={t('add')}
          accept={photoTypes}
          multiple
          size="sm"
          data-path="photoIds"
          onFiles={(files) => void add(files)}
        />
      ) : null}
      {problems.map((problem) => (
        <Text key={problem} size="sm" tone="danger" role="alert">
          {problem}
        </Text>
      ))}
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
    </fieldset>
  )
}
