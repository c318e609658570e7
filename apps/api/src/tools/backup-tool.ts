import { resolve } from 'node:path'
import type { AuditAction } from '@cotation/domain'
import { sql } from 'kysely'
import { byTool, installation, recordAudit } from '#core/audit.ts'
import type { Config } from '#core/config.ts'
import { openDatabase } from '#db/database.ts'
import { takeBackup } from '#src/backup/dump.ts'
import { BackupError, type Manifest } from '#src/backup/manifest.ts'
import { restoreBackup } from '#src/backup/restore.ts'
import { verifyBackup } from '#src/backup/verify.ts'
import { openFileStore, openUploadStore } from '#src/file-store.ts'
import { runTool, type ToolContext } from './run-tool.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run backup -- --to FOLDER       database and files of one moment, while servers run
npm run verify -- --from FOLDER     check every part of a backup
npm run restore -- --from FOLDER    into an empty database and an empty data folder or bucket`

const options = { to: { type: 'string' }, from: { type: 'string' } } as const

const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

function summaryOf(manifest: Manifest): string {
  const { takenAt, tables, files } = manifest
  const rows = rowsOf(manifest)
  const megabytes = (files.bytes / 1e6).toFixed(1)
  return `${takenAt}: ${rows} rows of ${tables.length} tables, ${files.count} files (${megabytes} MB)`
}

function folderOf(option: string | undefined, name: string): string {
  if (option === undefined) throw new ToolError(`--${name} FOLDER is missing.\n${usage}`)
  return resolve(option)
}

const openStores = async (config: Config) => ({
  files: await openFileStore(config),
  uploads: await openUploadStore(config),
})

const lostFilesText = ({ lost }: Manifest) =>
  `The backup is complete but for files that the installation has lost or that are damaged there:\n${lost.join('\n')}`

/** After the work itself: a backup that is complete stays useful if this fails. */
async function record(connectionString: string, action: AuditAction, manifest: Manifest): Promise<void> {
  const { takenAt, files, lost } = manifest
  const after = { takenAt, rows: rowsOf(manifest), files: files.count, bytes: files.bytes, lostFiles: lost.length }

  const db = openDatabase(connectionString)
  try {
    // A database of a release without an audit can be backed up before its upgrade.
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('public.audit_pending') is not null as exists`.execute(db)
    if (!rows[0]?.exists) return

    await db.transaction().execute((trx) => recordAudit(trx, { ...byTool, action, subject: installation, after }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ToolError(`Everything was done, but the audit could not record it: ${reason}`)
  } finally {
    await db.destroy()
  }
}

async function run({ config, reach, print }: ToolContext): Promise<void> {
  const { values, positionals } = parseCommand(process.argv.slice(2), options, 'backup')
  const [command] = positionals

  if (command === 'backup') {
    const folder = folderOf(values.to, 'to')
    const { sessionConnectionString: connectionString } = await reach()
    const manifest = await takeBackup({ connectionString, ...(await openStores(config)) }, folder)
    print(`Backup of ${summaryOf(manifest)}\nCheck it with: npm run verify -- --from ${folder}`)
    const lost = manifest.lost.length === 0 ? null : lostFilesText(manifest)
    await record(connectionString, 'installation.backed-up', manifest).catch((error: unknown) => {
      // The audit must not hide which files are lost.
      throw lost !== null && error instanceof ToolError ? new ToolError(`${error.message}\n${lost}`) : error
    })
    if (lost !== null) throw new ToolError(lost)
    return
  }

  if (command === 'verify') {
    const { manifest, faults } = await verifyBackup(folderOf(values.from, 'from'))
    if (faults.length > 0) throw new ToolError(faults.join('\n'))
    print(`Sound backup of ${summaryOf(manifest)}`)
    if (manifest.lost.length > 0) print(`Lost before the backup: ${manifest.lost.join(', ')}`)
    return
  }

  if (command === 'restore') {
    const folder = folderOf(values.from, 'from')
    const { sessionConnectionString: connectionString } = await reach()
    const manifest = await restoreBackup({ connectionString, ...(await openStores(config)) }, folder)
    print(`Restored ${summaryOf(manifest)}\nIts mails are held. If it replaces the original: npm run mails -- release`)
    return record(connectionString, 'installation.restored', manifest)
  }

  throw new ToolError(usage)
}

/** `npm run backup`, `npm run verify`, `npm run restore`. */
await runTool((context) =>
  run(context).catch((error: unknown) => {
    throw error instanceof BackupError ? new ToolError(error.message) : error
  }),
)
