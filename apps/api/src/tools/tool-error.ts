import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { AppError } from '#core/app-error.ts'
import { loadTexts } from '#core/texts.ts'
import { FaultyCatalogue } from '#features/catalogue/catalogue.service.ts'

/** A command that cannot be executed; the message is one line for the operator. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** An `AppError` in English with its faults, or the message of an unexpected error. */
export async function explainError(error: unknown): Promise<string[]> {
  if (!(error instanceof AppError)) return [error instanceof Error ? error.message : String(error)]

  const texts = await loadTexts()
  const message = texts('en', 'errors', error.code)
  if (error instanceof FaultyCatalogue) {
    return [message, ...error.faults.map(({ path, problem }) => `  ${path === '' ? 'the file' : path} ${problem}`)]
  }
  return [
    message,
    ...error.fields.map(({ path, code, max = 0 }) => `  ${path}: ${texts('en', 'validation', code, { max })}`),
  ]
}

/** Options and positional words of `npm run <tool> -- …`; `ToolError` for an unknown option. */
export function parseCommand<Options extends ParseArgsOptionsConfig>(words: string[], options: Options, tool: string) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split(/\n|\. /)
    throw new ToolError(`${reason}. See: npm run ${tool} -- help`)
  }
}
