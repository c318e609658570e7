import { resolve } from 'node:path'
import type { Config } from '#core/config.ts'
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

function summaryOf({ takenAt, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
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

async function run({ config, reach, print }: ToolContext): Promise<void> {
  const { values, positionals } = parseCommand(process.argv.slice(2), options, 'backup')
  const [command] = positionals

  if (command === 'backup') {
    const folder = folderOf(values.to, 'to')
    const { sessionConnectionString: connectionString } = await reach()
    const manifest = await takeBackup({ connectionString, ...(await openStores(config)) }, folder)
    print(`Backup of ${summaryOf(manifest)}\nCheck it with: npm run verify -- --from ${folder}`)
    if (manifest.lost.length > 0)
      throw new ToolError(
        `The backup is complete but for files that the installation has lost or that are damaged there:\n${manifest.lost.join('\n')}`,
      )
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
    print(`Restored ${summaryOf(manifest)}`)
    return print('Its mails are held. If it replaces the original: npm run mails -- release')
  }

  throw new ToolError(usage)
}

/** `npm run backup`, `npm run verify`, `npm run restore`. */
await runTool((context) =>
  run(context).catch((error: unknown) => {
    throw error instanceof BackupError ? new ToolError(error.message) : error
  }),
)
