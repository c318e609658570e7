import { runCatalogueCommand } from './catalogue-commands.ts'
import { runTool } from './run-tool.ts'

/** Staff's hands on the catalogue. */
await runTool(({ open, say }) =>
  runCatalogueCommand(process.argv.slice(2), { open, say, folder: process.env.INIT_CWD ?? process.cwd() }),
)
