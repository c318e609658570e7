import type { ProjectView } from '@cotation/contracts'
import { type Catalogue, findMaterial } from '@cotation/domain'
import type { Config } from '#core/config.ts'
import type { QuotedCustomer } from '#features/quote/rows/owner.repository.ts'
import type { Words } from '#src/papers/paper-words.ts'
import { type QuotedLine, quotedLine } from './quoted-line.ts'

export type Brand = Config['brand']

/** The texts of a quotation, in the customer's language. */
export interface QuotationContent {
  number: string
  brand: Brand
  heading: [name: string, value: string][]
  customer: string[]
  project: string
  lines: QuotedLine[]
  subtotal: string
  /** Beside the subtotal: what it includes and what it leaves out. */
  notes: string[]
  excluded: string[]
  risks: { line: string; accepted: string[] }[]
  terms: string[]
}

export interface QuotationFacts {
  project: ProjectView
  catalogue: Catalogue
  customer: QuotedCustomer | undefined
  brand: Brand
  termsUrl: string
  now: Date
}

/** Day, project and revision, so that equal numbers mean equal content. */
export function quotationNumber({ id, revision }: Pick<ProjectView, 'id' | 'revision'>, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}-${id.slice(0, 8).toUpperCase()}-${revision}`
}

/** Notes on technologies whose minimum order these lines do not reach. */
function minimumNotes({ project, catalogue }: QuotationFacts, quoted: readonly QuotedLine[], words: Words): string[] {
  const goods = new Map<number, number>()
  for (const [index, { offer }] of quoted.entries()) {
    const materialId = project.lines[index]?.configuration?.materialId
    const technology = materialId === undefined ? undefined : findMaterial(catalogue, materialId)?.technologyId
    if (offer && technology) goods.set(technology, (goods.get(technology) ?? 0) + offer.lineMinor)
  }

  return catalogue.technologies.flatMap(({ id, name, minOrderUsd }) => {
    const minor = goods.get(id)
    const minimum = Math.round(minOrderUsd * 100)
    if (minor === undefined || minor >= minimum) return []
    const values = { minimum: words.money(minimum), missing: words.money(minimum - minor) }
    return [words.say('quotation.minimum', { technology: name[words.language], ...values })]
  })
}

export function quotationContent(facts: QuotationFacts, words: Words): QuotationContent {
  const { project, customer, brand, catalogue, now } = facts
  const say = (key: string, values?: Record<string, string | number>) => words.say(`quotation.${key}`, values)
  const lines = project.lines.map((line, index) => quotedLine(line, index + 1, { catalogue, words, now }))
  const priced = lines.flatMap(({ offer }) => (offer ? [offer.lineMinor] : []))
  const unpriced = lines.length - priced.length
  const number = quotationNumber(project, now)
  const validUntil = words.day(project.validUntil)

  return {
    number,
    brand,
    heading: [
      [say('number'), number],
      [say('date'), words.day(now)],
      [say('validUntil'), validUntil],
    ],
    customer: customer ? [customer.company, customer.name, customer.email].filter(Boolean) : [say('visitor')],
    project: project.name,
    lines,
    subtotal: words.money(priced.reduce((total, minor) => total + minor, 0)),
    notes: [
      say('pricedLines', { priced: priced.length, lines: lines.length }),
      ...(unpriced > 0 ? [say('unpricedNote', { count: unpriced })] : []),
      ...minimumNotes(facts, lines, words),
    ],
    excluded: [say('excluded.shipping'), say('excluded.taxes')],
    risks: lines.flatMap(({ number: line, name, risks }) =>
      risks.length > 0 ? [{ line: say('risks.line', { line, name }), accepted: risks }] : [],
    ),
    terms: [
      say('terms.validity', { date: validUntil, version: project.catalogueVersion }),
      say('terms.dates', { date: words.day(now) }),
      say('terms.rounding'),
      say('terms.general', { address: facts.termsUrl }),
    ],
  }
}
