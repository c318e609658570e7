import { type Catalogue, type Configuration, findMaterial } from '@cotation/domain'

/** Identifies our own texts in the clipboard. */
const format = 'cotation-configuration'

/**
 * A configuration as text for the system clipboard: it can be pasted into another tab, project or
 * mail.
 */
export const configurationText = (configuration: Configuration): string =>
  JSON.stringify({ format, version: 1, configuration }, null, 2)

/** Longer than any configuration that the server accepts. */
const maxCharacters = 100_000

function parseJson(text: string): unknown {
  try {
    return text.length <= maxCharacters ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/**
 * Parses a pasted text. The clipboard is untrusted, so it is validated like a request to the
 * server.
 */
export async function parseConfiguration(text: string, catalogue: Catalogue): Promise<Configuration | undefined> {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('format' in value && value.format === format && 'configuration' in value)) return undefined

  // Loaded by the first paste, not with the project: zod and its schemas would delay every visit.
  const { configurationInput } = await import('./configuration-schema.ts')
  const checked = configurationInput.safeParse(value.configuration)
  return checked.success && findMaterial(catalogue, checked.data.materialId) ? checked.data : undefined
}
