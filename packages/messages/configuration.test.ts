import type { FaultCode, FaultDetails, Language } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { loadMessages } from './index.ts'

/** A realistic detail for every fault code. The compiler checks that none is missing. */
const details: FaultDetails = {
  UNIT_UNKNOWN: { largestMm: 0.14 },
  UNKNOWN_MATERIAL: { material: 'unobtainium' },
  MATERIAL_UNAVAILABLE: { material: 'PA12' },
  PROCESS_NOT_FOR_MATERIAL: { process: 'SLS', material: 'PA12' },
  PART_TOO_LARGE: {
    process: 'SLS',
    lengthMm: 1200.5,
    widthMm: 300,
    thicknessMm: 20,
    maxLengthMm: 400,
    maxWidthMm: 350,
    maxThicknessMm: 350,
  },
  BAR_TOO_SMALL: { diameterMm: 260, lengthMm: 80, maxDiameterMm: 250, maxLengthMm: 500 },
  PART_NOT_TURNED: {},
  UNKNOWN_COLOUR: { colour: 'mauve', material: 'PA12' },
  COLOUR_NEEDS_SERVICE: { colour: 'black', material: 'PA12', service: 'Dyeing', option: 'Solid colour' },
  UNKNOWN_TOLERANCE: { tolerance: 'IT1', material: 'PA12' },
  QUANTITY_NOT_WHOLE: { max: 1_000_000 },
  QUANTITY_TOO_LARGE: { max: 1_000_000 },
  UNKNOWN_LEAD: { lead: 'yesterday' },
  LEAD_NOT_OFFERED: { lead: 'Express', max: 50 },
  LEAD_BRINGS_NOTHING: { lead: 'Express', better: 'Standard' },
  SERVICE_TWICE: { service: 'Painting' },
  SERVICE_NOT_FOR_MATERIAL: { service: 'Painting', material: 'PTFE' },
  SERVICE_NOT_FOR_PART: { service: 'Brass insert', requiredMm: 4 },
  UNKNOWN_OPTION: { service: 'Painting', option: 'rainbow' },
  OPTION_NOT_FOR_MATERIAL: { service: 'Dyeing', option: 'Cream', material: 'TPU' },
  OPTION_NOT_FOR_PROCESS: { service: 'Surface finish', option: 'Ra 0.4', process: 'SLA' },
  SERVICES_EXCLUDE_EACH_OTHER: { service: 'Painting', other: 'Dyeing' },
  SERVICE_MANDATORY: { service: 'Hardness', material: 'Silicone' },
  SERVICE_REQUIRED: { service: 'Surface finish', option: 'Ra 0.4', other: 'Grinding' },
  UNKNOWN_HOLE: { hole: '7', holes: 3 },
  HOLE_COUNT: { count: 3, picked: 1 },
  HOLE_USED_TWICE: { hole: '2', service: 'Tapping', other: 'Brass insert' },
  HOLE_TOO_SHALLOW: { hole: '2', depthMm: 8.1, foundMm: 8 },
  NO_HOLE_DEEP_ENOUGH: { service: 'Tapping', depthMm: 8.1, foundMm: 8 },
  HOLE_WRONG_DIAMETER: { hole: '2', foundMm: 3.4, minMm: 1.5, maxMm: 3.15 },
  UNKNOWN_THREAD: { thread: 'M99' },
  NO_THREAD_FITS: { service: 'Tapping', hole: '2', foundMm: 152, minMm: 1, maxMm: 12.85 },
  THREAD_TOO_SHORT: { thread: 'M8', depthMm: 2, minMm: 3.75 },
  THREAD_TOO_SMALL: { thread: 'M1.6', smallest: 'M3', material: 'PA12' },
  NO_INSERT_OF_SIZE: { service: 'Helicoil', thread: 'M1.6' },
  INSERT_HOLE_TOO_SHALLOW: { thread: 'M3', insertMm: 5.7, requiredMm: 7.2, foundMm: 5.5 },
  TOO_MANY_COLOURS: { service: 'Dyeing', max: 1 },
  TOO_FEW_COLOURS: { service: 'Dyeing', min: 2 },
  COLOUR_MISSING: { service: 'Painting' },
  COLOUR_NOT_OFFERED: { service: 'Dyeing', colour: 'mauve' },
  COLOUR_UNREADABLE: { service: 'Painting', colour: 'mauve' },
  COLOUR_TWICE: { service: 'Painting', colour: 'RAL 9005' },
  CHOICE_NOT_OFFERED: { service: 'Painting', choice: 'velvet' },
  HARDNESS_OUT_OF_RANGE: { min: 30, max: 90 },
  HARDNESS_STEP: { min: 30, step: 5 },
  ANODIZING_QUANTITY: { quantity: 1 },
  NOTHING_TO_DO: { service: 'Tapping' },
  NUMBER_OUT_OF_RANGE: { service: 'Grinding', min: 0, max: 184.56 },
  FILE_MISSING: { service: 'Silkscreen' },
  TEXT_MISSING: { service: 'Silkscreen' },
}

const codes = Object.keys(details) as FaultCode[]

/**
 * Formats `{name}`, `{name, number}` and `{name, plural, one {…} other {…}}`, the only ICU forms
 * that these texts may use.
 */
function formatText(text: string, values: Readonly<Record<string, string | number>>, language: Language): string {
  const formatNumber = (name: string) => new Intl.NumberFormat(language).format(Number(values[name]))

  return text
    .replaceAll(
      /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g,
      (_, name: string, one: string, other: string) => {
        const form = new Intl.PluralRules(language).select(Number(values[name]))
        return (form === 'one' ? one : other).replaceAll('#', formatNumber(name))
      },
    )
    .replaceAll(/\{(\w+), number\}/g, (_, name: string) => formatNumber(name))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

/** The type of each argument: text or number. */
const argumentsOf = (text: string): Map<string, 'string' | 'number'> =>
  new Map(
    [...text.matchAll(/\{(\w+)(, (?:number|plural))?[,}]/g)].map(([, name = '', kind]) => [
      name,
      kind ? 'number' : 'string',
    ]),
  )

describe.each(['fr', 'en'] as const)('the texts of configuration faults in %s', async (language) => {
  const texts = (await loadMessages(language, 'configuration')).fault as Readonly<Record<string, string>>

  it('cover exactly the fault codes', () => {
    expect(Object.keys(texts).sort()).toEqual([...codes].sort())
  })

  it.each(codes)('names for %s every detail, formats numbers as numbers, and says what to do', (code) => {
    const text = texts[code] ?? ''
    const detail: Readonly<Record<string, string | number>> = details[code]
    const used = Object.fromEntries([...argumentsOf(text)].sort())
    const needed = Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, typeof value]))

    expect(used).toEqual(needed)

    const sentence = formatText(text, detail, language)
    expect(sentence).not.toMatch(/[{}#]|NaN|undefined/)

    // Two sentences: the problem, then what to do about it.
    expect(sentence.replaceAll(/nº|no\. /g, '').match(/\.(?= |$)/g)?.length).toBe(2)
  })

  it('use the spaces and quotation marks of the language', () => {
    if (language !== 'fr') return expect(texts.UNKNOWN_LEAD).toContain('“')
    for (const text of Object.values(texts)) {
      expect(text).not.toMatch(/ [:;!?%»]|« |'|"|\d mm/)
    }
  })
})
