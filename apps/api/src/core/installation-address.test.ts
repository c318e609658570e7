import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Log } from '#adapters/log.ts'
import { toolProcess } from '#src/tools/tool-process.fixture.ts'
import { type Wired, wire } from '#src/wiring.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/servers/smtp.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { readConfig } from './config.ts'

const original = 'https://devis.example.com'
const copy = 'https://copie.example.com'

let folder: string
let database: string
let smtp: TestSmtpServer
let started: Wired[]
let warnings: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-copies-'))
  database = await copyDatabase()
  smtp = await startSmtpServer()
  started = []
  warnings = []
})

afterEach(async () => {
  for (const { close } of started) await close()
  await smtp.close()
  await rm(folder, { recursive: true })
})

const settings = (publicUrl: string, dataDir: string) => ({
  PUBLIC_URL: publicUrl,
  DATABASE_URL: database,
  DATA_DIR: join(folder, dataDir),
  SMTP_URL: smtp.url,
  DEMO: 'off',
})

const log: Log = { ...silentLog, warn: (_facts, text) => void warnings.push(text) }

/** Starts as a server does, and sends one mail. */
async function mailFrom(publicUrl: string, dataDir = 'data'): Promise<'sent' | 'held'> {
  const wired = await wire(readConfig(settings(publicUrl, dataDir)), { log })
  started.push(wired)

  const mail = {
    to: 'zoe@example.com',
    subject: 'Commande',
    text: '',
    html: '',
    language: 'fr',
    kind: 'order',
  } as const
  const sending = wired.deps.mail.send({ ...mail, idempotencyKey: `order ${started.length}` })
  return sending.then(
    () => 'sent',
    (error: unknown) => {
      expect(error).toMatchObject({ temporary: true, code: 'EHELD' })
      return 'held'
    },
  )
}

const release = (publicUrl: string) => toolProcess('mails', ['release'], settings(publicUrl, 'data'))

it('holds the mails of a copy with another address until it is released there (B36)', async () => {
  expect(await mailFrom(original)).toBe('sent')
  expect(warnings).toEqual([])

  expect(await mailFrom(copy)).toBe('held')
  expect(warnings).toEqual([
    `mails are held: the database belongs to ${original}, and PUBLIC_URL is ${copy}; if the installation has moved there: npm run mails -- release`,
  ])
  const status = await toolProcess('mails', ['status'], settings(copy, 'data'))
  expect(status.stdout).toBe(`Mails are held.\nThe database belongs to ${original}, and PUBLIC_URL is ${copy}.\n`)
  // The one that was copied, if both reach the same database.
  expect(await mailFrom(original)).toBe('sent')

  expect(await release(copy)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Released\./) })
  expect(await mailFrom(copy)).toBe('sent')
  expect(await mailFrom(original)).toBe('held')
  expect(smtp.received).toHaveLength(3)

  const audited = await withClient(database, (client) =>
    client.query(`select before, after from audit_entry where action = 'installation.mails-released'`),
  )
  expect(audited.rows).toEqual([{ before: { publicUrl: original }, after: { publicUrl: copy } }])
})

it('sends from every server of one address, also with folders of their own and after a change to https', async () => {
  expect(await mailFrom('http://devis.example.com')).toBe('sent')
  expect(await mailFrom(original, 'second')).toBe('sent')
  expect(await mailFrom(`${original}/`, 'third')).toBe('sent')
  expect(warnings).toEqual([])
})

it('lets a trial on loopback become an installation, and holds the mails of its copy on loopback', async () => {
  expect(await mailFrom('http://localhost:8080')).toBe('sent')
  expect(await mailFrom('http://localhost:8081')).toBe('sent')

  expect(await mailFrom(original)).toBe('sent')
  expect(await mailFrom('http://localhost:8080')).toBe('held')
})

it('does not move to loopback when mails are released without the settings of the server', async () => {
  expect(await mailFrom(original)).toBe('sent')
  expect(await release('http://localhost:8080')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^PUBLIC_URL is http:\/\/localhost:8080, which customers cannot reach/),
  })
  expect(await mailFrom(original)).toBe('sent')
})
