import { FileButton } from '#ui/file-button.tsx'
import { type DroppedFiles, folderFiles } from './dropped-files.ts'
import { droppableTypes } from './file-kinds.ts'
import classes from './files.module.css'

interface FileButtonsProps {
  filesLabel: string
  folderLabel: string
  onFiles: (dropped: DroppedFiles) => void
  onNear?: () => void
  /** Set if adding files is not the main action of the page. */
  quiet?: boolean
}

/** Buttons to choose files or a whole folder in the browser's dialog. */
export function FileButtons({ filesLabel, folderLabel, onFiles, onNear, quiet = false }: FileButtonsProps) {
  const size = quiet ? 'sm' : 'md'

  return (
    <>
      <FileButton
        label={filesLabel}
        variant={quiet ? 'secondary' : 'primary'}
        size={size}
        accept={droppableTypes}
        multiple
        onNear={onNear}
        onFiles={(files) => onFiles({ files, leftOut: [] })}
      />
      <FileButton
        label={folderLabel}
        size={size}
        className={classes.folder}
        folder
        onNear={onNear}
        onFiles={(files) => onFiles(folderFiles(files))}
      />
    </>
  )
}
