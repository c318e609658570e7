import { type Catalogue, findMaterial, type Language, type LineStatus } from '@cotation/domain'
import { processOf, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { withoutAccents } from '#lib/texts/without-accents.ts'

export interface LineFilter {
  text: string
  /** Empty means all. */
  statuses: ReadonlySet<LineStatus>
}

export const noFilter: LineFilter = { text: '', statuses: new Set() }

function searchedText(line: WorkLine, catalogue: Catalogue, language: Language): string {
  const { name, view, configuration } = line
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  const processId = processOf(line, catalogue)
  const process = processId && catalogue.processes[processId]

  return withoutAccents([name, view.upload.name, material?.name[language], process?.name[language]].join('\n'))
}

interface Filtered {
  lines: readonly WorkLine[]
  /** The number of lines by status that match the text, for the filter chips. */
  counts: Readonly<Record<LineStatus, number>>
}

/**
 * The lines that contain every searched word in name, file, material or process, and have one of
 * the statuses.
 */
export function filteredLines(
  lines: readonly WorkLine[],
  { text, statuses }: LineFilter,
  catalogue: Catalogue,
  language: Language,
): Filtered {
  const words = withoutAccents(text).split(/\s+/).filter(Boolean)
  const counts: Record<LineStatus, number> = {
    configuring: 0,
    analysing: 0,
    'needs-decision': 0,
    ready: 0,
    'manual-quote': 0,
    expired: 0,
    ordered: 0,
  }

  const found = lines.filter((line) => {
    const searched = words.length > 0 ? searchedText(line, catalogue, language) : ''
    if (!words.every((word) => searched.includes(word))) return false

    counts[line.status]++
    return statuses.size === 0 || statuses.has(line.status)
  })

  return { lines: found, counts }
}
