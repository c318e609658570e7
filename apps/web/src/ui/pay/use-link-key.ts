import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { app } from '#lib/app-port.ts'
import { visitStorage } from '#lib/browser-storage.ts'
import { linkQueryKey } from '#lib/gateway/payment.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

/** The key format of the contract. */
const isKey = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text)

/**
 * The secret key of a payment link. It is removed from the URL at once, so that it does not stay in
 * the browser history, and stored for the tab, because the return from the provider's page needs it.
 */
export function useLinkKey(storedKey: string): string | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  const given = new URLSearchParams(hash).get('key')

  useEffect(() => {
    if (given === null) return

    if (isKey(given)) visitStorage.set(storedKey, given)
    // A truncated link must not open the payment of an earlier link.
    else visitStorage.remove(storedKey)

    queryClient.removeQueries({ queryKey: linkQueryKey })
    const [withoutHash = ''] = app.currentRoute().fullPath.split('#')
    void app.navigate(withoutHash, { replace: true })
  }, [given, storedKey])

  const key = given ?? visitStorage.get(storedKey)
  return isKey(key) ? key : undefined
}
