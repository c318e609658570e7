import { IconCopy } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button, type ButtonSize } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers. */
  label: string
  size?: ButtonSize
}

/** Copies a text to the clipboard, and says whether it worked (spec 8). */
export function useCopy(): (text: string) => Promise<void> {
  const t = useTranslations('app.ui')

  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('copied'))
    } catch {
      toast.error(t('copyFailed'))
    }
  }
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label, size = 'xs' }: CopyButtonProps) {
  const t = useTranslations('app.ui')
  const copy = useCopy()

  return (
    <Button variant="secondary" size={size} aria-label={`${t('copy')}: ${label}`} onClick={() => void copy(text)}>
      <IconCopy size={14} aria-hidden />
      {t('copy')}
    </Button>
  )
}
