import { requireSellerCountry } from '#core/seller-country.ts'
import { runCatalogueCommand } from './catalogue-commands.ts'
import { runTool } from './run-tool.ts'

/** `npm run catalogue`: versions of the catalogue. */
await runTool(({ config, open, print }) =>
  runCatalogueCommand(process.argv.slice(2), {
    open,
    print,
    folder: process.env.INIT_CWD ?? process.cwd(),
    requireSellable: (catalogue) => requireSellerCountry(config, catalogue),
  }),
)
