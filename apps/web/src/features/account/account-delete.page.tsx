import { useEffect, useState } from 'react'
import { app } from '#lib/app-port.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { useToken } from '#lib/gateway/user.ts'
import { useMailKey } from '#lib/use-mail-key.ts'
import { LoadingState } from '#ui/states.tsx'
import { DeletionLink } from './deletion-link.tsx'
import { DeletionRequest } from './deletion-request.tsx'

/**
 * `/account-delete` is public, because its mailed link works without a login. The request itself
 * needs one: a visitor is sent to the login and back (spec 2).
 */
export function AccountDeletePage() {
  const { key, forget } = useMailKey('deletionKey')
  const token = useToken()
  const [refusedKey, setRefusedKey] = useState<string>()

  // A newer link may be opened in the same tab.
  const usesLink = key !== undefined && key !== refusedKey
  const mustLogIn = !usesLink && token === null
  useEffect(() => {
    if (mustLogIn) void app.navigate(loginPath('/account-delete'), { replace: true })
  }, [mustLogIn])

  if (usesLink) {
    const requestAgain = () => {
      forget()
      setRefusedKey(key)
    }
    return <DeletionLink key={key} mailKey={key} onEnd={forget} onNewRequest={requestAgain} />
  }
  return mustLogIn ? <LoadingState /> : <DeletionRequest />
}
