import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownBrandFile } from '#test/product-process.ts'
import { ConfigError, readConfig, requireOwnBrand } from './config.ts'

const provider = {
  channel: 'google',
  name: 'Google',
  issuer: 'https://accounts.example.com',
  clientId: 'a',
  clientSecret: 'b',
}

function brandFile(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'cotation-brand-')), 'brand.json')
  writeFileSync(file, text)
  return file
}

const faulty: [Record<string, string>, string][] = [
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: '80.5' }, 'PORT'],
  [{ PUBLIC_URL: 'parts.example.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://example.com/shop?a=1' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'mysql://localhost/a' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
  [{ MAIL_FROM: 'no address' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'A <a@b.fr>, B <b@b.fr>' }, 'MAIL_FROM'],
  [{ MAILBOX: 'yes' }, 'MAILBOX'],
  [{ DEMO: 'true' }, 'DEMO'],
  [{ CLOCK_OFFSET_DAYS: '1', HOST: '0.0.0.0', DEMO: 'on' }, 'CLOCK_OFFSET_DAYS'],
  [{ CLOCK_OFFSET_DAYS: '1', DEMO: 'off' }, 'CLOCK_OFFSET_DAYS'],
  [{ JOBS: '0' }, 'JOBS'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PASSWORD_MIN_LENGTH: '5' }, 'PASSWORD_MIN_LENGTH'],
  [{ S3_BUCKET: 'parts' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_ENDPOINT: 'ftp://files.example.com' }, 'S3_ENDPOINT'],
  [{ S3_ENDPOINT: 'https://files.example.com' }, 'S3_BUCKET is missing'],
  [{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }, 'S3_BUCKET is missing'],
  [{ STRIPE_SECRET_KEY: 'sk_live_a' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_a' }, 'STRIPE_SECRET_KEY'],
  [{ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'a' }, 'CAPTCHA_SECRET'],
  [{ CAPTCHA_SECRET: 'a' }, 'CAPTCHA_PROVIDER'],
  [{ PROOF_OF_WORK_BITS: '19' }, 'PROOF_OF_WORK_BITS'],
  [{ STRIPE_API: 'ftp://pay.example.com' }, 'STRIPE_API'],
  [{ PAYMENT_SIMULATOR: 'yes' }, 'PAYMENT_SIMULATOR'],
  [{ RELOAD_MINUTES: '-1' }, 'RELOAD_MINUTES'],
  [{ FOUR_EYES_USD: 'much' }, 'FOUR_EYES_USD'],
  [{ FOUR_EYES_REFUND_USD: '-1' }, 'FOUR_EYES_REFUND_USD'],
  [{ FOUR_EYES_CREDIT_USD: '5 000' }, 'FOUR_EYES_CREDIT_USD'],
  [{ FOUR_EYES_SETTLEMENT_USD: 'Infinity' }, 'FOUR_EYES_SETTLEMENT_USD'],
  [{ FOUR_EYES_BALANCE_USD: 'off' }, 'FOUR_EYES_BALANCE_USD'],
  [{ FOUR_EYES_COUPON_USD: '1e13' }, 'FOUR_EYES_COUPON_USD'],
  [{ FOUR_EYES_ROLES: 'accountant' }, 'FOUR_EYES_ROLES'],
  [{ FOUR_EYES_ROLES: '{" ":{"refund":10}}' }, 'FOUR_EYES_ROLES'],
  [{ FOUR_EYES_ROLES: '{"Caisse":{"refund":10},"caisse":{"refund":20}}' }, 'FOUR_EYES_ROLES'],
  [{ FOUR_EYES_ROLES: '{"accountant":{"gift":10}}' }, 'FOUR_EYES_ROLES'],
  [{ FOUR_EYES_ROLES: '{"accountant":{"refund":-1}}' }, 'FOUR_EYES_ROLES'],
  [{ TRUST_PROXY: 'proxy.example.com' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.1,10.0.0.0/64' }, 'TRUST_PROXY'],
  [{ OIDC_PROVIDERS: 'google' }, 'OIDC_PROVIDERS'],
  [{ OIDC_PROVIDERS: '{}' }, 'OIDC_PROVIDERS'],
  [{ OIDC_PROVIDERS: JSON.stringify([{ ...provider, issuer: 'file:///etc' }]) }, 'OIDC_PROVIDERS (at 0.issuer)'],
  [{ OIDC_PROVIDERS: JSON.stringify([{ ...provider, scope: 'all' }]) }, 'OIDC_PROVIDERS (at 0)'],
  [{ OIDC_PROVIDERS: JSON.stringify([provider, provider]) }, 'OIDC_PROVIDERS'],
  [{ DEMO: 'on', STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }, 'Set DEMO=off'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a token' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'token=50%' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ BRAND_FILE: '/nowhere/brand.json' }, '/nowhere/brand.json'],
  [{ BRAND_FILE: brandFile('{') }, 'BRAND_FILE'],
  [{ BRAND_FILE: brandFile('{"name":5}') }, '"name"'],
]

function faultOf(env: Record<string, string>): unknown {
  try {
    return readConfig(env)
  } catch (error) {
    return error
  }
}

describe('an invalid setting', () => {
  it.each(faulty)('%o gives one line that names %s', (env, name) => {
    const error = faultOf(env)
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as ConfigError
    expect(message).toContain(name)
    expect(message).not.toContain('\n')
    expect(message).toMatch(
      /Correct it|Set S3_ACCESS_KEY_ID|Set both|Set all three|Set DEMO=off|Set it, or none|set BRAND_FILE|is not usable/,
    )
  })

  it('is not quoted if it is a secret', () => {
    const error = faultOf({ DATABASE_URL: 'postgre://user:canary@localhost/a', OIDC_PROVIDERS: 'canary' })
    expect(String(error)).not.toContain('canary')
  })
})

describe('the default settings', () => {
  it('turn demo and mailbox on for a loopback host', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      demo: true,
      mailbox: true,
      publicUrl: 'http://localhost:8080',
      databaseUrl: null,
      trustProxy: null,
    })
  })

  it('turn demo and mailbox off for a public host (OPS-5)', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
      demo: false,
      mailbox: false,
      publicUrl: 'http://localhost:8080',
    })
    expect(readConfig({ HOST: '192.0.2.7' })).toMatchObject({
      demo: false,
      mailbox: false,
      publicUrl: 'http://192.0.2.7:8080',
    })
  })

  it.each([
    ['a public address', { PUBLIC_URL: 'https://devis.example.com' }],
    ['a trusted proxy', { TRUST_PROXY: '127.0.0.1' }],
  ])('turn demo and mailbox off behind a reverse proxy, detected by %s (OPS-5)', (_sign, settings) => {
    expect(readConfig(settings)).toMatchObject({ demo: false, mailbox: false })
  })

  it('keep demo and mailbox on for another local port', () => {
    expect(readConfig({ PUBLIC_URL: 'http://localhost:5173' })).toMatchObject({ demo: true, mailbox: true })
    expect(readConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:8080' })).toMatchObject({ demo: true, mailbox: true })
  })

  it('turn demo off with a live key of Stripe (B8)', () => {
    const keys = { STRIPE_SECRET_KEY: 'rk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
    expect(readConfig(keys).demo).toBe(false)
    expect(readConfig({ ...keys, STRIPE_SECRET_KEY: 'sk_test_a' }).demo).toBe(true)
  })

  it('turn the mailbox off with a mail server', () => {
    expect(readConfig({ SMTP_URL: 'smtp://localhost:25' }).mailbox).toBe(false)
  })

  it('apply to an empty setting', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null })
  })

  it.each([
    ['https://parts.example.com/', 'https://parts.example.com'],
    ['http://[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
  ])('turn PUBLIC_URL %s into links to %s', (given, used) => {
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(used)
  })

  it('put an IPv6 address in brackets in links', () => {
    expect(readConfig({ HOST: '2001:db8::1' }).publicUrl).toBe('http://[2001:db8::1]:8080')
  })

  it('parse proxies as a list', () => {
    expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,loopback,2001:db8::/32' }).trustProxy).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
      'loopback',
      '2001:db8::/32',
    ])
  })
})

