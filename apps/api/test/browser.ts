import { type Api, type ErrorBody, errorStatus } from '@cotation/contracts'
import { solveWork, workHeader, workProof } from '@cotation/domain'

export interface Answer<T> {
  status: number
  headers: Headers
  data: T
  error: ErrorBody
}

/** Calls the gateway as a browser would: keeps cookies, sends its token and language. */
export class Browser {
  readonly url: string
  address: string | null
  token: string | null = null
  language = 'fr'
  /** Whether it solves the proof of work that a call needs, and repeats the call. */
  solvesWork = true
  readonly cookies = new Map<string, string>()

  /** `address` is the client IP address that a trusted proxy would report. */
  constructor(url: string, address: string | null = null) {
    this.url = url
    this.address = address
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetchOnce(this, path, init)
    if (response.status !== errorStatus.WORK_NEEDED || !this.solvesWork) return response

    const { work } = (await response.json()) as ErrorBody
    if (!work) throw new Error('WORK_NEEDED without a challenge')
    const headers = new Headers(init.headers)
    headers.set(workHeader, workProof(work.token, solveWork(work)))
    return fetchOnce(this, path, { ...init, headers })
  }

  async call<K extends keyof Api>(key: K, input: Api[K]['input']): Promise<Answer<Api[K]['output']>> {
    return this.send(key, input)
  }

  /** Like `call`, with input that the types would not allow. */
  async send<T>(
    key: string,
    input: { params?: unknown; query?: unknown; body?: unknown } | unknown,
  ): Promise<Answer<T>> {
    const [method = 'GET', pattern = ''] = key.split(' ')
    const parts = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.params?.[name] ?? ''))
    const query = parts.query ? `?${new URLSearchParams(parts.query)}` : ''
    const response = await this.fetch(`/gateway${path}${query}`, {
      method,
      ...(parts.body === undefined
        ? {}
        : { body: JSON.stringify(parts.body), headers: { 'content-type': 'application/json' } }),
    })
    const body: unknown = await response.json()

    return {
      status: response.status,
      headers: response.headers,
      data: (body as { data: T }).data,
      error: body as ErrorBody,
    }
  }
}

async function fetchOnce(browser: Browser, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('accept-language', browser.language)
  if (browser.address !== null) headers.set('x-forwarded-for', browser.address)
  if (browser.token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${browser.token}`)
  if (browser.cookies.size > 0)
    headers.set('cookie', [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '))

  const response = await fetch(browser.url + path, { ...init, headers })
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = (line.split(';')[0] ?? '').split('=')
    if (name) browser.cookies.set(name, value ?? '')
  }

  return response
}
