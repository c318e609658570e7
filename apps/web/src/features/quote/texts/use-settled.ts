import { useEffect, useState } from 'react'

/** A text once it has stood still for `ms`, empty before: what is read aloud must not follow every keystroke. */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
