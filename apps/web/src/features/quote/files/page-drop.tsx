import { useEffect, useState } from 'react'
import { type DroppedFiles, droppedFiles } from './dropped-files.ts'
import classes from './page-drop.module.css'

interface PageDropProps {
  title: string
  text?: string
  onFiles: (dropped: DroppedFiles) => void
  /** Something that may be files is over the page: what takes them can be fetched meanwhile. */
  onNear?: () => void
}

/**
 * Text and links that are dragged are none of our business. Tests and old browsers do not say what
 * it is.
 */
const mayBeFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && (transfer.types === undefined || transfer.types.includes('Files'))

/** Takes files that are let go anywhere on the page, and shows so while they are over it. */
export function PageDrop({ title, text, onFiles, onNear }: PageDropProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!mayBeFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
      onNear?.()
    }

    const leave = (event: DragEvent) => {
      // Only out of the window: between two elements the drag is still over the page.
      if (!event.relatedTarget) setOver(false)
    }

    const drop = (event: DragEvent) => {
      setOver(false)
      if (!mayBeFiles(event.dataTransfer)) return
      // Otherwise the browser shows the file in place of the page.
      event.preventDefault()
      void droppedFiles(event.dataTransfer).then((dropped) => {
        if (dropped.files.length + dropped.leftOut > 0) onFiles(dropped)
      })
    }
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop }
    const names = Object.keys(listeners) as (keyof typeof listeners)[]
    for (const name of names) window.addEventListener(name, listeners[name])

    return () => {
      for (const name of names) window.removeEventListener(name, listeners[name])
    }
  }, [onFiles, onNear])
  if (!over) return null

  return (
    <div className={classes.veil} aria-hidden>
      <p className={classes.sheet}>
        <strong className={classes.title}>{title}</strong>
        {text ? <span>{text}</span> : null}
      </p>
    </div>
  )
}
