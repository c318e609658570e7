import { useEffect, useState } from 'react'

/**
 * A text that is empty until it has not changed for `ms`: screen readers must not announce every
 * keystroke.
 */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
