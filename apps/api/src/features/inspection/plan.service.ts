import {
  type Catalogue,
  describedServices,
  findService,
  type Language,
  type PlannedCharacteristic,
  type ServiceId,
} from '@cotation/domain'
import { inspectionPlan, inspectionSample } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import { checkNames, orderedRisks } from '#features/order/accepted-risks.service.ts'
import { getOrderCatalogue } from '#features/order/order-view.service.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { paperWords, type Words } from '#src/papers/paper-words.ts'
import type { InspectedLineRow } from './inspection.repository.ts'

export interface InspectionPlan {
  characteristics: PlannedCharacteristic[]
  sampleSize: number
}

/**
 * What to check about pieces of a line. Pieces that went back are checked one by one, because each of
 * them failed before.
 */
export async function planInspection(
  deps: Pick<Deps, 'catalogues'>,
  line: InspectedLineRow,
  { quantity, round }: { quantity: number; round: number },
): Promise<InspectionPlan> {
  const catalogue = await getOrderCatalogue(deps, line.catalogue_version)
  const { acceptedRisks, acceptedRules, attachments, configuration, part, price } = line.ordered

  const plan = inspectionPlan(
    {
      configuration,
      part,
      pricedAs: price?.process ?? null,
      riskRules: acceptedRisks?.map(({ rule }) => rule) ?? acceptedRules,
      hasDrawing: attachments.length > 0,
    },
    catalogue,
  )
  return {
    characteristics: plan,
    sampleSize: round > 1 ? quantity : inspectionSample(configuration, quantity, catalogue),
  }
}

/** What a characteristic is called, and where or by which drawing it is checked. */
export interface CharacteristicTexts {
  name: string
  hint: string
}

export type NameCharacteristic = (characteristic: PlannedCharacteristic) => CharacteristicTexts

/** Names the characteristics of a line in a language; risks keep the words that the customer accepted. */
export async function characteristicNames(
  deps: Pick<Deps, 'catalogues' | 'texts'>,
  line: InspectedLineRow,
  language: Language,
): Promise<NameCharacteristic> {
  const catalogue = await getOrderCatalogue(deps, line.catalogue_version)
  const words = await paperWords(language)
  const say = await loadTranslator(language, 'inspection')
  const services = serviceNames(line, { catalogue, words })
  const { colour } = describeChoice(line.ordered.configuration, line.ordered.price?.process, { catalogue, words })
  const risks = orderedRisks(line.ordered, checkNames(deps.texts, language))

  return ({ kind, method, subject }) => {
    const name = say(`characteristic.${kind}`, { ...subject })
    switch (kind) {
      case 'size':
        return {
          name,
          hint: method === 'measure' ? '' : say('byAgreement', { size: words.number(Number(subject.mm)) }),
        }
      case 'drawing':
        return { name, hint: line.ordered.attachments.map((attachment) => attachment.name).join(', ') }
      case 'thread':
        return { name, hint: say('deep', { depth: words.number(Number(subject.depth)) }) }
      case 'colour':
        return { name, hint: colour }
      case 'service':
      case 'certificate':
        return { name: services.get(String(subject.service)) ?? name, hint: '' }
      case 'risk': {
        const risk = risks.find(({ rule }) => rule === subject.rule)
        return { name: risk?.wording ?? name, hint: placesText(risk?.places ?? [], say, words) }
      }
      default:
        return { name, hint: '' }
    }
  }
}

/** The services of a line by id, with their options. */
function serviceNames(
  { ordered }: InspectedLineRow,
  { catalogue, words }: { catalogue: Catalogue; words: Words },
): ReadonlyMap<string, string> {
  const { configuration, price } = ordered
  const nameOf = (id: ServiceId) => findService(catalogue, id)?.name[words.language] ?? id
  // The configuration goes with the customer's account; the inspection stays.
  const names = new Map<string, string>(catalogue.services.map(({ id }) => [id, nameOf(id)]))
  if (!configuration) return names

  const { services } = describeChoice(configuration, price?.process, { catalogue, words })
  for (const [index, { id }] of describedServices(configuration).entries()) names.set(id, services[index] ?? nameOf(id))
  return names
}

/** At most three places: an inspector finds the others on the model. */
const maxPlaces = 3

function placesText(places: readonly { at: readonly number[] }[], say: Translate, words: Words): string {
  const shown = places.slice(0, maxPlaces).map(({ at }) => {
    const [x = 0, y = 0, z = 0] = at.map((mm) => words.number(Math.round(mm * 10) / 10))
    return say('place', { x, y, z })
  })
  const others = places.length - shown.length
  return [...shown, ...(others > 0 ? [say('otherPlaces', { count: others })] : [])].join(' · ')
}
