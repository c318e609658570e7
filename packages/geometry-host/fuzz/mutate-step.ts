import { byteMutations, latin1, type Mutation, mutateWith } from './bytes.ts'
import type { Random } from './random.ts'

type TextMutation = (text: string, random: Random) => string

const onText =
  (mutation: TextMutation): Mutation =>
  (bytes, random) =>
    latin1(mutation(Buffer.from(bytes).toString('latin1'), random))

/** Replaces one or several matches of the pattern by the result of `change`. */
function replaceSome(text: string, pattern: RegExp, random: Random, change: (found: string) => string): string {
  const matches = [...text.matchAll(pattern)]
  const chosen = new Set(Array.from({ length: 1 + random.below(3) }, () => random.below(matches.length)))
  let at = 0
  let result = ''
  matches.forEach((match, i) => {
    if (!chosen.has(i)) return
    result += text.slice(at, match.index) + change(match[0])
    at = match.index + match[0].length
  })

  return result + text.slice(at)
}

const entity = /^#\d+\s*=[^;]*;/gm

/** A reference to an entity, not its definition. */
const reference = /(?<!^)#\d+/gm
const real = /(?<=[(,])-?\d+\.\d*(?:E[+-]?\d+)?/g
const integer = /(?<=[(,])\d+(?=[,)])/g
const keyword = /[A-Z][A-Z0-9_]{3,}(?=\s*\()/g

const namesIn = (text: string): string[] => Array.from(text.matchAll(/^#\d+/gm), ([name]) => name)

const numbers = [
  '1.E308',
  '-1.E308',
  '1.E309',
  '-0.',
  '1.E-308',
  'NaN',
  'INF',
  '1.#QNAN',
  '0.',
  '-1.',
  '1.E38',
  '$',
  '*',
  "'1'",
  '()',
  '99999999999999999999',
  '1.E-7',
  '1.E10',
]

const integers = ['0', '-1', '1', '2', '26', '255', '1000000', '2147483647', '4294967296', '99999999999999999999']

const keywords = [
  'CARTESIAN_POINT',
  'DIRECTION',
  'PLANE',
  'CYLINDRICAL_SURFACE',
  'EDGE_CURVE',
  'ADVANCED_FACE',
  'CLOSED_SHELL',
  'SPHERICAL_SURFACE',
  'TOROIDAL_SURFACE',
  'CONICAL_SURFACE',
  'B_SPLINE_SURFACE_WITH_KNOTS',
  'OPEN_SHELL',
  'CIRCLE',
  'ELLIPSE',
  'LINE',
  'NOT_AN_ENTITY',
  'AXIS2_PLACEMENT_3D',
  'ORIENTED_EDGE',
  'BREP_WITH_VOIDS',
  'COMPLEX_TRIANGULATED_FACE',
]

const units = [
  'SI_UNIT(.KILO.,.METRE.)',
  'SI_UNIT($,.METRE.)',
  'SI_UNIT(.ATTO.,.METRE.)',
  'SI_UNIT(.EXA.,.METRE.)',
  'SI_UNIT(.MILLI.,.SECOND.)',
  'SI_UNIT($,$)',
  "CONVERSION_BASED_UNIT('INCH',#1)",
]

const structural: readonly TextMutation[] = [
  function redirect(text, random) {
    const names = namesIn(text)
    return replaceSome(text, reference, random, () => random.pick(names) ?? '#1')
  },
  function toNowhere(text, random) {
    return replaceSome(text, reference, random, () =>
      random.pick(['#0', '#999999', '#99999999999999', '#-1', '$', '*', '#']),
    )
  },
  function toItself(text, random) {
    return replaceSome(text, entity, random, (found) => {
      const [name = '#1'] = found.split(/\s*=/)
      return name + found.slice(name.length).replace(/#\d+/, name)
    })
  },
  function intoACycle(text, random) {
    const entities = [...text.matchAll(entity)].map(([found]) => found).filter((found) => found.indexOf('#', 1) > 0)
    const first = random.pick(entities) ?? ''
    const second = random.pick(entities) ?? ''
    const nameOf = (found: string) => found.split(/\s*=/)[0] ?? '#1'
    const pointed = (found: string, to: string) => nameOf(found) + found.slice(nameOf(found).length).replace(/#\d+/, to)
    return text
      .replace(first, () => pointed(first, nameOf(second)))
      .replace(second, () => pointed(second, nameOf(first)))
  },
  (text, random) => replaceSome(text, entity, random, () => ''),
  (text, random) => replaceSome(text, entity, random, (found) => `${found}\n${found}`),
  function sameNames(text, random) {
    const names = namesIn(text)
    return replaceSome(text, /^#\d+/gm, random, () => random.pick(names) ?? '#1')
  },
  (text, random) => replaceSome(text, keyword, random, () => random.pick(keywords)),
  (text, random) => replaceSome(text, real, random, () => random.pick(numbers)),
  (text, random) => replaceSome(text, integer, random, () => random.pick(integers)),
  (text, random) => replaceSome(text, /SI_UNIT\([^)]*\)/g, random, () => random.pick(units)),
  (text, random) => replaceSome(text, /\.[TF]\./g, random, (found) => (found === '.T.' ? '.F.' : '.T.')),
  function assemblyOfItself(text, random) {
    return replaceSome(text, /NEXT_ASSEMBLY_USAGE_OCCURRENCE\([^;]*/g, random, (found) => {
      const [owner = '#1'] = found.match(/#\d+/) ?? []
      return found.replaceAll(/#\d+/g, owner)
    })
  },
  (text, random) => replaceSome(text, /\((?:[^()]|\([^()]*\))*\)/g, random, (list) => list.replace(/,[^,]*/, '')),
  (text, random) =>
    replaceSome(text, /\([^()]*\)/g, random, (list) => `(${`${list.slice(1, -1)},`.repeat(2 + random.below(30))}$)`),
]

const lexical: readonly TextMutation[] = [
  (text, random) => replaceSome(text, /[()]/g, random, () => random.pick(['', '(', ')', '((', '))'])),
  (text, random) => replaceSome(text, reference, random, (name) => '('.repeat(5000) + name + ')'.repeat(5000)),
  (text, random) => replaceSome(text, /[()]/g, random, (bracket) => bracket.repeat(5000)),
  (text, random) => replaceSome(text, /'/g, random, () => random.pick(['', "''", "'''", "'\\X2\\ZZ\\X0\\", '\0'])),
  (text, random) => replaceSome(text, /;/g, random, () => random.pick(['', ';;', '/*', '*/;', ';/* ;'])),
  (text, random) => replaceSome(text, keyword, random, (word) => word.repeat(1 + random.below(2000))),
  (text, random) => replaceSome(text, /'[^']*'/g, random, () => `'${'x'.repeat(random.below(100_000))}'`),
  (text, random) =>
    replaceSome(text, /HEADER|DATA|ENDSEC|END-ISO-10303-21|FILE_SCHEMA/g, random, (word) =>
      random.pick(['', word.toLowerCase(), 'DATA', 'ENDSEC']),
    ),
  (text, random) => replaceSome(text, /\n/g, random, () => random.pick(['', '\r', '\r\n', ' ', '\0', '\xff'])),
]

const asStructure = structural.map(onText)
const asText = lexical.map(onText)

/** A corrupted STEP file, mostly still well-formed, so that it reaches the kernel. */
export const mutateStep: Mutation = mutateWith([
  ...asStructure,
  ...asStructure,
  ...asStructure,
  ...asText,
  ...byteMutations,
])
