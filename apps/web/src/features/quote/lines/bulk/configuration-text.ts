import { configurationInput } from '@cotation/contracts'
import { type Catalogue, type Configuration, findMaterial } from '@cotation/domain'

/** Marks our own texts among all that a clipboard may hold. */
const format = 'cotation-configuration'

/**
 * A configuration as text for the system's clipboard: it can be pasted in another tab, project or
 * mail.
 */
export const configurationText = (configuration: Configuration): string =>
  JSON.stringify({ format, version: 1, configuration }, null, 2)

/** Longer than any configuration that the server takes; more is not worth parsing. */
const mostCharacters = 100_000

function parsed(text: string): unknown {
  try {
    return text.length <= mostCharacters ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/**
 * The configuration that a text holds. Anybody can write to a clipboard: nothing is used that the
 * server would refuse.
 */
export function configurationOf(text: string, catalogue: Catalogue): Configuration | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('format' in value && value.format === format && 'configuration' in value)) return undefined
  const checked = configurationInput.safeParse(value.configuration)
  return checked.success && findMaterial(catalogue, checked.data.materialId) ? checked.data : undefined
}
