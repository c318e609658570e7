import {
  type Api,
  type ErrorCode,
  errorStatus,
  type FieldIssue,
  type Profile,
  type StaffMe,
  type UserInfo,
} from '@cotation/contracts'
import { staffRights } from '@cotation/domain'
import { vi } from 'vitest'

type Key = keyof Api & string

export interface Call {
  key: string
  query: Record<string, string>
  body: unknown
  token: string | null
}

/** Bytes are sent as they are. */
type Reply = { status: number; body: unknown }
type Answer = (call: Call) => Reply | Promise<Reply>
export type Answers = { [K in Key]?: Answer }

/** A response that fits the contract. */
export const data = <K extends Key>(_key: K, value: Api[K]['output']): Reply => ({ status: 200, body: { data: value } })

export const refusal = (code: ErrorCode, message: string, issues?: FieldIssue[]): Reply => ({
  status: errorStatus[code],
  body: { code, message, requestId: 'r1', ...(issues ? { issues } : {}) },
})

export const ada: UserInfo = {
  username: 'Ada',
  email: 'ada@example.com',
  customerId: '1',
  activationEmail: true,
  member: { level: 'bronze' },
  isEntrustOrderAccount: false,
  detainPopup: false,
  isChannel: false,
  isRecharge: false,
  imageUrl: null,
}

/** Ada, whom a member of staff assists. */
export const adaWithManager: UserInfo = {
  ...ada,
  customerManger: {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    phone: '+33 1 23 45 67 89',
    hours: { fr: 'Lun.–ven., 9 h–18 h', en: 'Mon–Fri, 9 am–6 pm' },
  },
}

export const adaProfile: Profile = {
  ...ada,
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  phoneCode: '+33',
  phone: '612345678',
  expressAccounts: { dhl: '', fedex: '', sf: '' },
  confirmedCarriers: [],
  expressAccount: '',
  title: 'engineer',
  industry: 'medical',
  language: 'en',
  timeZone: 'Europe/Paris',
  hasChosenTimeZone: false,
  timeZoneChangeableAt: null,
  hasPassword: true,
}

/** A member of staff with all rights, unless a test says otherwise. */
export const grace: StaffMe = {
  id: '00000000-0000-4000-8000-00000000c0de',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  role: { id: 'administrator', name: '' },
  rights: staffRights,
  contact: { name: 'Grace Hopper', email: 'grace@example.com', phone: '+33 1 23 45 67 89', hours: { fr: '', en: '' } },
  hasSecondFactor: true,
  recoveryCodesLeft: 10,
  hasLetterKeys: true,
  timeZone: 'UTC',
  steppedUpUntil: null,
}

/** The challenge that every CAPTCHA field gets. */
export const captchaId = 'c'.repeat(32)

/** The general data of an installation for a user; `{}` for a visitor. */
export const generalData = (userInfo: UserInfo | Record<string, never>): Reply =>
  data('GET /global/common/index', {
    userInfo,
    brand: { name: 'Cotation', legalEntity: 'Cotation SAS', email: 'a@b.fr', phone: '1', address: 'x' },
    languages: ['fr', 'en'],
  })

/** Calls that every screen may make. */
const defaultAnswers: Answers = {
  'GET /global/common/index': ({ token }) => generalData(token ? ada : {}),
  'GET /global/account/quick': () => data('GET /global/account/quick', []),
  'GET /global/tools/captchaImage': () =>
    data('GET /global/tools/captchaImage', { captchaId, image: 'data:image/png;base64,', expiresIn: 300 }),
  'GET /global/staff/me': () => data('GET /global/staff/me', grace),
  // Where members of staff start.
  'GET /global/staff/today': () =>
    data('GET /global/staff/today', { counts: [], tasks: [], now: '2026-03-02T09:00:00.000Z' }),
  'POST /global/staff/today/live': () => refusal('BUSY', ''),
  // What the work station reads ahead.
  'GET /global/staff/list/production': () =>
    data('GET /global/staff/list/production', { rows: [], next: null, count: { rows: 0, isExact: true } }),
  'GET /global/staff/list/trays': () =>
    data('GET /global/staff/list/trays', { rows: [], next: null, count: { rows: 0, isExact: true } }),
  'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
  'GET /global/tools/countryList': () => data('GET /global/tools/countryList', [{ country: 'FR', phoneCode: '+33' }]),
}

async function readCall(input: RequestInfo | URL, init: RequestInit = {}): Promise<Call> {
  const url = new URL(String(input), 'http://localhost')
  return {
    key: `${init.method ?? 'GET'} ${url.pathname.replace('/gateway', '')}`,
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    token: new Headers(init.headers).get('authorization'),
  }
}

/** Whether a call matches a key of the contract, with any ids in its path. */
const matches = (key: string, called: string) => new RegExp(`^${key.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(called)

/** Stubs the network, and nothing else. An unexpected call fails the test. */
export function stubGateway(answers: Answers) {
  const all: Record<string, Answer | undefined> = { ...defaultAnswers, ...answers }
  const calls: Call[] = []

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const call = await readCall(input, init)
    calls.push(call)

    const answer = all[call.key] ?? Object.entries(all).find(([key]) => matches(key, call.key))?.[1]
    if (!answer) throw new Error(`unexpected call: ${call.key}`)

    const { status, body } = await answer(call)
    if (body instanceof Uint8Array) return new Response(body.slice(), { status })
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })

  return { calls, to: (key: Key) => calls.filter((call) => matches(key, call.key)) }
}

/** A server that never responds; only an abort ends a call. */
export function stubSilentGateway() {
  vi.stubGlobal('fetch', (_input: RequestInfo | URL, { signal }: RequestInit = {}) => {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  })
}
