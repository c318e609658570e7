import { isDeepStrictEqual } from 'node:util'
import {
  type Catalogue,
  type ChangedParts,
  type Configuration,
  changedParts,
  findMaterial,
  type LineField,
  type LineFieldValues,
  type LinesChangedEvent,
  lineFields,
  type ServiceSelection,
  statedProcess,
} from '@cotation/domain'

/** What an edit can change in a line. */
interface EditableLine {
  id: string
  name: string
  comment: string
  configuration: Configuration | null
}

interface FieldChanges {
  fields: readonly LineField[]
  before: Partial<LineFieldValues>
  after: Partial<LineFieldValues>
}

/** The services without those that the other list has too. */
const servicesNotIn = (services: readonly ServiceSelection[], others: readonly ServiceSelection[]) =>
  services.filter((service) => !others.some((other) => isDeepStrictEqual(service, other)))

/** The fields of a line; of its services those that `other` lacks. */
function fieldsOf(line: EditableLine, other: EditableLine, catalogue: Catalogue): Partial<LineFieldValues> {
  const { name, comment, configuration } = line
  if (!configuration) return { name, comment }

  const { materialId, colourId, toleranceId, quantity, lead, services } = configuration
  const material = findMaterial(catalogue, materialId)
  const process = material && statedProcess(configuration, material)

  return {
    name,
    comment,
    material: materialId,
    colour: { materialId, colourId },
    ...(process && { process, tolerance: { process, toleranceId } }),
    services: servicesNotIn(services, other.configuration?.services ?? []),
    quantity,
    lead,
  }
}

/** Colours and tolerances are compared by their own id: the material or process has its own field. */
function isSameField(field: LineField, one: Partial<LineFieldValues>, other: Partial<LineFieldValues>): boolean {
  switch (field) {
    case 'colour':
      return one.colour?.colourId === other.colour?.colourId
    case 'tolerance':
      return one.tolerance?.toleranceId === other.tolerance?.toleranceId
    default:
      return isDeepStrictEqual(one[field], other[field])
  }
}

function changeOf(before: EditableLine, after: EditableLine, catalogue: Catalogue): FieldChanges {
  const old = fieldsOf(before, after, catalogue)
  const current = fieldsOf(after, before, catalogue)
  const fields = lineFields.filter((field) => !isSameField(field, old, current))

  return { fields, before: old, after: current }
}

/** Copies the value of a field if all lines have the same. */
function copyShared<F extends LineField>(
  field: F,
  values: readonly Partial<LineFieldValues>[],
  to: Partial<LineFieldValues>,
): void {
  const [first] = values
  const value = first?.[field]
  if (value !== undefined && values.every((other) => isDeepStrictEqual(other[field], value))) to[field] = value
}

/**
 * One entry about a change of any number of lines; undefined if it changes none. With several lines,
 * a value is part of the entry if it is the same in all lines in which its field changed.
 */
export function linesChanged(
  linesBefore: readonly EditableLine[],
  linesAfter: readonly EditableLine[],
  catalogue: Catalogue,
): LinesChangedEvent | undefined {
  const afterOf = new Map(linesAfter.map((line) => [line.id, line]))
  const changes = linesBefore
    .map((line) => ({ name: line.name, ...changeOf(line, afterOf.get(line.id) ?? line, catalogue) }))
    .filter(({ fields }) => fields.length > 0)
  if (changes.length === 0) return undefined

  const fields: LineField[] = []
  const partial: Partial<Record<LineField, ChangedParts>> = {}
  const before: Partial<LineFieldValues> = {}
  const after: Partial<LineFieldValues> = {}
  for (const field of lineFields) {
    const changed = changes.filter((change) => change.fields.includes(field))
    if (changed.length === 0) continue

    fields.push(field)
    if (changed.length < changes.length) partial[field] = changedParts(changed.map(({ name }) => name))
    copyShared(
      field,
      changed.map((change) => change.before),
      before,
    )
    copyShared(
      field,
      changed.map((change) => change.after),
      after,
    )
  }

  return {
    kind: 'lines-changed',
    ...changedParts(changes.map(({ name }) => name)),
    catalogueVersion: catalogue.version,
    fields,
    ...(Object.keys(partial).length > 0 && { partial }),
    before,
    after,
  }
}
