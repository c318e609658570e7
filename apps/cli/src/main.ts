import { exitCodes } from './arguments.ts'
import { runMaterials } from './materials.ts'
import { runMeasure } from './measure.ts'
import { runQuote } from './quote.ts'
import { createTerminal } from './terminal.ts'
import { loadTexts, shellLanguage } from './texts.ts'

const texts = await loadTexts(shellLanguage(process.env))
const [command, ...args] = process.argv.slice(2)

// A reader such as `head` may close the pipe early.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
const terminal = createTerminal(process.stdout, process.stderr)

switch (command) {
  case 'measure':
    process.exitCode = await runMeasure(args, texts, terminal)
    break
  case 'quote':
    process.exitCode = await runQuote(args, texts, terminal, Date.now())
    break
  case 'materials':
    process.exitCode = runMaterials(args, texts, terminal)
    break
  case 'help':
  case '--help':
    terminal.out(texts.say('cli.usage'))
    break
  default:
    terminal.err(texts.say('cli.usage'))
    process.exitCode = exitCodes.wrongUsage
}
