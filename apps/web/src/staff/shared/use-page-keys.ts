import { useEffect, useRef } from 'react'
import { useMember } from '#lib/gateway/member.ts'

/** Where a letter is typed, or chooses something. */
const takesLetters =
  'select, textarea, input:not([type="checkbox"]), [contenteditable], [role=dialog], [role=menu], [role=listbox]'

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof HTMLElement && target.closest(selector) !== null

/** Whether Enter already means something where the focus is. */
export const takesEnter = ({ target }: KeyboardEvent): boolean => isIn(target, 'a, button, input, summary')

/**
 * Keys that work anywhere on a page, except in a field or a menu and while a dialog is open.
 * Keys with Ctrl, Cmd or Alt are left to the browser. Members can turn single characters off (WCAG 2.1.4).
 */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const { hasLetterKeys } = useMember()
  const current = useRef(onKey)
  useEffect(() => {
    current.current = onKey
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target, defaultPrevented } = event
      const isCharacter = event.key.length === 1
      if (isCharacter && !hasLetterKeys) return
      if (defaultPrevented || ctrlKey || metaKey || altKey || isIn(target, takesLetters)) return
      if (!document.querySelector('[role=dialog]')) current.current(event)
    }

    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [hasLetterKeys])
}
