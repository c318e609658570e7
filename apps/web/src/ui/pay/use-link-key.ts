import { linkQueryKey } from '#lib/gateway/payment.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useMailKey } from '#lib/use-mail-key.ts'

/** The key format of the contract. */
const isKey = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

const removeEarlierPayment = () => queryClient.removeQueries({ queryKey: linkQueryKey })

/** The secret key of a payment link; undefined without one, or if it is truncated. */
export function useLinkKey(storedKey: string): string | undefined {
  const { key } = useMailKey(storedKey, removeEarlierPayment)
  return isKey(key) ? key : undefined
}
