import type { Catalogue, Material, ProcessId } from '@cotation/domain'
import { withoutAccents } from '#lib/texts/without-accents.ts'

/** Also ignores spaces and hyphens: `PA 12` finds `PA12`. */
const joined = (text: string): string => withoutAccents(text).replaceAll(/[\s-]+/g, '')

/** Everything a customer may search for: names, family, process, colours and textual properties. */
export function materialText(
  material: Material,
  processes: readonly ProcessId[],
  catalogue: Catalogue,
  familyWords: string,
): string {
  const { name, colours, properties, note = '', id } = material
  const textProperties = Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === 'string') return `${key} ${value}`
    return value === true ? key : []
  })
  const named = [
    name,
    ...processes.map((process) => catalogue.processes[process].name),
    ...colours.map((colour) => colour.name),
  ]
  return [id, ...processes, familyWords, note, ...textProperties, ...named.flatMap(({ fr, en }) => [fr, en])].join(' ')
}

/** Whether a text contains every word of a query. */
export function matchesQuery(text: string, query: string): boolean {
  const wanted = withoutAccents(query).split(/\s+/).filter(Boolean)
  const spaced = withoutAccents(text)
  const together = joined(text)
  return (
    wanted.every((word) => spaced.includes(word) || together.includes(joined(word))) || together.includes(joined(query))
  )
}
