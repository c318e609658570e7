import { borrowedBrandFields, type Config, isLoopback, missingBrandFields } from '#core/config.ts'
import type { CertificateState } from './doctor-probes.ts'

export interface Finding {
  /** `fail`: not fit for customers. `warn`: works, but look at it. */
  state: 'ok' | 'warn' | 'fail'
  what: string
  /** What to do; empty if it is ok. */
  advice: string
}

/** What the tool has found out about the machine and the services. */
export interface Facts {
  isRoot: boolean
  /** The certificate of PUBLIC_URL; null if that is no https address. */
  certificate: CertificateState | null
  /** Files that others can read or change, each with what to do. */
  openFiles: readonly string[]
  /** File mode of the data folder; null if there is none yet. */
  dataMode: number | null
  freeGib: number
  /** How far this machine's clock is ahead of the database's. */
  clockAheadSeconds: number
  databaseMajor: number
  trialRests: readonly string[]
  /** Null if the company and the catalogue in force are of the same country. */
  sellerFault: string | null
  deadLetters: number
  /** Where the last verification found a change, and for how long entries have not been verified. */
  audit: { brokenAt: number | null; unverifiedHours: number }
  /** Null if the mail server accepted the connection and the login. */
  mailFault: string | null
  areMailsHeld: boolean
  /** The address that the database belongs to, if it is another than PUBLIC_URL. */
  otherAddress: string | null
  storageFault: string | null
  /** Age of the newest complete backup; null without one, undefined if no folder was given. */
  backupAgeHours: number | null | undefined
}

type Settings = Pick<
  Config,
  | 'bankAccounts'
  | 'brand'
  | 'card'
  | 'databaseSessionUrl'
  | 'databaseUrl'
  | 'demo'
  | 'isLocalOnly'
  | 'mailbox'
  | 'publicUrl'
  | 's3'
  | 'smtp'
  | 'takesMoney'
  | 'trustProxy'
  | 'vatNumber'
>

const check = (what: string, isGood: boolean, advice: string, otherwise: 'warn' | 'fail' = 'fail'): Finding =>
  isGood ? { state: 'ok', what, advice: '' } : { state: otherwise, what, advice }

/** Judges a setting that is meant for customers. */
export function diagnose(settings: Settings, facts: Facts): Finding[] {
  return [
    ...settingFindings(settings),
    ...encryptionFindings(settings, facts),
    ...machineFindings(settings, facts),
    ...serviceFindings(settings, facts),
  ]
}

const hasOwnBrand = (settings: Settings) => borrowedBrandFields(settings).length === 0

function settingFindings(settings: Settings): Finding[] {
  const { publicUrl, isLocalOnly, trustProxy, demo, mailbox, card, takesMoney } = settings
  const isHttps = publicUrl.startsWith('https://') && !isLocalOnly

  return [
    check('address', isHttps, `Set PUBLIC_URL to the https address of your customers, not ${publicUrl}.`),
    check(
      'reverse proxy',
      trustProxy !== null,
      'Set TRUST_PROXY to its address: otherwise all customers count as one.',
    ),
    check('company', hasOwnBrand(settings), 'Set BRAND_FILE to a file with your own company, VAT number and accounts.'),
    legalFinding(settings),
    check('demo accounts', !demo, 'Set DEMO=off.'),
    check('mailbox page', !mailbox, 'Set MAILBOX=off: anyone could read all mails.'),
    check('card simulator', card?.kind !== 'simulator', 'Set PAYMENT_SIMULATOR=off: anyone could mark orders as paid.'),
    check('card payments', takesMoney, 'STRIPE_SECRET_KEY is no live key: no card is charged.', 'warn'),
  ]
}

/** A French VAT number ends with the company's SIREN, so a mistake in one of them shows. */
function legalFinding(settings: Settings): Finding {
  const what = 'legal facts'
  const missing = missingBrandFields(settings)
  if (missing.length > 0)
    return check(what, false, `Add ${missing.join(', ')} to BRAND_FILE: invoices, mails and the site must name them.`)

  const { vatNumber } = settings
  const companyNumber = settings.brand.legal?.companyNumber ?? ''
  const siren = /^FR\w{2}(\d{9})$/.exec(vatNumber)?.[1]
  const isConsistent = siren === undefined || companyNumber.replaceAll(/\D/g, '').startsWith(siren)
  return check(what, isConsistent, `${companyNumber} does not belong to VAT number ${vatNumber}.`, 'warn')
}

function encryptionFindings({ databaseUrl, databaseSessionUrl, s3 }: Settings, facts: Facts): Finding[] {
  const isPlainDatabase = [databaseUrl, databaseSessionUrl].some((url) => url !== null && crossesNetworkInPlain(url))
  const endpoint = new URL(s3?.endpoint ?? 'https://s3.amazonaws.com')
  const isPlainStorage = endpoint.protocol === 'http:' && !isLoopback(endpoint.hostname)

  return [
    ...(facts.certificate ? [certificateFinding(facts.certificate)] : []),
    check(
      'database encryption',
      !isPlainDatabase,
      'The database is on another machine and its connection has no TLS: add sslmode=verify-full to its address.',
      'warn',
    ),
    check(
      'storage encryption',
      !isPlainStorage,
      'S3_ENDPOINT is on another machine without TLS: use its https address.',
      'warn',
    ),
  ]
}

