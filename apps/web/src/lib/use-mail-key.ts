import { useEffect, useState } from 'react'

/**
 * The one-time key of a mail's link, `#key=…`. A fragment never reaches a server, a proxy log or a
 * referrer.
 */
export function mailKeyFrom(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('key')?.trim() ?? ''
}

/**
 * Reads the key once, then takes it out of the address bar: history, bookmarks and screen shares
 * must not keep it.
 */
export function useMailKey(): string {
  const [key] = useState(() => mailKeyFrom(window.location.hash))
  useEffect(() => {
    if (key) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [key])
  return key
}
