import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { allRules, type RuleId } from './rules/all-rules.ts'

interface Section {
  body: string
}

interface SiteTexts {
  resources: { pages: Record<string, { sections: Record<string, Section> }> }
}

const textsIn = (language: string, slice: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../messages/${language}/${slice}.json`), 'utf8'))

const words: Readonly<Record<string, number>> = {
  deux: 2,
  trois: 3,
  quatre: 4,
  six: 6,
  dix: 10,
  quinze: 15,
  two: 2,
  three: 3,
  four: 4,
  ten: 10,
  fifteen: 15,
}

/**
 * The limits in a text, in figures or words, whatever the decimal sign: `0,2 mm` and `0.2 mm` are 0.2.
 * Names such as `M6` and `3D` have none.
 */
function figuresIn(text: string): number[] {
  const found = text.matchAll(/(?<![\p{L}\d.,])(\d+(?:[.,]\d+)?)(?![\p{L}\d])|(?<!\p{L})(\p{L}+)(?!\p{L})/gu)
  return [...found].flatMap(([, figure, word = '']) => {
    if (figure !== undefined) return [Number(figure.replace(',', '.'))]
    return words[word.toLowerCase()] ?? []
  })
}

function ruleOf(id: RuleId) {
  const rule = allRules.find((one) => one.id === id)
  if (!rule) throw new Error(`no rule ${id}`)
  return rule
}

function limit(id: RuleId, severity: 'blocks' | 'warns' | 'informs'): number {
  const value = ruleOf(id)[severity]
  if (typeof value !== 'number') throw new Error(`${id} has no figure for ${severity}`)
  return value
}

/** The wall that is advised for a part of this size (mm). */
function advisedWall(id: RuleId, sizeMm: number): number {
  const row = ruleOf(id).bySize?.find(([upToMm]) => sizeMm <= upToMm)
  if (!row) throw new Error(`${id} has no rows`)
  return row[2]
}

const advisedWalls = (sizeMm: number, ...ids: RuleId[]) => [...new Set(ids.map((id) => advisedWall(id, sizeMm)))]

describe.each(languages)('the guides (%s)', (language) => {
  const { resources } = textsIn(language, 'site') as SiteTexts
  const { finding } = textsIn(language, 'geometry') as { finding: Record<RuleId, string> }

  const guide = (page: string, section: string): number[] => {
    const body = resources.pages[page]?.sections[section]?.body
    if (body === undefined) throw new Error(`no section ${page}.${section}`)
    return figuresIn(body)
  }

  /** Clearances of parts to be assembled, then of parts that move. */
  const clearanceOf = (id: RuleId): number[] => figuresIn(finding[id]).slice(-2)

  it('advise the walls of the checks for printed parts', () => {
    expect(guide('design-3d-printing', 'walls')).toEqual([
      50,
      ...advisedWalls(50, 'min-wall-sla'),
      ...advisedWalls(50, 'min-wall-mjf', 'min-wall-sls', 'min-wall-slm'),
      100,
      ...advisedWalls(101, 'min-wall-sla', 'min-wall-mjf', 'min-wall-sls'),
      ...advisedWalls(101, 'min-wall-slm'),
      limit('wall-too-thick-pbf', 'warns'),
      limit('wall-too-thick-slm', 'warns'),
    ])
  })

  it('advise the holes, pins and clearances of the checks for printed parts', () => {
    const gaps = (['clearance-sla', 'clearance-pbf', 'clearance-slm'] as const).map(clearanceOf)
    const assembled = gaps.map(([first]) => first)
    const moving = gaps.map(([, second]) => second)

    // "Between two parts" is said before the clearances, twice.
    expect(guide('design-3d-printing', 'holes')).toEqual([
      limit('min-hole-sla', 'warns'),
      limit('min-hole-pbf', 'warns'),
      limit('hole-depth-am', 'warns'),
      limit('min-pin-sla', 'warns'),
      limit('min-pin-pbf', 'warns'),
      2,
      ...assembled,
      2,
      ...moving,
    ])
    expect(assembled).toEqual([
      limit('clearance-sla', 'warns'),
      limit('clearance-pbf', 'warns'),
      limit('clearance-slm', 'warns'),
    ])
    expect(moving.slice(1)).toEqual([limit('clearance-pbf', 'informs'), limit('clearance-slm', 'informs')])
  })

  it('advise the openings of the checks', () => {
    const openings = [limit('escape-hole-dia', 'warns'), limit('escape-hole-slm', 'warns')]
    expect(guide('design-3d-printing', 'voids').slice(0, 2)).toEqual(openings)
  })

  it('advise the corners, walls, pockets and holes of the checks for machined parts', () => {
    expect(guide('design-cnc', 'corners')).toEqual([
      limit('internal-corner', 'informs'),
      limit('internal-corner', 'warns'),
      limit('internal-corner', 'blocks'),
      limit('pocket-depth', 'warns'),
    ])
    expect(guide('design-cnc', 'walls')).toEqual([
      limit('min-wall-cnc-metal', 'warns'),
      limit('min-wall-cnc-plastic', 'warns'),
      limit('wall-aspect-cnc', 'warns'),
      limit('pocket-depth', 'warns'),
      limit('pocket-depth', 'blocks'),
    ])
    expect(guide('design-cnc', 'holes')).toEqual([
      limit('min-hole-cnc', 'warns'),
      limit('min-hole-cnc', 'blocks'),
      limit('hole-depth-cnc', 'informs'),
      limit('hole-depth-cnc', 'warns'),
      limit('thread-depth', 'informs'),
      limit('thread-depth', 'warns'),
    ])
    expect(guide('design-cnc', 'turning').slice(-2)).toEqual([
      limit('slender-turning', 'warns'),
      limit('slender-turning', 'blocks'),
    ])
  })

  it('advise the walls, undercuts and quantities of the checks for castings', () => {
    const rows = [50, 100, 200].flatMap((sizeMm) => [advisedWall('min-wall-casting', sizeMm), sizeMm])
    expect(guide('design-vacuum-casting', 'walls')).toEqual([
      ...rows,
      limit('wall-uniformity', 'warns'),
      limit('wall-too-thick-casting', 'warns'),
    ])
    expect(guide('design-vacuum-casting', 'draft')).toEqual([
      limit('draft-casting', 'informs'),
      limit('undercut-casting', 'warns'),
    ])
    expect(guide('design-vacuum-casting', 'quantity')).toEqual(ruleOf('qty-casting').informs)
  })

  it('agree with the campaign', () => {
    const { challenges } = textsIn(language, 'campaign') as { challenges: Record<string, { text: string }> }
    const said = (name: string) => figuresIn(challenges[name]?.text ?? '')
    const [assembled] = clearanceOf('clearance-pbf')
    const [, movingNylon] = clearanceOf('clearance-pbf')
    const [, movingMetal] = clearanceOf('clearance-slm')

    expect(said('channels')).toEqual([limit('slm-channel', 'warns')])
    expect(said('lattices')).toEqual([limit('min-pin-pbf', 'warns'), assembled])
    expect(said('assemblies')).toEqual([movingNylon, movingMetal])
  })
})
