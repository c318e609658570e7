import type { ActivityEntry } from '@cotation/contracts'
import {
  type Catalogue,
  describeService,
  findColour,
  findMaterial,
  findTolerance,
  type Language,
  type LineField,
  type LineFieldValues,
  type LinesChangedEvent,
} from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { type ActivityRow, listActivity } from '#features/quote/rows/activity.repository.ts'
import { getProject } from '#features/quote/rows/project.repository.ts'
import { getCatalogue } from '#features/quote/settle/change-project.service.ts'
import type { Owner } from '#http/session.ts'
import { descriptionWords } from '#src/papers/choice-facts.ts'
import { paperWords, type Words } from '#src/papers/paper-words.ts'

const pageSize = 50

type Reading = Pick<Deps, 'db' | 'catalogues'>

/** A page of a project's activity, newest first; `before` is the id of the last entry seen. */
export async function getActivity(
  deps: Reading,
  owner: Owner,
  projectId: string,
  { before, language }: { before: string | undefined; language: Language },
): Promise<{ entries: ActivityEntry[]; hasOlder: boolean }> {
  const project = await getProject(deps.db, owner, projectId)
  const rows = await listActivity(deps.db, project.id, { before, limit: pageSize + 1 })

  const words = await paperWords(language)
  const entries: ActivityEntry[] = []
  for (const row of rows.slice(0, pageSize)) entries.push(await entryOf(deps, row, words))

  return { entries, hasOlder: rows.length > pageSize }
}

async function entryOf(deps: Reading, { id, at, actor, event }: ActivityRow, words: Words): Promise<ActivityEntry> {
  const changes = event.kind === 'lines-changed' ? await changesOf(deps, event, words) : []
  return { id, at: at.toISOString(), actor, event, changes }
}

/** In the words of the catalogue that the lines had: a later one may lack their materials. */
async function changesOf(
  deps: Reading,
  { catalogueVersion, fields, before, after, count, partial }: LinesChangedEvent,
  words: Words,
): Promise<ActivityEntry['changes']> {
  const catalogue = await getCatalogue(deps, { catalogue_version: catalogueVersion })

  // Entries leave out values in which their lines differ; one line alone simply lacks the value.
  function textOf(field: LineField, values: Partial<LineFieldValues>): string | null {
    const lineCount = partial?.[field]?.count ?? count
    const isDifferent = lineCount > 1 && values[field] === undefined
    return isDifferent ? null : fieldText(field, values, catalogue, words)
  }

  return fields.map((field) => ({ field, before: textOf(field, before), after: textOf(field, after) }))
}

function fieldText(field: LineField, values: Partial<LineFieldValues>, catalogue: Catalogue, words: Words): string {
  const { language } = words
  switch (field) {
    case 'name':
    case 'comment':
      return values[field] ?? ''
    case 'material':
      return findMaterial(catalogue, values.material ?? '')?.name[language] ?? ''
    case 'process':
      return (values.process && catalogue.processes[values.process]?.name[language]) ?? ''
    case 'colour': {
      const material = findMaterial(catalogue, values.colour?.materialId ?? '')
      return (material && findColour(material, values.colour?.colourId ?? '')?.name[language]) ?? ''
    }
    case 'tolerance': {
      const process = values.tolerance && catalogue.processes[values.tolerance.process]
      return (process && findTolerance(process, values.tolerance?.toleranceId ?? '')?.name[language]) ?? ''
    }
    case 'services': {
      const services = values.services ?? []
      return services.map((service) => describeService(service, catalogue, descriptionWords(words))).join(', ')
    }
    case 'quantity':
      return values.quantity === undefined ? '' : words.number(values.quantity)
    case 'lead':
      return values.lead === undefined ? '' : catalogue.leadTimes.tiers[values.lead].name[language]
  }
}
