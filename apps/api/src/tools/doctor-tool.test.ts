import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { holdMails } from '#adapters/mail.held.ts'
import { readConfig } from '#core/config.ts'
import { freePort, ownBrandFile } from '#test/product-process.ts'
import { hasOpenssl, makeCertificate } from '#test/servers/certificate.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/servers/smtp.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { diagnose, type Facts } from './doctor-checks.ts'
import { listOpenFiles, probeCertificate } from './doctor-probes.ts'
import { toolProcess } from './tool-process.fixture.ts'

let folder: string
let database: string
let smtp: TestSmtpServer
/** The reverse proxy, with a certificate of 90 days that signs itself. */
let proxy: Awaited<ReturnType<typeof startTls>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-doctor-'))
  if (hasOpenssl) proxy = await startTls('proxy')
  database = await copyDatabase()
  smtp = await startSmtpServer()
})

/** Ends every connection after the handshake. */
async function startTls(name: string, names?: string) {
  const certificateFile = join(folder, `${name}.pem`)
  const keyFile = join(folder, `${name}-key.pem`)
  makeCertificate({ certificateFile, keyFile }, { days: 90, ...(names === undefined ? {} : { names }) })

  const server = createServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) })
  server.on('secureConnection', (socket) => socket.on('error', () => undefined).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, url: `https://localhost:${port}`, certificateFile }
}