describe('the company of the demo (B24)', () => {
  const isPublic = { PUBLIC_URL: 'https://devis.example.com' }
  const check = (env: Record<string, string>) => () => requireOwnBrand(readConfig(env))
  const packaged = JSON.parse(readFileSync(new URL('../../../../config/brand.json', import.meta.url), 'utf8'))
  const own = JSON.parse(readFileSync(ownBrandFile, 'utf8'))

  it('is refused where customers pay, with what to do', () => {
    expect(check(isPublic)).toThrow(
      'Customers can reach this server, but its brand file still names the demo company (legalEntity, legal, vatNumber, bankAccounts). Set BRAND_FILE to a file with your own data, in the form of config/brand.json.',
    )
    expect(check(isPublic)).toThrow(ConfigError)
  })

  it.each([
    ['bankAccounts', [...own.bankAccounts, packaged.bankAccounts[0]]],
    ['vatNumber', packaged.vatNumber],
    ['legal', packaged.legal],
    ['legalEntity', packaged.legalEntity],
  ])('is refused if only its %s is left in an own file', (field, value) => {
    const file = brandFile(JSON.stringify({ ...own, [field]: value }))
    expect(check({ ...isPublic, BRAND_FILE: file })).toThrow(`the demo company (${field}).`)
  })

  it('is accepted on this machine alone and in a public demonstration', () => {
    expect(check({})).not.toThrow()
    expect(check({ ...isPublic, DEMO: 'on' })).not.toThrow()
  })

  it.each([
    [{ legal: undefined }, 'legal (country, form, companyNumber, register)'],
    [{ vatNumber: undefined }, 'vatNumber'],
    [{ vatNumber: ' ' }, 'vatNumber'],
    [{ address: '', phone: ' ' }, 'phone, address'],
    [{ legal: { ...own.legal, register: ' ' } }, 'legal.register'],
    [{ vatNumber: '', legal: undefined }, 'vatNumber, legal (country, form, companyNumber, register)'],
  ])('gives way to an own file only if it is complete: without %j it lacks %s', (change, missing) => {
    const file = brandFile(JSON.stringify({ ...own, ...change }))
    expect(check({ ...isPublic, BRAND_FILE: file })).toThrow(`its brand file lacks ${missing}: invoices`)
    expect(check({ BRAND_FILE: file })).not.toThrow()
    expect(check({ ...isPublic, BRAND_FILE: file, DEMO: 'on' })).not.toThrow()
  })

  it('gives way to an own file', () => {
    expect(check({ ...isPublic, BRAND_FILE: ownBrandFile })).not.toThrow()
  })
})

