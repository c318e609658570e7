import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { causeOf } from '#adapters/error-cause.ts'
import { areMailsHeld } from '#adapters/mail.held.ts'
import { checkSmtp } from '#adapters/mail.smtp.ts'
import type { Config } from '#core/config.ts'
import { findOtherAddress } from '#core/installation-address.ts'
import { sellerCountryFault } from '#core/seller-country.ts'
import type { Db } from '#db/database.ts'
import { findFirstEntryTime, findLastVerification, findOpenBreak } from '#features/audit/audit-chain.repository.ts'
import { readManifest } from '#src/backup/manifest.ts'
import { listTrialRests } from '#src/demo-end.ts'
import { openFileStore } from '#src/file-store.ts'
import { startErrorLine } from '#src/start-error.ts'
import { diagnose, type Facts } from './doctor-checks.ts'
import { listOpenFiles, probeCertificate } from './doctor-probes.ts'
import { runTool } from './run-tool.ts'
import { parseCommand } from './tool-error.ts'

async function findNewestBackup(folder: string | undefined): Promise<Facts['backupAgeHours']> {
  if (folder === undefined) return undefined

  let newest: number | null = null
  for (const name of await readdir(resolve(folder)).catch(() => [])) {
    const manifest = await readManifest(join(resolve(folder), name)).catch(() => null)
    if (manifest) newest = Math.max(newest ?? 0, Date.parse(manifest.takenAt))
  }
  return newest === null ? null : (Date.now() - newest) / 3_600_000
}

/** The first folder on the way up that exists. */
async function freeGibOf(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null)
  return found ? (found.bavail * found.bsize) / 1024 ** 3 : freeGibOf(dirname(folder))
}

async function readDatabase(db: Db) {
  const { rows } = await sql<{ seconds: number; major: number; hasJobs: boolean }>`
    select extract(epoch from clock_timestamp())::float8 as seconds,
      current_setting('server_version_num')::int / 10000 as major,
      to_regclass('pgboss.job') is not null as "hasJobs"`.execute(db)
  const { seconds = 0, major = 0, hasJobs = false } = rows[0] ?? {}
  const clockAheadSeconds = Date.now() / 1000 - seconds

  return { clockAheadSeconds, major, deadLetters: hasJobs ? await countDeadLetters(db) : 0 }
}

async function findAuditState(db: Db): Promise<Facts['audit']> {
  const last = await findLastVerification(db)
  const since = last?.at ?? (await findFirstEntryTime(db))
  const broken = await findOpenBreak(db)

  return {
    brokenAt: broken ? Number(broken.broken_at) : null,
    unverifiedHours: since === null ? 0 : (Date.now() - since.getTime()) / 3_600_000,
  }
}

async function countDeadLetters(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'dead-letter'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Writes, reads and removes a file. */
async function checkStorage(config: Config): Promise<{ storageFault: string | null; areMailsHeld: boolean }> {
  try {
    const files = await openFileStore(config)
    await files.put('doctor/probe', Buffer.from('probe'), { contentType: 'text/plain' })
    const probe = await files.get('doctor/probe')
    probe?.body.destroy()
    await files.remove('doctor/probe')

    return { storageFault: probe ? null : 'A stored file cannot be read.', areMailsHeld: await areMailsHeld(files) }
  } catch (error) {
    const line = startErrorLine(error, config) ?? `Files cannot be stored: ${JSON.stringify(causeOf(error))}`
    return { storageFault: line, areMailsHeld: false }
  }
}

const options = { backups: { type: 'string' }, environment: { type: 'string' } } as const

/** `npm run doctor`: is this setting fit for customers, and if not, what to do. */
await runTool(async ({ config, open, print }) => {
  const { values } = parseCommand(process.argv.slice(2), options, 'doctor')
  const { db, catalogues } = await open()
  const { clockAheadSeconds, major, deadLetters } = await readDatabase(db)
  const data = await stat(config.dataDir).catch(() => null)

  const findings = diagnose(config, {
    isRoot: process.geteuid?.() === 0,
    certificate: config.publicUrl.startsWith('https://') ? await probeCertificate(config.publicUrl) : null,
    openFiles: await listOpenFiles({ ...values, brandFile: config.brandFile }),
    dataMode: data ? data.mode : null,
    freeGib: await freeGibOf(config.dataDir),
    clockAheadSeconds,
    databaseMajor: major,
    trialRests: await listTrialRests(db),
    sellerFault: sellerCountryFault(config.brand, await catalogues.inForce()),
    deadLetters,
    audit: await findAuditState(db),
    mailFault: config.smtp ? await checkSmtp(config.smtp) : null,
    ...(await checkStorage(config)),
    otherAddress: await findOtherAddress(db, config),
    backupAgeHours: await findNewestBackup(values.backups),
  })

  for (const { state, what, advice } of findings) print(`${state.padEnd(5)} ${what}${advice ? `: ${advice}` : ''}`)
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1
})
