import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Stack } from '#ui/stack.tsx'

interface UnpackingProps {
  name: string
  /** From 0 to 1. */
  done: number
  onCancel: () => void
}

/** How far an archive is unpacked, and a button to stop. */
export function Unpacking({ name, done, onCancel }: UnpackingProps) {
  const t = useTranslations('upload.unpacking')

  return (
    <Stack gap="xs">
      <ProgressBar label={t('label', { name })} value={done} max={1} text={t('done', { share: done })} />
      <div>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </Stack>
  )
}