describe('card payment settings', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_b' }

  it('use the simulator on a local host only, and no cards elsewhere without keys', () => {
    expect(readConfig({}).card).toEqual({ kind: 'simulator' })
    expect(readConfig({ PAYMENT_SIMULATOR: 'off' }).card).toBeNull()
    expect(readConfig({ PUBLIC_URL: 'https://devis.example.com' }).card).toBeNull()
    expect(readConfig({ TRUST_PROXY: '127.0.0.1' }).card).toBeNull()
    expect(readConfig({ HOST: '0.0.0.0', PAYMENT_SIMULATOR: 'on' }).card).toEqual({ kind: 'simulator' })
  })

  it('use Stripe if there are keys', () => {
    const real = { kind: 'stripe', secretKey: 'sk_live_a', webhookSecret: 'whsec_b', api: null }
    expect(readConfig(keys).card).toEqual(real)
    expect(readConfig({ ...keys, PAYMENT_SIMULATOR: 'on' }).card).toEqual(real)
    expect(readConfig({ ...keys, STRIPE_API: 'http://127.0.0.1:9' }).card).toEqual({
      ...real,
      api: 'http://127.0.0.1:9',
    })
  })

  it('default to five minutes for a reload', () => {
    expect(readConfig({}).payments.reloadMinutes).toBe(5)
    expect(readConfig({ RELOAD_MINUTES: '0' }).payments.reloadMinutes).toBe(0)
  })

  it('default to two people for refunds, settlements and credits above 1,000 USD, and for others above 5,000', () => {
    expect(readConfig({}).payments.soloLimitsMinor).toEqual({
      transfer: 500_000,
      refund: 100_000,
      credit: 500_000,
      settlement: 100_000,
      balance: 100_000,
      coupon: 500_000,
    })
    expect(readConfig({ FOUR_EYES_USD: '12.34', FOUR_EYES_REFUND_USD: '0' }).payments.soloLimitsMinor).toMatchObject({
      transfer: 1234,
      refund: 0,
      credit: 500_000,
    })
    expect(readConfig({}).payments.soloLimitsOfRoles).toEqual(new Map())

    const roles = '{"accountant":{"refund":12.34},"Caisse Été":{"balance":0}}'
    expect(readConfig({ FOUR_EYES_ROLES: roles }).payments.soloLimitsOfRoles).toEqual(
      new Map([
        ['accountant', { refund: 1234 }],
        ['caisse été', { balance: 0 }],
      ]),
    )
  })
})
