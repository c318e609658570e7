import { IconDownload } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { Button } from './button.tsx'

interface ExportButtonProps {
  ref?: Ref<HTMLButtonElement>
  label: string
  save: () => Promise<void>
}

/** Saves a list as a file; a failure is shown as a message, because its call is not quiet. */
export function ExportButton({ ref, label, save }: ExportButtonProps) {
  const { attempt, busy } = useAttempt()

  return (
    <Button ref={ref} variant="secondary" size="sm" loading={busy} onClick={() => void attempt(save)}>
      <IconDownload size={18} aria-hidden />
      {label}
    </Button>
  )
}
