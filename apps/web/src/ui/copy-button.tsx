import { Button, type ButtonProps } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  text: string
  /** What is copied, for those who do not see what stands beside the button. */
  label: string
}

/** Puts a text on the clipboard, and says whether it is there (spec 8). */
export function CopyButton({ text, label, size = 'xs' }: CopyButtonProps) {
  const t = useTranslations('app.ui')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('copied'))
    } catch {
      toast.error(t('copyFailed'))
    }
  }

  return (
    <Button
      size={size}
      variant="default"
      leftSection={<IconCopy size={14} aria-hidden />}
      aria-label={`${t('copy')}: ${label}`}
      onClick={() => void copy()}
    >
      {t('copy')}
    </Button>
  )
}
