import { withoutAccents } from '#lib/texts/without-accents.ts'
import { folderOf } from './file-path.ts'

/** A part that drawings may belong to. */
export interface PairablePart {
  id: string
  /** The name of its file. */
  name: string
  /** The folder that its file was found in, if known. */
  folder: string
}

export interface PairedDrawings {
  pairs: { drawing: File; partId: string }[]
  unpaired: File[]
}

/** A name without extension, accents and separators: `Bride_A-2.PDF` becomes `bride a 2`. */
export const stemOf = (name: string): string =>
  withoutAccents(name.replace(/\.[a-z0-9]{1,8}$/i, ''))
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()

/** What people add to the name of a drawing or of its revision. */
const suffix =
  /\s(?:(?:rev|revision|ind|indice|v|ver|version|sheet|page|folio)\s?[a-z0-9]{0,3}|drawing|drw|dwg|plan|dessin|mep|2d|3d)$/

/** A stem without the words for drawings and revisions: `bride rev2 plan` becomes `bride`. */
function coreOf(stem: string): string {
  const shorter = stem.replace(suffix, '')
  return shorter === stem ? stem : coreOf(shorter)
}

/** From the surest to the least sure way to compare a drawing and a part. */
const comparisons: readonly ((drawing: string, part: string) => boolean)[] = [
  (drawing, part) => drawing === part,
  (drawing, part) => coreOf(drawing) === part,
  (drawing, part) => coreOf(drawing) === coreOf(part),
]

/** The part of a drawing; undefined if none has its name, or several do. */
function partOf(drawing: File, parts: readonly PairablePart[]): PairablePart | undefined {
  const stem = stemOf(drawing.name)
  for (const isSame of comparisons) {
    const found = parts.filter(({ name }) => isSame(stem, stemOf(name)))
    if (found.length === 1) return found[0]
    if (found.length === 0) continue

    const neighbours = found.filter(({ folder }) => folder === folderOf(drawing))
    return neighbours.length === 1 ? neighbours[0] : undefined
  }

  return undefined
}

/** Finds the part of each drawing by its name. A drawing that could belong to two parts has none. */
export function pairDrawings(drawings: readonly File[], parts: readonly PairablePart[]): PairedDrawings {
  const paired: PairedDrawings = { pairs: [], unpaired: [] }

  for (const drawing of drawings) {
    const part = partOf(drawing, parts)
    if (part) paired.pairs.push({ drawing, partId: part.id })
    else paired.unpaired.push(drawing)
  }

  return paired
}
