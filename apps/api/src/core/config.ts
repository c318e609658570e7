import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type BrandFile, brandFile as brandFileSchema } from '@cotation/contracts'
import { maxWorkBits, type SoloLimit, soloLimits } from '@cotation/domain'
import { z } from 'zod'
import { isOneAddress } from '#adapters/mail.ts'

/** An unusable setting; the message is one line with the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const onOff = z.enum(['on', 'off'])
const port = z.coerce.number().int().min(0).max(65_535)
const gibibytes = z.coerce.number().min(0.001).max(1_000_000)
/** Up to the largest possible coupon offer; 0 asks for a second person every time. */
const usdLimit = z.coerce.number().min(0).max(1_000_000_000_000)

/** What one person of a role moves alone instead, in US dollars. */
const limitsOfRole = z.partialRecord(z.enum(soloLimits), z.number().min(0).max(1_000_000_000_000))

/** By the name of a built-in role or of one that the shop has made, in any case. */
const limitsOfRoles = z
  .record(z.string().trim().min(1).max(60), limitsOfRole)
  .transform((roles) => Object.entries(roles).map(([name, limits]) => [name.toLowerCase(), limits] as const))
  .refine((roles) => new Map(roles).size === roles.length)

const signInProvider = z.strictObject({
  channel: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(40),
  issuer: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url)),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
})

const json = z.string().transform((raw, context): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    context.addIssue({ code: 'custom', message: 'is not valid JSON' })
    return z.NEVER
  }
})

/** "https://parts.example.com", without a path. */
const origin = z
  .url({ protocol: /^https?$/, error: 'it must be an http or https address' })
  .refine(
    (value) => /^[a-z]+:\/\/[^/?#]+\/?$/i.test(value),
    'it must be an address without a path, such as https://parts.example.com',
  )

const webAddress = z.url({ protocol: /^https?$/, error: 'it must be an http or https address' })

/** `name=value,name=value`, with values encoded as in URLs, as OpenTelemetry defines it. */
const headerList = z.string().transform((text, context) => {
  const headers: Record<string, string> = {}
  try {
    for (const pair of text.split(',')) {
      const [, name = '', value = ''] = /^\s*([\w-]+)=(.*?)\s*$/.exec(pair) ?? []
      headers[name] = decodeURIComponent(value)
    }
  } catch {
    // Half an escape; the line below refuses it.
    headers[''] = ''
  }

  if (!Object.hasOwn(headers, '')) return headers
  context.addIssue('it must be a list of name=value')
  return z.NEVER
})

const sender = z
  .string()
  .refine(
    (value) => isOneAddress(/^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value.trim())?.[1] ?? value.trim()),
    'it must be one address, or a name and <one address>',
  )

/** An address, a range, or a name that Fastify knows; others would fail at the first request. */
function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true

  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const proxies = z
  .string()
  .transform((value) => value.split(',').map((proxy) => proxy.trim()))
  .refine((list) => list.every(isProxy), 'it must be addresses or ranges of proxies, such as 10.0.0.1,10.1.0.0/16')

const signInProviders = z
  .array(signInProvider)
  .refine(
    (list) => new Set(list.map(({ channel }) => channel)).size === list.length,
    'two providers have the same channel',
  )

/** Every environment variable the product reads; docs/operations.md describes them. */
const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SESSION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  BRAND_FILE: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  MAILBOX: onOff.optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  OIDC_PROVIDERS: json.pipe(signInProviders).default([]),
  TRUST_PROXY: proxies.optional(),
  API_DOCS: onOff.optional(),
  DEMO: z.enum(['on', 'accounts', 'off']).optional(),
  MAINTENANCE: onOff.default('off'),
  JOBS: onOff.default('on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).default('cotation'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  METRICS_TOKEN: z.string().min(16, 'it must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  UPLOAD_VISITOR_GIB: gibibytes.default(2),
  UPLOAD_CUSTOMER_GIB: gibibytes.default(20),
  DISK_RESERVE_GIB: z.coerce.number().min(0).max(1_000_000).default(1),
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  REQUESTS_AT_ONCE: z.coerce.number().int().min(8).max(100_000).default(32),
  LOOP_DELAY_MS: z.coerce.number().int().min(5).max(60_000).default(10),
  ANALYSIS_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API: webAddress.optional(),
  PAYMENT_SIMULATOR: onOff.optional(),
  VIES_API: webAddress.optional(),
  RELOAD_MINUTES: z.coerce.number().min(0).max(1440).default(5),
  FOUR_EYES_USD: usdLimit.default(5000),
  FOUR_EYES_REFUND_USD: usdLimit.default(1000),
  FOUR_EYES_CREDIT_USD: usdLimit.default(5000),
  FOUR_EYES_SETTLEMENT_USD: usdLimit.default(1000),
  FOUR_EYES_BALANCE_USD: usdLimit.default(1000),
  FOUR_EYES_COUPON_USD: usdLimit.default(5000),
  FOUR_EYES_ROLES: json.pipe(limitsOfRoles).default([]),
  CAPTCHA_PROVIDER: z.enum(['turnstile', 'hcaptcha']).optional(),
  CAPTCHA_SITE_KEY: z.string().min(1).optional(),
  CAPTCHA_SECRET: z.string().min(1).optional(),
  CAPTCHA_VERIFY_URL: webAddress.optional(),
  CAPTCHA_SCRIPT_URL: webAddress.optional(),
  PROOF_OF_WORK_BITS: z.coerce.number().int().min(0).max(maxWorkBits).default(12),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(6),
  CLOCK_OFFSET_DAYS: z.coerce.number().min(0).max(3660).default(0),
})

