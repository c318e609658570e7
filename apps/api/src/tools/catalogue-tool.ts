import { runCatalogueCommand } from './catalogue-commands.ts'
import { runTool } from './run-tool.ts'

/** `npm run catalogue`: versions of the catalogue. */
await runTool(({ open, print }) =>
  runCatalogueCommand(process.argv.slice(2), { open, print, folder: process.env.INIT_CWD ?? process.cwd() }),
)
