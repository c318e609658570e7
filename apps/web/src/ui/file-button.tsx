import { type ReactNode, type Ref, useRef } from 'react'
import { Button, type ButtonAppearance } from './button.tsx'

interface FileButtonProps extends ButtonAppearance {
  ref?: Ref<HTMLButtonElement>
  label: string
  busy?: boolean
  /** What the file dialog offers first, such as `.pdf,.png`. */
  accept?: string
  multiple?: boolean
  /** Phones and tablets open their camera instead of a dialog. */
  camera?: boolean
  /** A whole folder, with its subfolders. */
  folder?: boolean
  className?: string | undefined
  /** Called when the visitor is about to press, to preload what will handle the files. */
  onNear?: (() => void) | undefined
  onFiles: (files: File[]) => void
  /** The field of a form, which takes the focus when it has an error. */
  'data-path'?: string
  /** Before the label. */
  icon?: ReactNode
}

/** Opens the browser's own dialog to choose files. */
export function FileButton(props: FileButtonProps) {
  const { label, busy = false, accept, multiple = false, camera = false, folder = false, ...others } = props
  const { onNear, onFiles, icon, ...appearance } = others
  const input = useRef<HTMLInputElement>(null)

  return (
    <>
      <Button
        variant="secondary"
        {...appearance}
        loading={busy}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => input.current?.click()}
      >
        {icon}
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple || folder}
        disabled={busy}
        {...(camera ? { capture: 'environment' } : {})}
        // Every browser supports it, but React's types lack it.
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
