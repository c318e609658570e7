import { shellLanguage } from './language.ts'
import { runMaterials } from './materials.ts'
import { runMeasure } from './measure.ts'
import { runQuote } from './quote/quote.ts'
import { loadTexts } from './texts.ts'

const texts = await loadTexts(shellLanguage(process.env))
const [command, ...args] = process.argv.slice(2)

const terminal = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  err: (line: string) => void process.stderr.write(`${line}\n`),
}

if (command === 'measure') process.exitCode = await runMeasure(args, texts, terminal)
else if (command === 'quote') process.exitCode = await runQuote(args, texts, terminal, Date.now())
else if (command === 'materials') process.exitCode = runMaterials(args, texts, terminal)
else {
  const asked = command === '--help' || command === 'help'
  terminal[asked ? 'out' : 'err'](texts.say('cli.usage'))
  process.exitCode = asked ? 0 : 1
}
