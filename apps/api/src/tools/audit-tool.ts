import { runAuditCommand } from './audit-commands.ts'
import { runTool } from './run-tool.ts'

/** `npm run audit`: verification of what staff did. */
await runTool(async ({ open, print, log }) => {
  const isUnbroken = await runAuditCommand(process.argv.slice(2), {
    print,
    open: async () => ({ ...(await open()), log }),
  })
  if (!isUnbroken) process.exitCode = 1
})
