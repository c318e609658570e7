import { areMailsHeld, releaseMails } from '#adapters/mail.held.ts'
import { byTool, installation, recordAudit } from '#core/audit.ts'
import { openFileStore } from '#src/file-store.ts'
import { runTool } from './run-tool.ts'
import { ToolError } from './tool-error.ts'

const usage = `npm run mails -- COMMAND
  status     whether mails are held because the installation was restored from a backup
  release    send them from now on: this is the real installation, not a copy`

/** `npm run mails`: the hold on a restored installation. */
await runTool(async ({ config, open, print }) => {
  const [command = 'help'] = process.argv.slice(2)
  if (command === 'help') return print(usage)

  const files = await openFileStore(config)
  if (command === 'status') return print((await areMailsHeld(files)) ? 'Mails are held.' : 'Mails are sent.')
  if (command !== 'release') throw new ToolError(`"${command}" is unknown. See: npm run mails -- help`)

  if (!(await areMailsHeld(files))) return print('Mails were not held.')

  const { db } = await open()
  await db.transaction().execute(async (trx) => {
    await recordAudit(trx, { ...byTool, action: 'installation.mails-released', subject: installation })
    await releaseMails(files)
  })
  print('Released. Waiting mails are sent within ten minutes.')
})
