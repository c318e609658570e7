import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  type Fault,
  fault,
  findMaterial,
  type Material,
  type MaterialWay,
  maxParts,
  offeredTolerances,
  type ServiceId,
  type ServiceSelection,
  selectColour,
  selectMaterial,
  selectService,
  serviceDefaults,
  type ToleranceClass,
} from '@cotation/domain'
import type { BomField, BomRow } from '#features/quote/files/read-bom.ts'
import { plainText } from '#features/quote/files/words.ts'
import { misfitOf } from '#features/quote/lines/fitting-materials.ts'
import { checkQuantity, withQuantity } from '#features/quote/workspace/quantity.ts'
import type { EditableLine, LineEdit, WorkLine } from '#features/quote/workspace/work-line.ts'
import { matchFinish } from './match-finish.ts'
import { matchMaterial, matchProcesses } from './match-material.ts'

/** Why a field of a row is not applied: not recognised, several things have the name, or a fault. */
export type BomProblem = 'unknown' | 'ambiguous' | Fault

export interface ChosenFinish {
  id: ServiceId
  option: string
}

/** What the customer chose instead of the text of a field; `keep` leaves the line as it is. */
export interface BomCorrection {
  lineId?: string
  quantity?: string
  material?: MaterialWay | 'keep'
  finish?: ChosenFinish | 'keep'
  colour?: string
  tolerance?: string
  isLeftOut?: boolean
}

/** What a row makes of a line. The steps below are applied in sequence, each to the last result. */
interface Draft {
  readonly line: EditableLine
  readonly texts: BomRow['texts']
  readonly correction: BomCorrection
  readonly catalogue: Catalogue
  configuration: Configuration
  readonly problems: Partial<Record<BomField, BomProblem>>
}

const processOf = ({ line, configuration }: Draft, material: Material) =>
  chosenProcess(line.part, material, configuration.process)

/**
 * Spaces of any width separate thousands; `12,00 pcs` is a whole number. `1,000` is ambiguous in
 * both languages, unlike in the number fields: the list may come from another country than its reader.
 */
function wholeNumber(text: string): number | undefined {
  const number = /^(\d[\d\s]*)(?:[.,]0{1,2})?\s*(?:pcs?|pieces?|pièces?|x|u|ea)?\.?$/i.exec(text.trim())?.[1]
  return number === undefined ? undefined : Number(number.replaceAll(/\s/g, ''))
}

/** A row counts copies of the file: a body that is twice in it is needed twice as often. */
function applyQuantity(draft: Draft): void {
  const { line, texts, correction, problems } = draft
  const text = correction.quantity ?? texts.quantity
  if (text === undefined) return

  const { quantity, fault: wrong } = checkQuantity(wholeNumber(text))
  const parts = (quantity ?? 0) * (line.view.body?.perFile ?? 1)
  if (wrong) problems.quantity = wrong
  else if (parts > maxParts) problems.quantity = fault('QUANTITY_TOO_LARGE', 'quantity', { max: maxParts })
  else draft.configuration = withQuantity(draft.configuration, parts)
}

/** The material and process that a row asks for; undefined if it asks for none, or for none of ours. */
function requestedWay(draft: Draft): MaterialWay | undefined {
  const { line, texts, correction, catalogue, problems } = draft
  if (correction.material) return correction.material === 'keep' ? undefined : correction.material

  const processes = texts.process === undefined ? undefined : matchProcesses(texts.process)
  if (texts.process !== undefined && !processes) problems.process = 'unknown'

  const wayOf = (material: Material): MaterialWay => {
    const [process = processOf(draft, material), ...others] = processes ?? []
    return { materialId: material.id, process: others.length === 0 ? process : processOf(draft, material) }
  }

  const current = findMaterial(catalogue, draft.configuration.materialId)
  if (texts.material !== undefined) {
    const match = matchMaterial(texts.material, { processes, technologyId: current?.technologyId }, catalogue)
    if (match.value) return wayOf(match.value)

    problems.material = match.candidates.length > 0 ? 'ambiguous' : 'unknown'
    return undefined
  }

  if (!processes) return undefined

  // Only a process is named: the line's own material, else the first that fits.
  const fits = (one: Material) =>
    one.processIds.some((id) => processes.includes(id)) &&
    misfitOf(line.part, one.id, wayOf(one).process, catalogue) === undefined
  const material = current && fits(current) ? current : catalogue.materials.find(fits)
  if (!material) problems.process = 'unknown'

  return material && wayOf(material)
}

