import type { RunDetails, StepView } from '@cotation/contracts'
import { descriptionTexts, type Language } from '@cotation/domain'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Paper } from '#core/paper-maker.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import type { ThreadFunction } from '#core/thread-pool.ts'
import { paperWords, type Words } from '#src/papers/paper-words.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import { getRunDetails } from './run-view.service.ts'
import type { drawTraveller, Traveller } from './traveller-sheet.ts'

const drawing: ThreadFunction<typeof drawTraveller> = {
  module: new URL('./traveller-sheet.ts', import.meta.url).href,
  name: 'drawTraveller',
}

interface TravellerTexts {
  /** `staff-work`. */
  work: Translate
  /** `staff-list`, which has the names of stations and operations. */
  list: Translate
  words: Words
}

/** The paper that goes with the pieces of a run: its code, what to make, and the steps to tick off. */
export async function createTraveller(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'papers' | 'texts'>,
  staffId: string,
  code: string,
  language: Language,
): Promise<Paper> {
  const run = await getRunDetails(deps, code, language)
  const texts: TravellerTexts = {
    work: await loadTranslator(language, 'staff-work'),
    list: await loadTranslator(language, 'staff-list'),
    words: await paperWords(language),
  }

  const paper = await deps.papers.make(staffId, drawing, async () => ({
    fileName: texts.work('travellerFile', { code }),
    content: travellerOf(run, texts, deps.config.brand.name),
    language,
    madeAt: deps.clock(),
  }))

  const subject = { kind: 'order', id: run.orderId } as const
  await deps.db
    .transaction()
    .execute((trx) => recordAudit(trx, { staffId, action: 'file.downloaded', subject, after: { traveller: code } }))
  return paper
}

function travellerOf(run: RunDetails, { work, list, words }: TravellerTexts, brand: string): Traveller {
  const { code } = run
  const size = run.sizeMm.map((mm) => words.number(Math.round(mm * 10) / 10)).join(' × ')
  const facts: [string, string][] = [
    [work('part'), run.name],
    [list('columns.pieces'), words.number(run.quantity)],
    [list('columns.order'), run.orderNumber],
    [work('configuration'), descriptionTexts(run).join(' · ')],
    [work('size'), size === '' ? '' : work('sizeMm', { size })],
    [work('promised'), words.day(run.promisedDay)],
    [work('cause'), run.reason === null ? '' : work('remakeOf', { reason: work(`reasons.${run.reason}`) })],
  ]

  const notes = [
    { title: work('comment'), texts: [run.comment] },
    { title: work('risks'), texts: run.acceptedRisks.map(({ wording }) => wording) },
    { title: work('drawings'), texts: run.attachments.map(({ name }) => name) },
  ]
  return {
    title: work('travellerTitle', { code }),
    code,
    brand,
    codeAlt: work('codeAlt', { code }),
    facts: facts.filter(([, value]) => value !== ''),
    stepsTitle: work('steps'),
    steps: stepsTable(run.steps, { work, list, words }),
    notes: notes.filter(({ texts }) => texts.some((text) => text !== '')),
  }
}

function stepsTable(steps: readonly StepView[], { work, list, words }: TravellerTexts): SheetTable {
  const nameOf = ({ operation, service }: StepView) =>
    service === null ? list(`choices.operation.${operation}`) : list(`choices.service.${service}`)

  return {
    columns: [
      { name: list('columns.operation'), share: 4, align: 'left' },
      { name: list('columns.stepDay'), share: 2, align: 'left' },
      { name: list('columns.plannedMinutes'), share: 1.5, align: 'right' },
      { name: work('goodColumn'), share: 1.2, align: 'right' },
      { name: work('scrap'), share: 1.2, align: 'right' },
      { name: work('signature'), share: 2, align: 'right' },
    ],
    rows: steps.map((step, index) => [
      { name: `${index + 1}. ${nameOf(step)}`, facts: [list(`choices.station.${step.station}`)] },
      words.day(step.dueDay),
      step.plannedMinutes === null ? '–' : words.number(Math.round(step.plannedMinutes)),
      '____',
      '____',
      '________',
    ]),
  }
}
