import { areMailsHeld, releaseMails } from '#adapters/mail.held.ts'
import { byTool, installation, recordAudit } from '#core/audit.ts'
import { isLoopback } from '#core/config.ts'
import { findOtherAddress, moveInstallation } from '#core/installation-address.ts'
import { openFileStore } from '#src/file-store.ts'
import { runTool } from './run-tool.ts'
import { ToolError } from './tool-error.ts'

const usage = `npm run mails -- COMMAND
  status     whether mails are held: restored from a backup, or PUBLIC_URL is another than before
  release    send them from now on: this is the real installation, not a copy, and PUBLIC_URL its address`

/** `npm run mails`: the hold on a restored or copied installation. */
await runTool(async ({ config, open, print }) => {
  const [command = 'help'] = process.argv.slice(2)
  if (command === 'help') return print(usage)
  if (command !== 'status' && command !== 'release')
    throw new ToolError(`"${command}" is unknown. See: npm run mails -- help`)

  const files = await openFileStore(config)
  const { db } = await open()
  const isRestored = await areMailsHeld(files)
  const other = await findOtherAddress(db, config)
  const isHeld = isRestored || other !== null

  if (command === 'status') {
    print(isHeld ? 'Mails are held.' : 'Mails are sent.')
    if (isRestored) print('The installation was restored from a backup.')
    if (other !== null) print(`The database belongs to ${other}, and PUBLIC_URL is ${config.publicUrl}.`)
    return
  }

  if (!isHeld) return print('Mails were not held.')

  // A shell without the server's settings: the installation would move to loopback, and the server
  // hold its mails.
  if (other !== null && isLoopback(new URL(config.publicUrl).hostname))
    throw new ToolError(
      `PUBLIC_URL is ${config.publicUrl}, which customers cannot reach. Run this with the settings of the server.`,
    )

  await db.transaction().execute(async (trx) => {
    const move = other === null ? {} : { before: { publicUrl: other }, after: { publicUrl: config.publicUrl } }
    await recordAudit(trx, { ...byTool, action: 'installation.mails-released', subject: installation, ...move })
    if (other !== null) await moveInstallation(trx, config, new Date())
    await releaseMails(files)
  })
  print('Released. Waiting mails are sent within ten minutes.')
})
