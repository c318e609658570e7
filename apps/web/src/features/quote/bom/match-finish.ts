import {
  type Catalogue,
  type Fault,
  type Material,
  type OfferedOption,
  type OfferedService,
  offeredServices,
  type PartMeasures,
  type ProcessId,
  type ServiceId,
  type ServiceSelection,
  serviceDefaults,
} from '@cotation/domain'
import { plainText, wordsOf } from '#features/quote/files/words.ts'

/** The services that change a surface, and the words that name them in French and English. */
const finishWords: readonly (readonly [ServiceId, RegExp])[] = [
  ['electrophoresis', /electrophor|cataphor|\be ?coat|\bktl\b/],
  ['anodizing', /anodi[sz]|eloxa/],
  ['passivation', /passiv/],
  ['sandblasting', /\bsabl|microbill|\bbeads?\b|blast/],
  ['polishing', /\bpoli(e|s|es|ssage)?\b|polish|tribofin|tumbl/],
  ['dyeing', /\bteint|\bdy(e|ed|eing)\b/],
  ['painting', /\bpeint|\bpaint|\bral\b|pantone/],
  ['surface-finish', /\bra \d|\bbross|\bbrush|\bponc|sanding/],
]

/** The services that a finish may be. */
export const finishServices: ReadonlySet<ServiceId> = new Set(finishWords.map(([id]) => id))

const noFinish = /^(none|aucune?|sans|sans finition|brute?|brute? d usinage|as machined|as printed|standard|n a|x)?$/

/** A list of finishes; a comma between digits is a decimal comma. */
const separators = /\s*(?:\+|&|;|,(?!\d)|\bet\b|\band\b)\s*/i

/** `noire` and `noirs` are the colour `noir`; names of two letters must be equal. */
const isColourWord = (word: string, colour: string): boolean =>
  word === colour || (colour.length > 2 && word.startsWith(colour) && word.length <= colour.length + 2)

/** How many words of a text are in the name of an option. */
function scoreOf({ option: { id, name } }: OfferedOption, words: readonly string[]): number {
  const own = new Set([...wordsOf(id), ...wordsOf(name.fr), ...wordsOf(name.en)])
  return words.filter((word) => own.has(word)).length
}

/** The option that a text names best, else the usual one. */
function bestOption({ options }: OfferedService, text: string): OfferedOption | undefined {
  const words = wordsOf(text)
  const possible = options.filter(({ fault }) => !fault)
  const usual = possible.find(({ option }) => option.isDefault) ?? possible[0]

  return possible.reduce((best, one) => {
    const isBetter = scoreOf(one, words) > (best ? scoreOf(best, words) : 0)
    return isBetter ? one : best
  }, usual)
}

/** The colour of an option that a text names. */
function colourIn({ colours = [] }: OfferedOption, text: string): string | undefined {
  const words = wordsOf(text)
  const found = colours.find(({ name }) =>
    [name.fr, name.en].some((one) => words.some((word) => isColourWord(word, plainText(one)))),
  )
  return found?.id
}

const ralReference = /\bral\s?(\d{4})\b/i
const pantoneReference = /\bpantone\s+([\w ]*?\w)\s+([cu])\b/i

/** The references of a paint, as the service expects them. */
function paintReferences(text: string): string[] {
  const ral = ralReference.exec(text)?.[1]
  if (ral) return [`RAL ${ral}`]

  const pantone = pantoneReference.exec(text)
  return pantone ? [`PANTONE ${pantone[1]} ${pantone[2]?.toUpperCase()}`] : []
}

interface FinishScope {
  part: PartMeasures
  material: Material
  process: ProcessId
  quantity: number
  catalogue: Catalogue
}

export type FinishMatch =
  | { services: readonly ServiceSelection[]; fault?: undefined; isUnknown?: undefined }
  | { services?: undefined; fault: Fault; isUnknown?: undefined }
  | { services?: undefined; fault?: undefined; isUnknown: true }

function matchOne(text: string, colourText: string, scope: FinishScope): FinishMatch {
  const { part, material, process, quantity, catalogue } = scope
  const id = finishWords.find(([, pattern]) => pattern.test(plainText(text)))?.[0]
  const offered = offeredServices(part, material, process, catalogue).find(({ service }) => service.id === id)
  if (!id || !offered) return { isUnknown: true }
  if (offered.fault) return { fault: offered.fault }

  const best = bestOption(offered, text)
  if (!best) return { isUnknown: true }

  // What the text does not say stays as the form has it.
  const colour = colourIn(best, `${text} ${colourText}`)
  const selection = serviceDefaults(id, best.option.id, { material, catalogue, quantity }, colour)
  const references = paintReferences(`${text} ${colourText}`)

  return { services: [selection.id === 'painting' ? { ...selection, colours: references } : selection] }
}

/** Finds the services of a finish such as `microbillé + anodisé noir`. All of them, or none. */
export function matchFinish(text: string, colourText: string, scope: FinishScope): FinishMatch {
  if (noFinish.test(plainText(text))) return { services: [] }

  const services: ServiceSelection[] = []
  for (const one of text.split(separators)) {
    const match = matchOne(one, colourText, scope)
    if (!match.services) return match
    services.push(...match.services)
  }

  return { services }
}
