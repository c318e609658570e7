import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { photoQuery } from './after-sale.api.ts'
import classes from './photos.module.css'

/** The photos of one message. Each opens in full size. */
export function PhotoList({ photoIds }: { photoIds: readonly string[] }) {
  if (photoIds.length === 0) return null
  return (
    <ul className={classes.photos}>
      {photoIds.map((photoId, i) => (
        <li key={photoId} className={classes.photo}>
          <Photo photoId={photoId} number={i + 1} />
        </li>
      ))}
    </ul>
  )
}

function Photo({ photoId, number }: { photoId: string; number: number }) {
  const t = useTranslations('after-sale.photos')
  const { data, isError } = useQuery(photoQuery(photoId))
  const url = useObjectUrl(data)
  const [isOpen, setIsOpen] = useState(false)
  if (isError) return <span className={classes.missing}>{t('unavailable', { number })}</span>
  if (!url) return <Spinner />

  const name = t('photo', { number })

  return (
    <>
      <Button variant="bare" aria-label={t('open', { number })} onClick={() => setIsOpen(true)}>
        <img src={url} alt={name} />
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={name} size="xl">
        <img className={classes.full} src={url} alt={name} />
      </Dialog>
    </>
  )
}
