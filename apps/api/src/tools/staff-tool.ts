import { runTool } from './run-tool.ts'
import { runStaffCommand } from './staff-commands.ts'

/** `npm run staff`: members of staff, their enrolment links and tokens. */
await runTool(({ open, print, config }) =>
  runStaffCommand(process.argv.slice(2), { open, print, publicUrl: config.publicUrl }),
)