export type Config = ReturnType<typeof readConfig>

/** URLs write an IPv6 host in brackets, HOST without. */
const loopback = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => loopback.has(host)

/** An on/off setting, or its default if it is not set. */
const isOn = (setting: 'on' | 'off' | undefined, byDefault: boolean) => (setting ? setting === 'on' : byDefault)

const packagedBrandFile = resolve(import.meta.dirname, '../../../../config/brand.json')

/** Reads and validates all settings; throws a `ConfigError` that names the first bad one. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const [setting, ...path] = issue?.path.map(String) ?? []
    const name = path.length > 0 ? `${setting} (at ${path.join('.')})` : setting
    throw new ConfigError(
      `The setting ${name} is not usable: ${issue?.message}. Correct it or leave it out (docs/operations.md).`,
    )
  }

  const settings = parsed.data
  const localOnly = isLocalOnly(settings)
  const takesMoney = isLiveKey(settings.STRIPE_SECRET_KEY)
  const demo = settings.DEMO ? settings.DEMO !== 'off' : localOnly && !takesMoney
  if (demo && takesMoney)
    throw new ConfigError(
      'DEMO creates accounts with credit, and STRIPE_SECRET_KEY is a live key. Set DEMO=off, or use a key of the test mode.',
    )
  if (settings.CLOCK_OFFSET_DAYS > 0 && !(localOnly && demo))
    throw new ConfigError(
      'CLOCK_OFFSET_DAYS is for demo installations that only this machine can reach. Correct it or leave it out (docs/operations.md).',
    )

  if (settings.DATABASE_SESSION_URL && !settings.DATABASE_URL)
    throw new ConfigError('DATABASE_SESSION_URL is set but not DATABASE_URL. Set both, or only DATABASE_URL.')

  const brandFile = resolve(settings.BRAND_FILE ?? packagedBrandFile)

  return {
    host: settings.HOST,
    port: settings.PORT,
    /** Only this machine reaches the product. */
    isLocalOnly: localOnly,
    /** Links in mails and sign-in redirects start with it. */
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${browserHost(settings.HOST)}:${settings.PORT}`,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    /** Leads past the pool of `databaseUrl`, which shares connections between transactions. */
    databaseSessionUrl: settings.DATABASE_SESSION_URL ?? null,
    brandFile,
    ...splitBrand(readBrand(brandFile)),
    smtp: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? null,
    /** On by default only if just this machine can reach it: the page shows activation keys. */
    mailbox: isOn(settings.MAILBOX, localOnly && !settings.SMTP_URL),
    /** On by default only if just this machine can reach it: customers need no list of staff's calls. */
    apiDocs: isOn(settings.API_DOCS, localOnly),
    s3: readS3(settings),
    signInProviders: settings.OIDC_PROVIDERS,
    trustProxy: settings.TRUST_PROXY ?? null,
    /** On by default only if just this machine can reach it: elsewhere it is a back door. */
    demo,
    /** Fills the demo with a shop at work. Its staff exist only where nobody else reaches the server. */
    demoShop: demo && localOnly && settings.DEMO !== 'accounts',
    runJobs: settings.JOBS === 'on',
    /** Answers every call with "being upgraded" (spec 8). */
    isMaintenance: settings.MAINTENANCE === 'on',
    /** How far the product's clock is ahead, to show what happens on later days. */
    clockOffsetMs: settings.CLOCK_OFFSET_DAYS * 86_400_000,
    /** How many files are analysed at the same time; each may take a core and some gigabytes. */
    analysisProcesses: settings.ANALYSIS_PROCESSES ?? Math.max(1, availableParallelism() - 1),
    /** GiB per owner including unfinished uploads; `atOnce` limits concurrent uploads in total. */
    uploads: {
      visitorGib: settings.UPLOAD_VISITOR_GIB,
      customerGib: settings.UPLOAD_CUSTOMER_GIB,
      atOnce: settings.UPLOADS_AT_ONCE,
    },
    /** Space on the disk that files leave to the database. */
    diskReserveGib: settings.DISK_RESERVE_GIB,
    /** Beyond these, requests are answered "busy" so that the others stay fast. */
    load: { maxRequests: settings.REQUESTS_AT_ONCE, maxDelayMs: settings.LOOP_DELAY_MS },
    card: readCard(settings, localOnly),
    /** Cards are charged: the key of the card provider is a live one. */
    takesMoney,
    /** The VAT service of the European Union; without it no number is confirmed automatically. */
    viesApi: settings.VIES_API ?? null,
    payments: {
      /** The time between a paid reload and the spendable balance (spec 9). */
      reloadMinutes: settings.RELOAD_MINUTES,
      /** Above these, actions of staff need a second person. */
      soloLimitsMinor: readSoloLimits(settings),
      /** The limits of roles that have their own. */
      soloLimitsOfRoles: readSoloLimitsOfRoles(settings),
    },
    logLevel: settings.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    /** Null: the product's own picture and sound. */
    captchaProvider: readCaptchaProvider(settings),
    /** Each of the sixteen puzzles takes 2^bits tries on average; 0 turns the proof of work off. */
    proofOfWorkBits: settings.PROOF_OF_WORK_BITS,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    /** Null: no metrics are served. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    collector: readCollector(settings),
  }
}

type BrandSettings = Pick<Config, 'brand' | 'vatNumber' | 'bankAccounts'>

/** The fields that still have the values of the demo. */
export function borrowedBrandFields({ brand, vatNumber, bankAccounts }: BrandSettings): string[] {
  const packaged = readBrand(packagedBrandFile)
  const demoAccounts = new Set(packaged.bankAccounts.map(({ iban }) => iban))

  return namesOf({
    legalEntity: brand.legalEntity === packaged.legalEntity,
    legal: brand.legal !== undefined && brand.legal.companyNumber === packaged.legal?.companyNumber,
    vatNumber: vatNumber === packaged.vatNumber,
    bankAccounts: bankAccounts.some(({ iban }) => demoAccounts.has(iban)),
  })
}

/** What invoices, mails and the site must say, and the brand file does not. */
export function missingBrandFields({ brand, vatNumber }: Pick<BrandSettings, 'brand' | 'vatNumber'>): string[] {
  const { name, legalEntity, email, phone, address } = brand
  const texts = Object.entries({ name, legalEntity, email, phone, address, vatNumber, ...legalTexts(brand) })

  return [
    ...texts.flatMap(([field, text]) => (text.trim() === '' ? [field] : [])),
    ...(brand.legal ? [] : ['legal (country, form, companyNumber, register)']),
  ]
}

function legalTexts({ legal }: BrandSettings['brand']): Record<string, string> {
  if (!legal) return {}
  return { 'legal.form': legal.form, 'legal.companyNumber': legal.companyNumber, 'legal.register': legal.register }
}

const namesOf = (flags: Record<string, boolean>) =>
  Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))

/**
 * Refuses to serve customers with the company of the demo: they would pay to its bank account and get
 * invoices with its VAT number. Refuses an incomplete company too: its invoices would not be valid. A
 * public demonstration may use both.
 */
export function requireOwnBrand(settings: BrandSettings & Pick<Config, 'isLocalOnly' | 'demo'>): void {
  if (settings.isLocalOnly || settings.demo) return

  const borrowed = borrowedBrandFields(settings)
  if (borrowed.length > 0)
    throw new ConfigError(
      `Customers can reach this server, but its brand file still names the demo company (${borrowed.join(', ')}). Set BRAND_FILE to a file with your own data, in the form of config/brand.json.`,
    )

  const missing = missingBrandFields(settings)
  if (missing.length > 0)
    throw new ConfigError(
      `Customers can reach this server, but its brand file lacks ${missing.join(', ')}: invoices, mails and the site must name them. Add them to BRAND_FILE, in the form of config/brand.json.`,
    )
}

const centsOf = (usd: number) => Math.round(usd * 100)

/**
 * The defaults cover what one person usually refunds in a day. Transfers have a higher one because
 * they pay whole orders; credit and coupons because they are rarely used up.
 */
function readSoloLimits(settings: z.output<typeof environment>): Readonly<Record<SoloLimit, number>> {
  return {
    transfer: centsOf(settings.FOUR_EYES_USD),
    refund: centsOf(settings.FOUR_EYES_REFUND_USD),
    credit: centsOf(settings.FOUR_EYES_CREDIT_USD),
    settlement: centsOf(settings.FOUR_EYES_SETTLEMENT_USD),
    balance: centsOf(settings.FOUR_EYES_BALANCE_USD),
    coupon: centsOf(settings.FOUR_EYES_COUPON_USD),
  }
}

type RoleLimits = Readonly<Partial<Record<SoloLimit, number>>>

function readSoloLimitsOfRoles({ FOUR_EYES_ROLES }: z.output<typeof environment>): ReadonlyMap<string, RoleLimits> {
  const inCents = (limits: RoleLimits): RoleLimits =>
    Object.fromEntries(Object.entries(limits).map(([limit, usd]) => [limit, centsOf(usd)]))
  return new Map(FOUR_EYES_ROLES.map(([name, limits]) => [name, inCents(limits)]))
}

/** Loopback may be public behind a reverse proxy; TRUST_PROXY or a public URL reveals it. */
function isLocalOnly(settings: z.output<typeof environment>): boolean {
  const publicHost = settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL).hostname : 'localhost'
  return isLoopback(settings.HOST) && isLoopback(publicHost) && !settings.TRUST_PROXY
}

/** The host to type into a browser on this machine. */
function browserHost(host: string): string {
  if (isLoopback(host) || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Separates the public brand from what only payers and documents show. */
function splitBrand({ vatNumber, latePaymentPercent, bankAccounts, timeZone, ...brand }: BrandFile) {
  return { brand, vatNumber, latePaymentPercent: latePaymentPercent ?? null, bankAccounts, timeZone }
}

function readBrand(path: string): BrandFile {
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(
      `The brand file ${path} cannot be read: ${error instanceof Error ? error.message : error}. Correct it or set BRAND_FILE.`,
    )
  }

  const parsed = brandFileSchema.safeParse(raw)
  if (parsed.success) return parsed.data

  const [issue] = parsed.error.issues
  throw new ConfigError(`The brand file ${path} is not usable at "${issue?.path.join('.')}": ${issue?.message}.`)
}

function readS3(settings: z.output<typeof environment>) {
  if (!settings.S3_BUCKET) {
    const isHalfSet = settings.S3_ENDPOINT || settings.S3_ACCESS_KEY_ID || settings.S3_SECRET_ACCESS_KEY
    if (isHalfSet) throw new ConfigError('S3_BUCKET is missing. Set it, or none of the S3 settings to store on disk.')
    return null
  }

  if (!settings.S3_ACCESS_KEY_ID || !settings.S3_SECRET_ACCESS_KEY) {
    throw new ConfigError(
      'S3_BUCKET is set but not its keys. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too, or none of the three.',
    )
  }

  return {
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    forcePathStyle: settings.S3_ENDPOINT !== undefined,
    ...(settings.S3_ENDPOINT ? { endpoint: settings.S3_ENDPOINT } : {}),
  }
}

/** Null: no traces are recorded. */
function readCollector(settings: z.output<typeof environment>) {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT) return null

  return {
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: settings.OTEL_SERVICE_NAME,
    /** The share of traces that are recorded. */
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  }
}

const captchaProviders = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    origins: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const

function readCaptchaProvider(settings: z.output<typeof environment>) {
  const { CAPTCHA_PROVIDER: name, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = settings
  if (!name && !siteKey && !secret) return null
  if (!name || !siteKey || !secret)
    throw new ConfigError(
      'Only some of CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY and CAPTCHA_SECRET are set. Set all three, or none for the product’s own picture and sound.',
    )

  const known = captchaProviders[name]
  const scriptUrl = settings.CAPTCHA_SCRIPT_URL ?? known.scriptUrl
  return {
    siteKey,
    secret,
    verifyUrl: settings.CAPTCHA_VERIFY_URL ?? known.verifyUrl,
    scriptUrl,
    origins: [...new Set([...known.origins, new URL(scriptUrl).origin])],
  }
}

const isLiveKey = (key: string | undefined) => /^[a-z]+_live_/.test(key ?? '')

/** No simulator by default if others can reach it: their orders must be paid with real money. */
function readCard(settings: z.output<typeof environment>, localOnly: boolean) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API: api } = settings
  if (secretKey && webhookSecret) return { kind: 'stripe', secretKey, webhookSecret, api: api ?? null } as const

  if (secretKey || webhookSecret)
    throw new ConfigError(
      'Only one of STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET is set. Set both, or none for no card payments.',
    )

  return isOn(settings.PAYMENT_SIMULATOR, localOnly) ? ({ kind: 'simulator' } as const) : null
}
