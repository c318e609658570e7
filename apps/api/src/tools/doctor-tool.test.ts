import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import { holdMails } from '#adapters/mail.held.ts'
import { readConfig } from '#core/config.ts'
import { ownBrandFile } from '#test/product-process.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/servers/smtp.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { diagnose, type Facts } from './doctor-checks.ts'
import { toolProcess } from './tool-process.fixture.ts'

let folder: string
let database: string
let smtp: TestSmtpServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-doctor-'))
  database = await copyDatabase()
  smtp = await startSmtpServer()
})

afterAll(async () => {
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

const forCustomers = () => ({
  PUBLIC_URL: 'https://devis.example.com',
  TRUST_PROXY: '127.0.0.1',
  BRAND_FILE: ownBrandFile,
  STRIPE_SECRET_KEY: 'sk_live_of_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
  SMTP_URL: smtp.url,
})

/** Without a warning that depends on who runs the tests, and on the disk. */
async function doctor(env: Record<string, string>, ...words: string[]) {
  const settings = { DATABASE_URL: database, DATA_DIR: join(folder, 'data'), ...env }
  const { code, stdout, stderr } = await toolProcess('doctor', words, settings)
  const lines = stdout.trimEnd().split('\n')
  return { code, stderr, troubles: lines.filter((line) => !/^ok|^\w+ +(user|disk)\b/.test(line)) }
}

async function aBackup(hoursAgo: number): Promise<void> {
  const sha256 = '0'.repeat(64)
  const takenAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  const files = { count: 0, bytes: 0, sha256 }
  const manifest = { format: 1, takenAt, migrations: {}, jobQueueVersion: 1, tables: [], sequences: [], files }
  await mkdir(join(folder, 'backups', 'night'), { recursive: true })
  await writeFile(join(folder, 'backups', 'night', 'manifest.json'), JSON.stringify(manifest))
}

const sound: Facts = {
  isRoot: false,
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

describe('npm run doctor', () => {
  it('finds nothing wrong with a complete setting', async () => {
    await mkdir(join(folder, 'data'), { mode: 0o700 })
    await aBackup(3)
    expect(await doctor(forCustomers(), '--backups', join(folder, 'backups'))).toMatchObject({
      stderr: '',
      troubles: [],
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

  it.each<[string, Partial<Facts>]>([
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
