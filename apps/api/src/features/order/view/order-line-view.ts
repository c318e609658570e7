import type { OrderLineView } from '@cotation/contracts'
import { type Catalogue, findColour, findMaterial, type Language, type ProcessId } from '@cotation/domain'
import type { OrderedPart } from '#db/column-types.ts'
import type { OrderLineRow } from './order-view.repository.ts'

/** The process of a line: as priced, or as chosen if an expert set the price. */
function processIdOf({ price, configuration }: OrderedPart, catalogue: Catalogue): ProcessId | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  return price?.process ?? configuration?.process ?? material?.processIds[0]
}

/** A line as ordered, with names in the reader's language. */
export function orderLineViewOf(line: OrderLineRow, catalogue: Catalogue, language: Language): OrderLineView {
  const { ordered } = line
  const { configuration } = ordered
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  const processId = processIdOf(ordered, catalogue)
  const colour = material && findColour(material, configuration.colourId)

  return {
    id: line.id,
    lineId: line.line_id,
    name: line.name,
    thumbnailId: line.thumbnail_id,
    material: material?.name[language] ?? '',
    process: processId ? catalogue.processes[processId].name[language] : '',
    colour: colour?.name[language] ?? '',
    configuration,
    sizeMm: [...(ordered.part?.sizeMm ?? ordered.orderLine.sizeMm)],
    quantity: line.quantity,
    unitMinor: Number(line.unit_minor),
    totalMinor: Number(line.total_minor),
    workingDays: ordered.orderLine.workingDays,
    comment: line.comment,
    attachments: ordered.attachments,
    acceptedRules: ordered.acceptedRules,
  }
}
