/** The specification's map (docs/spec-map.json): types, page, and readers of its sources. */

export const states = ['done', 'partly', 'planned', 'not shown'] as const

/** The slice, package or back office that will fulfil a planned clause. */
export const parts = [
  'account',
  'additional-cost',
  'address',
  'after-sale',
  'balance',
  'checkout',
  'coupon',
  'geometry',
  'loyalty',
  'order',
  'payment',
  'pricing',
  'project',
  'quote',
  'referral',
  'staff',
  'upload',
] as const

export interface MapRow {
  id: string
  clause: string
  /** What is missing, or what was decided. */
  note?: string
  state: string
  part?: string
  where?: string[]
  tests?: string[]
}

export interface SpecMap {
  sections: { section: number; title: string; rows: MapRow[] }[]
  attacks: MapRow[]
}

export interface Clause {
  section: string
  heading: string
  text: string
}

export interface RouteEntry {
  path: string
  shows: 'screen' | 'redirect' | 'area'
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const isRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+$/.test(line)

/** Cells of all rows of the tables in a text, without their heads. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]) ? [cellsOf(line)] : [],
  )
}

/** Clauses are bullets, table rows and sentences. A text that ends with a colon introduces them. */
export function clausesOf(specification: string): Clause[] {
  const clauses: Clause[] = []
  let section = ''
  let heading = ''
  const lines = specification.split('\n')

  for (const [index, line] of lines.entries()) {
    const chapter = /^## (\d+)\. /.exec(line)?.[1]
    if (chapter) {
      section = chapter
      heading = ''
    }
    if (line.startsWith('### ')) heading = line.slice(4)
    if (section === '' || line.startsWith('#') || isRule(line) || isRule(lines[index + 1])) continue
    for (const text of textsOf(line)) if (!text.endsWith(':')) clauses.push({ section, heading, text })
  }

  return clauses
}

function textsOf(line: string): string[] {
  if (line.startsWith('|')) return [cellsOf(line).filter(Boolean).join(' · ')]
  const bullet = /^\s*- (.*)$/.exec(line)?.[1]
  if (bullet) return [bullet]
  return line.split(/(?<=[.!?])\s+(?=[A-Z"/])/).filter((sentence) => sentence.trim() !== '')
}

/** Whether a row quotes a clause. `…` marks omissions; the clause's heading may come first. */
export function quotes(text: string, { heading, text: clause }: Clause): boolean {
  const label = /^(.+?): /.exec(text)
  const quote = label && heading.startsWith(label[1] ?? '') ? text.slice(label[0].length) : text
  let from = 0

  return quote.split('…').every((fragment) => {
    const at = clause.indexOf(fragment.trim(), from)
    from = at + fragment.trim().length
    return at >= 0
  })
}

/** `METHOD /global/path` of rows like `GET, PATCH · account/quick loginUrl · query`, else empty. */
export function callsOf(text: string): string[] {
  const [methods = '', path] = text.split(' · ')
  if (path === undefined || !/^[A-Z, ]+$/.test(methods)) return []
  const address = path.replace(' (list)', '').replace(/\?.*$/, '').replace(' ', '/')
  return methods.split(', ').map((method) => `${method} /global/${address}`)
}

const shownBy: Readonly<Record<string, RouteEntry['shows']>> = {
  page: 'screen',
  firstPage: 'screen',
  redirectRoute: 'redirect',
  area: 'area',
}

/** The route table, read from its source: the address of every route and what it shows. */
export function routesOf(router: string): RouteEntry[] {
  const routeCall = /(?:const (\w+) = |^ +)(page|firstPage|redirectRoute|area)\(\s*(\w+),\s*'([^']*)'/gm
  const paths = new Map([['root', '']])

  return [...router.matchAll(routeCall)].map(([, name = '', kind = '', parent = '', own = '']) => {
    const path = `${paths.get(parent)}/${own}`
    paths.set(name, path)

    return {
      path: path
        .replaceAll(/\/+/g, '/')
        .replace(/(.)\/$/, '$1')
        .replaceAll('$', ':'),
      shows: shownBy[kind] ?? 'area',
    }
  })
}

const linkTo = (path: string) => `[${path.slice(path.lastIndexOf('/') + 1)}](../${path})`
const linksTo = (paths: readonly string[] = []) => paths.map(linkTo).join(', ')

function pageRow({ id, clause, note, state, part, where, tests }: MapRow): string {
  const text = note ? `${clause} (${note})` : clause
  const stateText = part ? `${state}: ${part}` : state
  return `| ${[id, text, stateText, linksTo(where), linksTo(tests)].join(' | ')} |`
}

const tableHead = '| id | clause | state | code | tests |\n|---|---|---|---|---|'
const table = (rows: readonly MapRow[]) => [tableHead, ...rows.map(pageRow)].join('\n')

/** The page docs/spec-map.md, made from the data. */
export function specMapPage({ sections, attacks }: SpecMap): string {
  const chapters = sections.map(({ section, title, rows }) => `## ${section}. ${title}\n\n${table(rows)}`)

  return `# The specification, clause by clause

This page is generated from \`spec-map.json\`: edit that file, then run \`npm run spec-map\`.
A test compares the map with the specification, the route table, the contracts and the file tree.

- **done**: the code fulfils the clause, and a test fails without it.
- **partly**: the note says what is missing.
- **planned**: comes with the named slice or package.
- **not shown**: the specification leaves it open; the note says what we decided.

${chapters.join('\n\n')}

## Attacks and faults

The cases of the quality page that tests cover.

${table(attacks)}
`
}
