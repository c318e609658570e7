import type { OidcPerson } from './oidc-login-page.ts'

/** Goes through the login page like a browser; returns the URL that the provider redirects to. */
export async function visitOidc(start: string, person: OidcPerson | 'cancels'): Promise<URL> {
  const cookies = new Map<string, string>()

  async function open(url: URL, body?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = { redirect: 'manual', headers: { cookie } } as const
    const response = await fetch(url, body ? { ...init, method: 'POST', body } : init)
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }

    return response
  }

  const { origin } = new URL(start)
  let url = new URL(start)
  while (url.origin === origin) {
    const isLoginPage = url.pathname.startsWith('/interaction/')
    const response = await open(url, isLoginPage ? filledIn(person) : undefined)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}

function filledIn(person: OidcPerson | 'cancels'): URLSearchParams {
  if (person === 'cancels') return new URLSearchParams({ do: 'cancel' })
  const { email, emailVerified } = person
  return new URLSearchParams({ do: 'sign-in', email, ...(emailVerified ? { verified: 'on' } : {}) })
}
