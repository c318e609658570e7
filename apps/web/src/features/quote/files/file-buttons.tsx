import { useRef } from 'react'
import buttons from '#ui/button.module.css'
import { type DroppedFiles, folderFiles } from './dropped-files.ts'
import classes from './file-buttons.module.css'

/** Only what the file dialog offers first: whether a file is a part is decided by its content. */
const offered = '.stl,.step,.stp'

interface FileButtonsProps {
  filesLabel: string
  folderLabel: string
  onFiles: (dropped: DroppedFiles) => void
  onNear?: () => void
  /** Where something else on the page is the main thing to do. */
  quiet?: boolean
}

/** Files or a whole folder, chosen in the browser's own dialog. */
export function FileButtons({ filesLabel, folderLabel, onFiles, onNear, quiet = false }: FileButtonsProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement, dropped: DroppedFiles) => {
    if (dropped.files.length + dropped.leftOut > 0) onFiles(dropped)
    // The same file again is a choice too.
    input.value = ''
  }

  return (
    <>
      <button
        type="button"
        className={quiet ? buttons.secondary : buttons.primary}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => files.current?.click()}
      >
        {filesLabel}
      </button>
      <button
        type="button"
        className={`${buttons.secondary} ${classes.folder}`}
        onFocus={onNear}
        onClick={() => folder.current?.click()}
      >
        {folderLabel}
      </button>
      <input
        ref={files}
        type="file"
        accept={offered}
        multiple
        hidden
        onChange={({ currentTarget }) => take(currentTarget, { files: [...(currentTarget.files ?? [])], leftOut: 0 })}
      />
      <input
        ref={folder}
        type="file"
        // Known to every browser, and to no type.
        {...{ webkitdirectory: '' }}
        multiple
        hidden
        onChange={({ currentTarget }) => take(currentTarget, folderFiles(currentTarget.files))}
      />
    </>
  )
}
