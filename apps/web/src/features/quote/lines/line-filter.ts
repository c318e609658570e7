import { type Catalogue, chosenProcess, findMaterial, type Language, type LineStatus } from '@cotation/domain'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

export interface LineFilter {
  text: string
  /** Empty: all. */
  statuses: ReadonlySet<LineStatus>
}

export const noFilter: LineFilter = { text: '', statuses: new Set() }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function wordsOf({ name, view, part, configuration }: WorkLine, catalogue: Catalogue, language: Language): string {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  const process = part && material && catalogue.processes[chosenProcess(part, material, configuration?.process)]
  return plain([name, view.upload.name, material?.name[language], process?.name[language]].join('\n'))
}

export interface Filtered {
  lines: readonly WorkLine[]
  /** How many lines that have the words are of each status: what a chip would show. */
  counts: Readonly<Record<LineStatus, number>>
}

/** The lines that have every word asked for in name, file, material or process, and one of the statuses. */
export function filteredLines(
  lines: readonly WorkLine[],
  { text, statuses }: LineFilter,
  catalogue: Catalogue,
  language: Language,
): Filtered {
  const asked = plain(text).split(/\s+/).filter(Boolean)
  const counts = { configuring: 0, analysing: 0, 'needs-decision': 0, ready: 0, 'manual-quote': 0, expired: 0 }
  const found = lines.filter((line) => {
    const words = asked.length > 0 ? wordsOf(line, catalogue, language) : ''
    if (!asked.every((word) => words.includes(word))) return false
    counts[line.status]++
    return statuses.size === 0 || statuses.has(line.status)
  })

  return { lines: found, counts }
}
