import { useEffect } from 'react'

/** The code of a traveller at the end of what was typed. */
const typedCode = /F\d{6,12}$/i

/** A code as it is stored, or null if the text is not a code. */
export function parseCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^F\d{6,12}$/.test(code) ? code : null
}

/** Reads a scanner that types like a keyboard, wherever the focus is, except in fields. */
export function useScanner(onCode: (code: string) => void): void {
  useEffect(() => {
    let typed = ''
    const onKey = (event: KeyboardEvent) => {
      const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (isInField) return

      if (event.key.length === 1) {
        typed = (typed + event.key).slice(-13)
        return
      }
      const [code] = typedCode.exec(typed) ?? []
      if (event.key === 'Enter' && code) {
        event.preventDefault()
        onCode(code.toUpperCase())
      }
      if (event.key !== 'Shift') typed = ''
    }

    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onCode])
}
