import { type ReactNode, useState } from 'react'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './photo-thumb.module.css'
import { Spinner } from './spinner.tsx'

/** Photos in a row, each a `PhotoThumb` with what belongs to it. */
export function PhotoRow({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <ul className={classes.photos} aria-label={label}>
      {children}
    </ul>
  )
}

interface PhotoThumbProps {
  /** Undefined while it is being fetched. */
  file: Blob | undefined
  name: string
  openLabel: string
  /** Why there is no photo, if it could not be fetched. */
  missing: string | undefined
}

/** A small private photo, which opens in full size. */
export function PhotoThumb({ file, name, openLabel, missing }: PhotoThumbProps) {
  const url = useObjectUrl(file)
  const [isOpen, setOpen] = useState(false)
  if (missing !== undefined) return <span className={`${classes.photo} ${classes.missing}`}>{missing}</span>
  if (!url)
    return (
      <span className={classes.photo}>
        <Spinner />
      </span>
    )

  return (
    <>
      <Button variant="bare" className={classes.photo} aria-label={openLabel} onClick={() => setOpen(true)}>
        <img src={url} alt={name} />
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={name} size="xl">
        <img className={classes.full} src={url} alt={name} />
      </Dialog>
    </>
  )
}
