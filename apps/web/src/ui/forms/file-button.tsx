import classes from './file-button.module.css'

/** Product decisions: what a drawing may be. */
const drawingTypes = '.pdf,.png,.jpg,.jpeg'

interface FileButtonProps {
  label: string
  busy: boolean
  accept?: string
  onFile: (file: File) => void
}

/** The browser's own way to choose a file, with a button's looks. */
export function FileButton({ label, busy, accept = drawingTypes, onFile }: FileButtonProps) {
  return (
    <label className={classes.button} data-busy={busy || undefined}>
      {label}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        disabled={busy}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