function applyMaterial(draft: Draft): void {
  const way = requestedWay(draft)
  if (!way) return

  const { line, catalogue, configuration, problems } = draft
  const misfit = misfitOf(line.part, way.materialId, way.process, catalogue)
  if (misfit) {
    problems.material = misfit
    return
  }

  const current = findMaterial(catalogue, configuration.materialId)
  const isSame = current?.id === way.materialId && processOf(draft, current) === way.process
  if (isSame) return

  const before = { ...configuration, process: way.process }
  draft.configuration = selectMaterial(line.part, before, way.materialId, catalogue).configuration
}

/** The services of the row's finish. */
function requestedFinish(draft: Draft): readonly ServiceSelection[] {
  const { line, texts, correction, catalogue, configuration, problems } = draft
  const { quantity, materialId } = configuration
  const material = findMaterial(catalogue, materialId)
  if (!material || correction.finish === 'keep') return []

  if (correction.finish) {
    const { id, option } = correction.finish
    return [serviceDefaults(id, option, { material, catalogue, quantity })]
  }

  if (texts.finish === undefined) return []

  const scope = { part: line.part, material, process: processOf(draft, material), quantity, catalogue }
  const match = matchFinish(texts.finish, texts.colour ?? '', scope)
  if (!match.services) problems.finish = match.fault ?? 'unknown'

  return match.services ?? []
}

/** Whether the colour of the row belongs to a service, such as anodizing, not to the material. */
const hasColour = (services: readonly ServiceSelection[]): boolean =>
  services.some((one) => ('colour' in one && Boolean(one.colour)) || ('colours' in one && one.colours.length > 0))

function applyColour(draft: Draft): void {
  const { texts, correction, catalogue, configuration, problems } = draft
  const colours = findMaterial(catalogue, configuration.materialId)?.colours ?? []
  const wanted = plainText(texts.colour ?? '')
  const found = colours.find(({ id, name }) => {
    if (correction.colour !== undefined) return id === correction.colour
    return [id, name.fr, name.en].some((one) => plainText(one) === wanted)
  })

  if (found) draft.configuration = selectColour(configuration, found.id, catalogue).configuration
  else if (wanted !== '' && correction.colour === undefined) problems.colour = 'unknown'
}

const generalTolerance = /2768 ?([fmcv]?)/
const firstNumber = /\d+(?:\.\d+)?/

/** Whether a text means a tolerance of the catalogue: by its name, its class, or its value in mm. */
function isTolerance(text: string, { id, name }: ToleranceClass): boolean {
  const plain = plainText(text)
  if ([id, name.fr, name.en].some((one) => plainText(one) === plain)) return true

  const general = generalTolerance.exec(plain)
  if (general) return id === `iso2768-${general[1]}`

  const own = plainText(name.en)
  const value = Number(firstNumber.exec(plain)?.[0])
  return !generalTolerance.test(own) && value > 0 && value === Number(firstNumber.exec(own)?.[0])
}

function applyTolerance(draft: Draft): void {
  const { line, texts, correction, catalogue, configuration, problems } = draft
  const material = findMaterial(catalogue, configuration.materialId)
  const text = texts.tolerance
  if (!material || (text === undefined && correction.tolerance === undefined)) return

  const process = catalogue.processes[processOf(draft, material)]
  const found = offeredTolerances(line.part, material, process).find(({ tolerance }) => {
    if (correction.tolerance !== undefined) return tolerance.id === correction.tolerance
    return isTolerance(text ?? '', tolerance)
  })

  if (found && !found.fault) draft.configuration = { ...configuration, toleranceId: found.tolerance.id }
  else if (correction.tolerance === undefined) problems.tolerance = found?.fault ?? 'unknown'
}

/** The limit of the contract. */
const maxCommentLength = 2000

/** The comment of the line with that of the row; a list that is applied twice adds it once. */
function commentOf({ comment }: WorkLine, text: string | undefined): string | undefined {
  if (text === undefined || comment.includes(text)) return undefined
  return (comment === '' ? text : `${comment}\n${text}`).slice(0, maxCommentLength)
}

export interface PlannedLine {
  edit: LineEdit & { configuration: Configuration }
  problems: Readonly<Partial<Record<BomField, BomProblem>>>
}

/** What a row would change in a line, and what of it is not possible. */
export function planLine(
  line: EditableLine & { configuration: Configuration },
  { texts }: BomRow,
  correction: BomCorrection,
  catalogue: Catalogue,
): PlannedLine {
  const draft: Draft = { line, texts, correction, catalogue, configuration: line.configuration, problems: {} }
  applyQuantity(draft)
  applyMaterial(draft)

  const services = requestedFinish(draft)
  if (!hasColour(services)) applyColour(draft)
  for (const service of services) {
    draft.configuration = selectService(draft.configuration, service, catalogue).configuration
  }

  applyTolerance(draft)
  const comment = commentOf(line, texts.comment)
  const edit = { lineId: line.id, configuration: draft.configuration, ...(comment !== undefined && { comment }) }

  return { edit, problems: draft.problems }
}
