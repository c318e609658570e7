import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { app } from '#lib/app-port.ts'
import { visitStorage } from '#lib/browser-storage.ts'

interface MailKey {
  /** The key in the link, possibly cut short; undefined without one. */
  key: string | undefined
  /** Call it once the key is used up. The page that is open keeps its key until it is left. */
  forget: () => void
}

/**
 * The secret key of a mailed link, `#key=…`. A fragment never reaches a server, a proxy log or a
 * referrer. It is removed from the URL at once, because history, bookmarks and screen shares must
 * not keep it, and stored for the tab, because a reload or the return from a provider needs it. A
 * later link in the same tab replaces it, even one that was cut within its key: it must not act on
 * what an earlier link was about.
 */
export function useMailKey(storedKey: string, onNewKey?: () => void): MailKey {
  const hash = useLocation({ select: (location) => location.hash })
  const given = new URLSearchParams(hash).get('key')?.trim()
  const [stored, setStored] = useState(() => visitStorage.get(storedKey))

  useEffect(() => {
    if (given === undefined) return

    visitStorage.set(storedKey, given)
    setStored(given)
    onNewKey?.()
    const [withoutHash = ''] = app.currentRoute().fullPath.split('#')
    void app.navigate(withoutHash, { replace: true })
  }, [given, storedKey, onNewKey])

  const forget = useCallback(() => visitStorage.remove(storedKey), [storedKey])
  return { key: (given ?? stored) || undefined, forget }
}