afterAll(async () => {
  proxy?.server.close()
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

const forCustomers = () => ({
  PUBLIC_URL: proxy.url,
  TRUST_PROXY: '127.0.0.1',
  BRAND_FILE: ownBrandFile,
  STRIPE_SECRET_KEY: 'sk_live_of_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
  SMTP_URL: smtp.url,
})

/** Without a warning that depends on who runs the tests, and on the disk. */
async function doctor(env: Record<string, string>, ...words: string[]) {
  const places = { DATABASE_URL: database, DATA_DIR: join(folder, 'data'), NODE_EXTRA_CA_CERTS: proxy.certificateFile }
  const settings = { ...places, ...env }
  const { code, stdout, stderr } = await toolProcess('doctor', words, settings)
  const lines = stdout.trimEnd().split('\n')
  const user = lines.find((line) => /^\w+ +user\b/.test(line))
  return { code, stderr, user, troubles: lines.filter((line) => !/^ok|^\w+ +(user|disk)\b/.test(line)) }
}

async function aBackup(hoursAgo: number): Promise<void> {
  const sha256 = '0'.repeat(64)
  const takenAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  const files = { count: 0, bytes: 0, sha256 }
  const manifest = { format: 1, takenAt, migrations: {}, jobQueueVersion: 1, tables: [], sequences: [], files }
  await mkdir(join(folder, 'backups', 'night'), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'backups', 'night', 'manifest.json'), JSON.stringify(manifest))
}

const sound: Facts = {
  isRoot: false,
  certificate: { daysLeft: 60 },
  openFiles: [],
  dataMode: 0o700,
  freeGib: 100,
  clockAheadSeconds: 0,
  databaseMajor: 18,
  trialRests: [],
  sellerFault: null,
  deadLetters: 0,
  audit: { brokenAt: null, unverifiedHours: 1 },
  mailFault: null,
  areMailsHeld: false,
  otherAddress: null,
  storageFault: null,
  backupAgeHours: 1,
}

describe.skipIf(!hasOpenssl)('npm run doctor', () => {
  it('finds nothing wrong with a complete setting', async () => {
    await mkdir(join(folder, 'data'), { mode: 0o700 })
    await aBackup(3)
    const isRoot = process.geteuid?.() === 0
    expect(await doctor(forCustomers(), '--backups', join(folder, 'backups'))).toMatchObject({
      stderr: '',
      troubles: [],
      user: isRoot ? 'warn  user: Run it as a user of its own, not as root (deploy/systemd).' : 'ok    user',
    })
  })

  it('says what a trial lacks for customers, and exits with 1', async () => {
    const { code, troubles } = await doctor({})
    expect(code).toBe(1)
    expect(troubles).toEqual([
      'fail  address: Set PUBLIC_URL to the https address of your customers, not http://localhost:8080.',
      'fail  reverse proxy: Set TRUST_PROXY to its address: otherwise all customers count as one.',
      'fail  company: Set BRAND_FILE to a file with your own company, VAT number and accounts.',
      'fail  demo accounts: Set DEMO=off.',
      'fail  mailbox page: Set MAILBOX=off: anyone could read all mails.',
      'fail  card simulator: Set PAYMENT_SIMULATOR=off: anyone could mark orders as paid.',
      'warn  card payments: STRIPE_SECRET_KEY is no live key: no card is charged.',
      'fail  mail server: Set SMTP_URL: customers get no mails.',
      'warn  backup: Name the folder that holds your backups: npm run doctor -- --backups FOLDER',
    ])
  })

  it('notices an old backup, a mail server that does not answer, held mails and an open data folder', async () => {
    await aBackup(50)
    await holdMails(createDiskFileStore(join(folder, 'data', 'files')))
    await chmod(join(folder, 'data'), 0o755)

    const settings = { ...forCustomers(), SMTP_URL: 'smtp://127.0.0.1:1' }
    const { code, troubles } = await doctor(settings, '--backups', join(folder, 'backups'))
    expect(code).toBe(1)
    expect(troubles).toEqual([
      'fail  data folder: Others can read DATA_DIR: chmod 700.',
      'fail  mail server: It does not accept mails: ESOCKET.',
      'fail  held mails: Restored from a backup. If this is no copy: npm run mails -- release',
      'fail  backup: The newest one is 50 hours old.',
    ])
  })

  it('names files that others can read or change', async () => {
    const environment = join(folder, 'environment')
    const brandFile = join(folder, 'open-brand.json')
    const backups = join(folder, 'backups')
    await writeFile(environment, '')
    await writeFile(brandFile, await readFile(ownBrandFile))
    await aBackup(3)

    const faults = async (modes: { environment: number; brand: number; night: number; all: number }) => {
      await chmod(environment, modes.environment)
      await chmod(brandFile, modes.brand)
      await chmod(join(backups, 'night'), modes.night)
      await chmod(backups, modes.all)
      return listOpenFiles({ brandFile, environment, backups })
    }

    expect(await faults({ environment: 0o640, brand: 0o644, night: 0o700, all: 0o755 })).toEqual([])
    expect(await faults({ environment: 0o600, brand: 0o644, night: 0o755, all: 0o700 })).toEqual([])
    const [changed, ...readable] = await faults({ environment: 0o604, brand: 0o646, night: 0o750, all: 0o755 })
    expect([changed, ...readable]).toEqual([
      `Others can change ${brandFile}: chmod 644.`,
      `Others can read ${environment}, which holds passwords: chmod 600.`,
      `Others can read ${join(backups, 'night')}: chmod 700.`,
    ])

    const settings = { ...forCustomers(), BRAND_FILE: brandFile }
    const { troubles } = await doctor(settings, '--backups', backups, '--environment', join(folder, 'nowhere'))
    expect(troubles).toContain(
      `fail  file modes: ${changed} There is no file ${join(folder, 'nowhere')}. ${readable[1]}`,
    )
    await chmod(backups, 0o700)
  })

  it('checks the certificate that browsers get at PUBLIC_URL', async () => {
    const ca = readFileSync(proxy.certificateFile, 'utf8')
    expect(await probeCertificate(proxy.url, ca)).toEqual({ daysLeft: expect.closeTo(90, 1) })
    expect(await probeCertificate(proxy.url)).toEqual({ refused: 'DEPTH_ZERO_SELF_SIGNED_CERT' })

    const other = await startTls('other', 'DNS:devis.example.com')
    onTestFinished(() => void other.server.close())
    const otherCa = readFileSync(other.certificateFile, 'utf8')
    expect(await probeCertificate(other.url, otherCa)).toEqual({ refused: 'ERR_TLS_CERT_ALTNAME_INVALID' })

    const port = await freePort()
    expect(await probeCertificate(`https://localhost:${port}`, ca)).toEqual({ unreachable: 'ECONNREFUSED' })

    const untrusted = await doctor({ ...forCustomers(), NODE_EXTRA_CA_CERTS: '' })
    expect(untrusted.troubles).toContain(
      'fail  certificate: Browsers refuse the certificate of PUBLIC_URL: DEPTH_ZERO_SELF_SIGNED_CERT.',
    )
    const silent = await doctor({ ...forCustomers(), PUBLIC_URL: `https://localhost:${port}` })
    expect(silent.troubles).toContain('warn  certificate: Not checked: PUBLIC_URL does not answer here (ECONNREFUSED).')
  })

  it('warns of a certificate that is not renewed two weeks before its end', () => {
    const config = readConfig({ ...forCustomers(), DATABASE_URL: database })
    const warned = (daysLeft: number) =>
      diagnose(config, { ...sound, certificate: { daysLeft } }).flatMap(({ state, advice }) =>
        state === 'ok' ? [] : [`${state} ${advice}`],
      )
    expect(warned(14)).toEqual([])
    expect(warned(13.9)).toEqual(['warn It expires in 13 days: renew it, and see why that was not done by itself.'])
  })

  it.each([
    ['postgresql://a:b@db.example.com/c', 'database encryption'],
    ['postgresql://a:b@db.example.com/c?sslmode=disable', 'database encryption'],
    ['postgresql://a:b@10.0.0.7/c', 'database encryption'],
    ['postgresql://a:b@localhost/c?host=db.example.com', 'database encryption'],
    ['postgresql://a:b@db.example.com/c?sslmode=verify-full', null],
    ['postgresql://a:b@db.example.com/c?ssl=true', null],
    ['postgresql://a:b@127.0.0.1/c', null],
    ['postgresql://a:b@localhost/c?sslmode=disable', null],
    ['postgresql://a:b@[::1]/c', null],
    ['postgresql:///c?host=/run/postgresql', null],
    ['postgresql://a:b@%2Frun%2Fpostgresql/c', null],
  ])('judges the connection to the database at %s', (DATABASE_URL, expected) => {
    const warned = (env: Record<string, string>) =>
      diagnose(readConfig({ ...forCustomers(), ...env }), sound).flatMap(({ state, what }) =>
        state === 'ok' ? [] : [what],
      )
    expect(warned({ DATABASE_URL })).toEqual(expected === null ? [] : [expected])
    const direct = { DATABASE_URL: database, DATABASE_SESSION_URL: DATABASE_URL }
    expect(warned(direct)).toEqual(expected === null ? [] : [expected])
  })

  it.each([
    ['http://s3.example.com', ['storage encryption']],
    ['https://s3.example.com', []],
    ['http://127.0.0.1:9000', []],
    ['', []],
  ])('judges the connection to the object storage at %j', (S3_ENDPOINT, expected) => {
    const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', S3_ENDPOINT }
    const findings = diagnose(readConfig({ ...forCustomers(), DATABASE_URL: database, ...keys }), sound)
    expect(findings.flatMap(({ state, what }) => (state === 'ok' ? [] : [what]))).toEqual(expected)
  })

  it('fails if the brand file lacks what invoices must say, and warns if it contradicts its VAT number', async () => {
    const brand: Record<string, unknown> = JSON.parse(await readFile(ownBrandFile, 'utf8'))
    const BRAND_FILE = join(folder, 'brand.json')
    const troubles = async (change: Record<string, unknown>) => {
      await writeFile(BRAND_FILE, JSON.stringify({ ...brand, ...change }))
      const findings = diagnose(readConfig({ ...forCustomers(), DATABASE_URL: database, BRAND_FILE }), sound)
      return findings.filter(({ state }) => state !== 'ok')
    }
    const legal = { country: 'FR', form: 'SAS', companyNumber: 'SIREN 888 888 888', register: 'RCS Lyon' }

    expect(await troubles({})).toEqual([])
    expect(await troubles({ legal: undefined, vatNumber: '' })).toMatchObject([
      { state: 'fail', what: 'legal facts', advice: expect.stringMatching(/^Add vatNumber, legal \(country, form, /) },
    ])
    expect(await troubles({ legal, vatNumber: 'FR00888888888' })).toEqual([])
    expect(await troubles({ legal, vatNumber: 'FR00777777777' })).toMatchObject([
      { state: 'warn', advice: expect.stringContaining('does not belong to VAT number FR00777777777') },
    ])
    expect(await troubles({ legal, vatNumber: 'DE777777777' })).toEqual([])
  })

  it('fails if the catalogue in force sells from another country than that of the company', async () => {
    const brand = JSON.parse(await readFile(ownBrandFile, 'utf8'))
    const BRAND_FILE = join(folder, 'german.json')
    await writeFile(BRAND_FILE, JSON.stringify({ ...brand, legal: { ...brand.legal, country: 'DE' } }))

    const { code, troubles } = await doctor({ ...forCustomers(), BRAND_FILE })
    expect(code).toBe(1)
    expect(troubles).toContainEqual(
      expect.stringMatching(/^fail {2}catalogue's seller: The company of the brand file is from DE, but .+ from CN: /),
    )
  })

  it('warns of root, whose mistakes and intruders nothing stops', () => {
    const config = readConfig({ ...forCustomers(), DATABASE_URL: database })
    const warned = diagnose(config, { ...sound, isRoot: true }).filter(({ state }) => state !== 'ok')
    expect(warned).toMatchObject([{ state: 'warn', what: 'user' }])
  })

  it.each<[string, Partial<Facts>]>([
    ['certificate', { certificate: { refused: 'CERT_HAS_EXPIRED' } }],
    ['file modes', { openFiles: ['Others can change brand.json: chmod 644.'] }],
    ['clock', { clockAheadSeconds: -90 }],
    ['disk', { freeGib: 1 }],
    ['database', { databaseMajor: 14 }],
    ['data of a trial', { trialRests: ['demo accounts: 2'] }],
    ['audit', { audit: { brokenAt: 12, unverifiedHours: 1 } }],
    ['installation', { otherAddress: 'https://ailleurs.example.com' }],
    ['file storage', { storageFault: 'The bucket "a" does not exist.' }],
  ])('fails for the %s', (what, change) => {
    const config = readConfig({ ...forCustomers(), DATABASE_URL: database })
    const failed = diagnose(config, { ...sound, ...change }).filter(({ state }) => state === 'fail')
    expect(failed.map((finding) => finding.what)).toEqual([what])
  })
})
