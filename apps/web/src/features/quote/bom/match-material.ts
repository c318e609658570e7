import type { Catalogue, Material, ProcessId, TechnologyId } from '@cotation/domain'
import { joinedText, plainText, wordsOf } from '#features/quote/files/words.ts'

/** The value of a text, or why it has none: unknown, or several things have this name. */
export type Match<T> = { value: T; candidates?: undefined } | { value?: undefined; candidates: readonly T[] }

/** Designations of standards and trade names that the catalogue's names do not contain. */
const designations: Readonly<Record<string, readonly string[]>> = {
  'al-6061-t6': ['EN AW-6061', 'AlMg1SiCu', '3.3211', 'AW-6061'],
  'al-6082-t6': ['EN AW-6082', 'AlMgSi1', 'AlSi1MgMn', '3.2315', 'AW-6082'],
  'al-7075-t6': ['EN AW-7075', 'AlZn5.5MgCu', '3.4365', 'AW-7075', 'Fortal'],
  'al-2024-t351': ['EN AW-2024', 'AlCu4Mg1', '3.1355', 'AW-2024', 'AU4G1'],
  'al-5083': ['EN AW-5083', 'AlMg4.5Mn0.7', '3.3547', 'AW-5083'],
  'steel-1018': ['S235JR', '1.0038'],
  'steel-1045': ['C45E', 'XC48', '1.0503', '1.1191'],
  'steel-4140': ['42CD4', '1.7225'],
  'steel-11smnpb30': ['1.0718', 'S250Pb'],
  'steel-d2': ['X153CrMoV12', 'Z160CDV12'],
  'ss-303': ['X8CrNiS18-9', '1.4305', 'AISI 303'],
  'ss-304': ['X5CrNi18-10', '1.4301', 'AISI 304', '304L', '1.4307'],
  'ss-316l': ['X2CrNiMo17-12-2', '1.4404', 'AISI 316L'],
  'ss-420': ['X20Cr13', 'X30Cr13', '1.4021', '1.4028', 'AISI 420'],
  'ss-17-4ph': ['X5CrNiCuNb16-4', '1.4542', 'AISI 630'],
  'brass-c360': ['CW614N', '2.0401'],
  'copper-c110': ['CW004A', 'Cu-a1', '2.0065'],
  'ti-grade2': ['3.7035', 'T40'],
  'ti-grade5': ['3.7165', 'TiAl6V4', 'Ti-6Al-4V'],
  'pom-c': ['POM', 'Delrin', 'Acetal', 'Polyacetal'],
  pa6: ['Nylon 6', 'Polyamide 6'],
  'pa66-gf30': ['PA66 30% GF', 'Nylon 66 GF30'],
  pc: ['Lexan', 'Makrolon'],
  pmma: ['Plexiglas', 'Plexiglass', 'Perspex'],
  'pe-hd': ['PEHD', 'HDPE'],
  ptfe: ['Teflon'],
  'uhmw-pe': ['PE1000', 'UHMWPE', 'PE-UHMW'],
  pei: ['Ultem'],
}

/** Words that name no material by themselves, in a name of several words. */
const fillers: ReadonlySet<string> = new Set(
  'acier steel alloy alliage en aw din aisi grade resine resin plastique plastic type de du of nuance'.split(' '),
)

const synonyms: Readonly<Record<string, string>> = { alu: 'aluminium', aluminum: 'aluminium', inoxydable: 'inox' }

const commonWords = (text: string): string[] => wordsOf(text).map((word) => synonyms[word] ?? word)

function significantWords(text: string): string[] {
  const words = commonWords(text)
  const significant = words.filter((word) => !fillers.has(word))
  return significant.length > 0 ? significant : words
}

/** The names of a material: identifier, both languages, and what is written around ` / ` and `( )`. */
function namesOf({ id, name }: Material): string[] {
  const full = [id, name.fr, name.en]
  const withoutNotes = full.map((one) => one.replaceAll(/\(.*?\)/g, ' '))
  const alternatives = full.flatMap((one) => one.split(/ \/ |[()]/))
  return [...full, ...withoutNotes, ...alternatives, ...(designations[id] ?? [])].filter((one) => plainText(one) !== '')
}

interface ComparableNames {
  joined: ReadonlySet<string>
  words: ReadonlySet<string>
}

const comparable = new WeakMap<Material, ComparableNames>()

/** Cached: each of two hundred rows is compared with each material. */
function comparableNames(material: Material): ComparableNames {
  const known = comparable.get(material)
  if (known) return known

  const names = namesOf(material)
  const fresh = { joined: new Set(names.map(joinedText)), words: new Set(names.flatMap(commonWords)) }
  comparable.set(material, fresh)

  return fresh
}

interface MaterialHints {
  /** The processes that the row allows; undefined if it names none. */
  processes: readonly ProcessId[] | undefined
  /** The technology of the line: it decides between a milled and a printed steel. */
  technologyId: TechnologyId | undefined
}

/** One of several candidates if only one is of the line's technology. */
function decided(found: readonly Material[], { technologyId }: MaterialHints): Match<Material> {
  const own = found.filter((material) => material.technologyId === technologyId)
  const [only, ...others] = found.length > 1 ? own : found
  return only && others.length === 0 ? { value: only } : { candidates: found }
}

/** Finds a material by its name, a designation, or words that only it has. */
export function matchMaterial(text: string, hints: MaterialHints, catalogue: Catalogue): Match<Material> {
  const { processes } = hints
  const possible = catalogue.materials.filter(
    ({ available, processIds }) => available && (!processes || processIds.some((id) => processes.includes(id))),
  )
  const joined = joinedText(text)
  const named = possible.filter((material) => comparableNames(material).joined.has(joined))
  if (named.length > 0) return decided(named, hints)

  const words = significantWords(text)
  const hasWords = (material: Material) => words.every((word) => comparableNames(material).words.has(word))
  const worded = words.length > 0 ? possible.filter(hasWords) : []
  return decided(worded, hints)
}

/** What people call processes. Turning comes first: `CNC turning` also has the word of milling. */
const processWords: readonly (readonly [RegExp, readonly ProcessId[]])[] = [
  [/\b(turning|turned|tournage|tournee?|decolletage|lathe)\b/, ['turning']],
  [/\b(milling|milled|fraisage|fraisee?)\b/, ['milling']],
  [/\b(cnc|machining|machined|usinage|usinee?)\b/, ['milling', 'turning']],
  [/\b(sla|stereolithograph\w*)\b/, ['sla']],
  [/\b(mjf|multi jet fusion)\b/, ['mjf']],
  [/\b(sls|frittage|sintering)\b/, ['sls']],
  [/\b(slm|dmls|lpbf|fusion laser|laser melting)\b/, ['slm']],
  [/\b(casting|coulee|vacuum)\b/, ['casting']],
  [/\b(impression 3d|3d printing|3d print|additive|fabrication additive)\b/, ['sla', 'mjf', 'sls', 'slm']],
]

/** Finds the processes that a text names; undefined if it names none. */
export function matchProcesses(text: string): readonly ProcessId[] | undefined {
  const plain = plainText(text)
  return processWords.find(([pattern]) => pattern.test(plain))?.[1]
}
