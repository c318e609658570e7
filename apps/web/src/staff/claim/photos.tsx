import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './claim.module.css'

type PhotoQuery = UseQueryOptions<Blob, Error, Blob, string[]> & { queryKey: QueryKey }

/** Photos that each open in full size. */
export function Photos({ photos }: { photos: readonly PhotoQuery[] }) {
  if (photos.length === 0) return null
  return (
    <ul className={classes.photos}>
      {photos.map((photo, i) => (
        <li key={photo.queryKey.join()} className={classes.photo}>
          <Photo photo={photo} number={i + 1} />
        </li>
      ))}
    </ul>
  )
}

function Photo({ photo, number }: { photo: PhotoQuery; number: number }) {
  const t = useTranslations('staff-claim')
  const { data, isError } = useQuery(photo)
  const url = useObjectUrl(data)
  const [isOpen, setIsOpen] = useState(false)
  if (isError) return <Hint>{t('photoMissing', { number })}</Hint>
  if (!url) return <Spinner />

  const name = t('photo', { number })

  return (
    <>
      <Button variant="bare" aria-label={t('openPhoto', { number })} onClick={() => setIsOpen(true)}>
        <img src={url} alt={name} />
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={name} size="xl">
        <img className={classes.full} src={url} alt={name} />
      </Dialog>
    </>
  )
}
