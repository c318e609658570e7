import { useEffect, useState } from 'react'
import { type DroppedFiles, droppedFiles } from './dropped-files.ts'
import classes from './files.module.css'

interface PageDropProps {
  title: string
  text?: string
  onFiles: (dropped: DroppedFiles) => void
  /** Called when files are dragged over the page, to preload what will handle them. */
  onNear?: () => void
}

/** Ignores dragged text and links. Tests and old browsers do not report the type. */
const mayBeFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && (transfer.types === undefined || transfer.types.includes('Files'))

/**
 * Accepts files dropped anywhere on the page, and shows an overlay while they are dragged over it.
 */
export function PageDrop({ title, text, onFiles, onNear }: PageDropProps) {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!mayBeFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
      onNear?.()
    }

    const leave = (event: DragEvent) => {
      // Without a related target the drag has left the window; otherwise it only entered another
      // element.
      if (!event.relatedTarget) setOver(false)
    }

    const drop = (event: DragEvent) => {
      setOver(false)
      if (!mayBeFiles(event.dataTransfer)) return
      // Otherwise the browser opens the file instead of the page.
      event.preventDefault()
      void droppedFiles(event.dataTransfer).then((dropped) => {
        if (dropped.files.length + dropped.leftOut.length > 0) onFiles(dropped)
      })
    }

    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop }
    const names = Object.keys(listeners) as (keyof typeof listeners)[]
    for (const name of names) window.addEventListener(name, listeners[name])
    // The boot script hands over what was chosen or dropped before the app had loaded.
    window.dispatchEvent(new Event('filesawaited'))

    return () => {
      for (const name of names) window.removeEventListener(name, listeners[name])
    }
  }, [onFiles, onNear])

  if (!isOver) return null

  return (
    <div className={classes.veil} aria-hidden>
      <p className={classes.sheet}>
        <strong className={classes.title}>{title}</strong>
        {text ? <span>{text}</span> : null}
      </p>
    </div>
  )
}