/** Like the driver, which uses no TLS unless the address asks for it. */
function crossesNetworkInPlain(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  const isRemote = host !== '' && !host.startsWith('/') && !isLoopback(host)

  const isOn = ['true', '1'].includes(searchParams.get('ssl') ?? '')
  const mode = searchParams.get('sslmode') ?? (isOn ? 'require' : 'disable')
  return isRemote && mode === 'disable'
}

function certificateFinding(certificate: CertificateState): Finding {
  const what = 'certificate'
  if ('unreachable' in certificate)
    return check(what, false, `Not checked: PUBLIC_URL does not answer here (${certificate.unreachable}).`, 'warn')
  if ('refused' in certificate)
    return check(what, false, `Browsers refuse the certificate of PUBLIC_URL: ${certificate.refused}.`)

  const days = Math.floor(certificate.daysLeft)
  return check(
    what,
    days >= 14,
    `It expires in ${days} days: renew it, and see why that was not done by itself.`,
    'warn',
  )
}

function machineFindings({ s3 }: Settings, facts: Facts): Finding[] {
  const ahead = Math.round(facts.clockAheadSeconds)
  // If root runs the server, the account of the embedded database must be able to enter the folder.
  const isPrivate = facts.dataMode === null || (facts.dataMode & 0o066) === 0

  return [
    check('user', !facts.isRoot, 'Run it as a user of its own, not as root (deploy/systemd).', 'warn'),
    check('data folder', isPrivate, 'Others can read DATA_DIR: chmod 700.'),
    check('file modes', facts.openFiles.length === 0, facts.openFiles.join(' ')),
    check(
      'disk',
      facts.freeGib >= 5,
      `Only ${facts.freeGib.toFixed(1)} GiB are free in DATA_DIR.`,
      s3 ? 'warn' : 'fail',
    ),
    check('clock', Math.abs(ahead) <= 5, `It is ${ahead} s ahead of the database's. Use NTP on both machines.`),
  ]
}

function serviceFindings(settings: Settings, facts: Facts): Finding[] {
  const { smtp, databaseUrl, takesMoney } = settings
  const trial = `Run: npm run demo -- end (${facts.trialRests.join(', ')})`
  const isSupported = facts.databaseMajor >= 15

  return [
    check('database', isSupported, `PostgreSQL ${facts.databaseMajor} is too old: use 15 or newer.`),
    check('own database', databaseUrl !== null, 'Set DATABASE_URL if you need several machines.', 'warn'),
    // A trial has the demo's company, which is a finding of its own.
    check("catalogue's seller", facts.sellerFault === null || !hasOwnBrand(settings), facts.sellerFault ?? ''),
    check('data of a trial', facts.trialRests.length === 0, trial, takesMoney ? 'fail' : 'warn'),
    check('mail server', smtp !== null && facts.mailFault === null, mailAdvice(smtp, facts.mailFault)),
    check('held mails', !facts.areMailsHeld, 'Restored from a backup. If this is no copy: npm run mails -- release'),
    check(
      'installation',
      facts.otherAddress === null,
      `The database belongs to ${facts.otherAddress}: mails are held. If it has moved to PUBLIC_URL: npm run mails -- release`,
    ),
    check('file storage', facts.storageFault === null, facts.storageFault ?? ''),
    check(
      'given-up jobs',
      facts.deadLetters === 0,
      `${facts.deadLetters} jobs were given up (docs/operations.md).`,
      'warn',
    ),
    auditFinding(facts.audit),
    backupFinding(facts.backupAgeHours),
  ]
}

function mailAdvice(smtp: string | null, fault: string | null): string {
  return smtp === null ? 'Set SMTP_URL: customers get no mails.' : `It does not accept mails: ${fault}.`
}

function auditFinding({ brokenAt, unverifiedHours }: Facts['audit']): Finding {
  if (brokenAt !== null) return check('audit', false, `It was changed at entry ${brokenAt} (docs/operations.md).`)

  const advice = `It has not been verified for ${Math.round(unverifiedHours)} hours: npm run audit -- verify`
  return check('audit', unverifiedHours <= 50, advice, 'warn')
}

function backupFinding(ageHours: Facts['backupAgeHours']): Finding {
  if (ageHours === undefined)
    return check('backup', false, 'Name the folder that holds your backups: npm run doctor -- --backups FOLDER', 'warn')
  if (ageHours === null) return check('backup', false, 'There is none: npm run backup -- --to FOLDER')

  return check('backup', ageHours <= 26, `The newest one is ${Math.round(ageHours)} hours old.`)
}
