/**
 * A mark on the model, selected in the viewer and in the lists together: a location of a finding,
 * or a hole of the part.
 */
export type PartMark = { kind: 'finding'; rule: string; place: number } | { kind: 'hole'; index: number }

/** `finding:min-wall-sla:0`: the first location of a finding. */
export const findingMarkId = (rule: string, place: number): string => `finding:${rule}:${place}`

/** `hole:3`: the fourth hole of the body. */
export const holeMarkId = (index: number): string => `hole:${index}`

/** Parses an id; undefined if it is not one of these. */
export function parseMarkId(id: string): PartMark | undefined {
  const finding = /^finding:([a-z0-9-]+):(\d{1,4})$/.exec(id)
  if (finding?.[1]) return { kind: 'finding', rule: finding[1], place: Number(finding[2]) }
  const hole = /^hole:(\d{1,6})$/.exec(id)
  return hole ? { kind: 'hole', index: Number(hole[1]) } : undefined
}

export const markId = (mark: PartMark): string =>
  mark.kind === 'hole' ? holeMarkId(mark.index) : findingMarkId(mark.rule, mark.place)
