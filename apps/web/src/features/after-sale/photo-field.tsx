import { claimLimits } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { FieldNote, Legend } from '#ui/field.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { addPhoto, photoQuery } from './after-sale.api.ts'
import classes from './photos.module.css'

const photoTypes = 'image/jpeg,image/png,image/webp'

interface ChosenPhoto {
  key: string
  /** The file itself: no second download. Null for a photo of a draft, which is fetched. */
  url: string | null
  /** Null while it is being sent. */
  photoId: string | null
}

function release(photos: readonly ChosenPhoto[]) {
  for (const { url } of photos) if (url !== null) URL.revokeObjectURL(url)
}

/**
 * Photos that are sent as soon as they are chosen, so that a refused form loses none. `sentIds` are
 * those of a draft.
 */
export function useChosenPhotos(onChange: (photoIds: string[]) => void, sentIds: readonly string[] = []) {
  const t = useTranslations('after-sale.photos')
  const failureText = useFailureText()
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>(() =>
    sentIds.map((photoId) => ({ key: photoId, url: null, photoId })),
  )
  const [problems, setProblems] = useState<string[]>([])
  // The list at this moment: several photos are sent before React renders again.
  const latest = useRef(photos)

  useEffect(() => {
    return () => release(latest.current)
  }, [])

  const update = (next: readonly ChosenPhoto[]) => {
    latest.current = next
    setPhotos(next)
    onChange(next.flatMap(({ photoId }) => photoId ?? []))
  }

  const remove = (key: string) => {
    release(latest.current.filter((photo) => photo.key === key))
    update(latest.current.filter((photo) => photo.key !== key))
  }

  const send = async (file: File) => {
    const key = newId()
    update([...latest.current, { key, url: URL.createObjectURL(file), photoId: null }])
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
    release(latest.current)
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
      {photos.length === 0 ? null : (
        <ul className={classes.photos}>
          {photos.map(({ key, url, photoId }, i) => (
            <li key={key} className={classes.photo}>
              {url === null ? (
                <DraftPhoto photoId={key} number={i + 1} />
              ) : (
                <img src={url} alt={t('photo', { number: i + 1 })} />
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
        </ul>
      )}
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

function DraftPhoto({ photoId, number }: { photoId: string; number: number }) {
  const t = useTranslations('after-sale.photos')
  const { data, isError } = useQuery(photoQuery(photoId))
  const url = useObjectUrl(data)
  if (isError) return <span className={classes.missing}>{t('unavailable', { number })}</span>
  return url ? <img src={url} alt={t('photo', { number })} /> : <Spinner />
}
