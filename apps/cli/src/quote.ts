import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { analyseFiles, listUnmeasured, refusalText, unmeasuredText } from './analyse-files.ts'
import { exitCodes, parseOrExplain } from './arguments.ts'
import { quoteLine } from './quote-line.ts'
import { parseQuoteRequest } from './quote-request.ts'
import { forbiddenLineText, quotedLineText } from './quote-text.ts'
import type { Terminal } from './terminal.ts'
import type { Texts } from './texts.ts'

/** `cotation quote FILE… --material ID …`: prices each distinct body. Returns the exit code. */
export async function runQuote(args: string[], texts: Texts, terminal: Terminal, now: number): Promise<number> {
  const request = parseOrExplain(() => parseQuoteRequest(args, catalogue, texts), texts, terminal)
  if (!request) return exitCodes.wrongUsage

  let exitCode: number = exitCodes.done
  for await (const result of analyseFiles(request.files, request.unit, texts, terminal)) {
    if ('refusal' in result) {
      exitCode = exitCodes.refused
      if (request.json) terminal.out(JSON.stringify(result))
      terminal.err(refusalText(result))
      continue
    }

    for (const unmeasured of listUnmeasured(result, texts)) {
      exitCode = exitCodes.refused
      if (request.json) terminal.out(JSON.stringify(unmeasured))
      terminal.err(unmeasuredText(unmeasured))
    }

    for (const body of result.analysis.bodies) {
      const line = quoteLine(body, result, request, { catalogue, texts, now })
      if (request.json) terminal.out(JSON.stringify(line))

      if ('faults' in line) {
        exitCode = exitCodes.refused
        terminal.err(forbiddenLineText(line, texts))
      } else if (!request.json) {
        terminal.out(quotedLineText(line, texts))
      }
    }
  }

  return exitCode
}
