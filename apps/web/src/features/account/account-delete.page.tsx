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
  const mailKey = useMailKey()
  const token = useToken()
  const [usesLink, setUsesLink] = useState(mailKey !== '')

  const mustLogIn = !usesLink && token === null
  useEffect(() => {
    if (mustLogIn) void app.navigate(loginPath('/account-delete'), { replace: true })
  }, [mustLogIn])

  if (usesLink) return <DeletionLink mailKey={mailKey} onNewRequest={() => setUsesLink(false)} />
  return mustLogIn ? <LoadingState /> : <DeletionRequest />
}
