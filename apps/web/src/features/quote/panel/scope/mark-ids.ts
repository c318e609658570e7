/** What a selected mark of a part is. */
export type PartMark = { kind: 'finding'; rule: string; place: number } | { kind: 'hole'; index: number }

/** `finding:min-wall-sla:0`: the finding's first place. */
export const findingMarkId = (rule: string, place: number): string => `finding:${rule}:${place}`

/** `hole:3`: the fourth hole of the body. */
export const holeMarkId = (index: number): string => `hole:${index}`

/** What an id means; undefined for one that neither function made. */
export function parseMarkId(id: string): PartMark | undefined {
  const finding = /^finding:([a-z0-9-]+):(\d{1,4})$/.exec(id)
  if (finding?.[1]) return { kind: 'finding', rule: finding[1], place: Number(finding[2]) }
  const hole = /^hole:(\d{1,6})$/.exec(id)
  return hole ? { kind: 'hole', index: Number(hole[1]) } : undefined
}
