import { AppError } from '#core/app-error.ts'
import { loadTexts } from '#core/texts.ts'
import { FaultyCatalogue } from '#features/catalogue/catalogue.service.ts'

/** What the operator asked for cannot be done, said in one line. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** A service's refusal in English, fault by fault; what nobody foresaw as its own words. */
export async function refusalLines(error: unknown): Promise<string[]> {
  if (!(error instanceof AppError)) return [error instanceof Error ? error.message : String(error)]
  const texts = await loadTexts()
  const message = texts('en', 'errors', error.code)
  if (error instanceof FaultyCatalogue)
    return [message, ...error.faults.map(({ path, problem }) => `  ${path === '' ? 'the file' : path} ${problem}`)]
  return [message, ...error.fields.map(({ path, code }) => `  ${path}: ${texts('en', 'validation', code)}`)]
}
