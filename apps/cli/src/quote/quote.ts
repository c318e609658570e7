import { availableParallelism } from 'node:os'
import { createAnalysisPool } from '@cotation/geometry-host'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { analysedFile } from '../analysed-file.ts'
import { allDone, askedWrongly, someRefused } from '../exit-codes.ts'
import type { Terminal } from '../measure.ts'
import type { Texts } from '../texts.ts'
import { parseQuoteRequest } from './quote-request.ts'
import { forbiddenText, quotedText } from './quote-text.ts'
import { quotedLine } from './quoted-line.ts'

/** `cotation quote FILE… --material ID …`: measures and prices each distinct body of each file; the exit code. */
export async function runQuote(args: string[], texts: Texts, terminal: Terminal, now: number): Promise<number> {
  const request = parseQuoteRequest(args, catalogue, texts)
  if (typeof request === 'string') {
    terminal.err(request)
    terminal.err(texts.say('cli.usage'))
    return askedWrongly
  }

  const pool = createAnalysisPool({ processes: Math.min(availableParallelism(), request.files.length) })
  let code: number = allDone
  try {
    const pending = request.files.map((file) => analysedFile(file, request.unit, pool, texts))
    for (const [i, file] of request.files.entries()) {
      const measured = await pending[i]
      if (!measured || 'refusal' in measured) {
        code = someRefused
        if (!measured) continue
        if (request.json) terminal.out(JSON.stringify(measured))
        terminal.err(`${file}: ${measured.refusal.message} ${measured.refusal.advice}`)
        continue
      }

      const { analysis } = measured
      for (const body of analysis.bodies) {
        const line = quotedLine(body, { file, analysis }, request, { catalogue, texts, now })
        if (request.json) terminal.out(JSON.stringify(line))
        if ('faults' in line) {
          code = someRefused
          terminal.err(forbiddenText(line, texts))
        } else if (!request.json) terminal.out(quotedText(line, texts))
      }
    }

    return code
  } finally {
    await pool.close()
  }
}
