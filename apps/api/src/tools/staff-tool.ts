import { runTool } from './run-tool.ts'
import { runStaffCommand } from './staff-commands.ts'

/** `npm run staff`: members of staff and their tokens. */
await runTool(({ open, print }) => runStaffCommand(process.argv.slice(2), { open, print }))
