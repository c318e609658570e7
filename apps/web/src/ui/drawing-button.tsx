import { FileButton } from './file-button.tsx'

/** Product decisions: what a drawing may be. */
const drawingTypes = '.pdf,.png,.jpg,.jpeg'

interface DrawingButtonProps {
  label: string
  busy: boolean
  onFile: (file: File) => void
}

/** Chooses the drawing of a part. */
export function DrawingButton({ label, busy, onFile }: DrawingButtonProps) {
  return (
    <FileButton
      label={label}
      busy={busy}
      accept={drawingTypes}
      size="sm"
      onFiles={(files) => {
        for (const file of files) onFile(file)
      }}
    />
  )
}
