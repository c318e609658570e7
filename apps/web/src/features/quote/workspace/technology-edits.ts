import { findMaterial, firstOffered, selectMaterial, type TechnologySlug } from '@cotation/domain'
import type { LineEdit } from './work-line.ts'
import type { Workspace } from './workspace.ts'

/** What each line becomes in another technology: the first material that the part fits, with what it had and still can have. */
export function technologyEdits({ lines, catalogue }: Workspace, technology: TechnologySlug): LineEdit[] {
  const id = catalogue.technologies.find(({ slug }) => slug === technology)?.id
  return lines.flatMap(({ id: lineId, part, configuration, provisional }) => {
    if (!part || !configuration || provisional) return []
    if (findMaterial(catalogue, configuration.materialId)?.technologyId === id) return []
    const way = firstOffered(part, technology, catalogue)
    if (!way) return []
    const { process: _, ...rest } = configuration
    const changed = selectMaterial(part, rest, way.materialId, catalogue).configuration
    return [{ lineId, configuration: { ...changed, process: way.process } }]
  })
}
