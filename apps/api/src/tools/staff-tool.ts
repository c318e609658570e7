import { runTool } from './run-tool.ts'
import { runStaffCommand } from './staff-commands.ts'

/** An administrator's hands on who works for the shop. */
await runTool(({ open, say }) => runStaffCommand(process.argv.slice(2), { open, say }))
