import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button, type ButtonSize } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers. */
  label: string
  size?: ButtonSize
}

/** Copies a text to the clipboard. Returns whether it worked, and says so if it did not (spec 8). */
export function useCopy(): (text: string) => Promise<boolean> {
  const t = useTranslations('app.ui')

  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      toast.error(t('copyFailed'))
      return false
    }
  }
}

const shownMs = 4000

/**
 * Copies a text to the clipboard, and says itself that it worked: a message in the corner would cover
 * the next button of a list on a phone.
 */
export function CopyButton({ text, label, size = 'xs' }: CopyButtonProps) {
  const t = useTranslations('app.ui')
  const copy = useCopy()
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), shownMs)
    return () => clearTimeout(timer)
  }, [copies])

  const onClick = async () => {
    if (await copy(text)) setCopies((before) => before + 1)
  }

  const word = t(isCopied ? 'copiedShort' : 'copy')
  const Icon = isCopied ? IconCheck : IconCopy

  return (
    <>
      <Button variant="secondary" size={size} aria-label={`${word}: ${label}`} onClick={() => void onClick()}>
        <Icon size={14} aria-hidden />
        {word}
      </Button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? t('copied') : null}
      </span>
    </>
  )
}
