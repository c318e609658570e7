import type { CharacteristicView, InspectionView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { photoForPdf } from '#adapters/images.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { LoadedPictures, Paper } from '#core/paper-maker.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import type { ThreadFunction } from '#core/thread-pool.ts'
import { paperWords, type Words } from '#src/papers/paper-words.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import type { InspectionRow } from './inspection.repository.ts'
import type { drawInspectionReport, InspectionReport } from './inspection-sheet.ts'
import { getConcluded, inspectionViews } from './inspection-view.service.ts'
import { readPhoto } from './photo.service.ts'

type ReportDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'files' | 'papers' | 'texts'>

const drawing: ThreadFunction<typeof drawInspectionReport> = {
  module: new URL('./inspection-sheet.ts', import.meta.url).href,
  name: 'drawInspectionReport',
}

/** The report of a concluded inspection for its customer; another's and an unknown one throw NOT_FOUND (BOL-1). */
export async function getOwnReport(
  deps: ReportDeps,
  customerId: string,
  inspectionId: string,
  language: Language,
): Promise<Paper> {
  const row = await getConcluded(deps.db, inspectionId, { customerId })
  return createReport(deps, row, customerId, language)
}

/** The same for staff, with an entry in the audit. */
export async function downloadReport(
  deps: ReportDeps,
  staffId: string,
  inspectionId: string,
  language: Language,
): Promise<Paper> {
  const row = await getConcluded(deps.db, inspectionId, 'staff')
  const paper = await createReport(deps, row, staffId, language)

  const subject = { kind: 'order', id: row.order_id } as const
  const after = { inspectionReport: inspectionId }
  await deps.db.transaction().execute((trx) => recordAudit(trx, { staffId, action: 'file.downloaded', subject, after }))
  return paper
}

async function createReport(
  deps: ReportDeps,
  row: InspectionRow,
  readerId: string,
  language: Language,
): Promise<Paper> {
  const say = await loadTranslator(language, 'inspection')
  const words = await paperWords(language)

  return deps.papers.make(readerId, drawing, async () => {
    const [view] = await inspectionViews(deps, deps.db, [row], language)
    if (!view) throw new Error(`The inspection ${row.id} has no view.`)
    const name = view.round > 1 ? `${view.runCode}-${view.round}` : view.runCode

    return {
      fileName: say('report.file', { name }),
      content: reportOf(view, row, { name, brand: deps.config.brand.name, say, words }),
      language,
      // The report does not change any more.
      madeAt: row.concluded_at ?? deps.clock(),
      loadPictures: () => loadPhotos(deps, view),
    }
  })
}

async function loadPhotos(deps: ReportDeps, { photos }: InspectionView): Promise<LoadedPictures> {
  const pictures = new Map<string, Uint8Array>()
  for (const { id } of photos) {
    const stored = await readPhoto(deps, id)
    const jpeg = stored && (await photoForPdf(stored))
    if (jpeg) pictures.set(id, jpeg)
  }
  return { pictures, isComplete: pictures.size === photos.length }
}

interface Surroundings {
  name: string
  brand: string
  say: Translate
  words: Words
}

function reportOf(
  view: InspectionView,
  { order_number: orderNumber }: InspectionRow,
  { name, brand, say, words }: Surroundings,
): InspectionReport {
  const { conclusion, quantity, sampleSize } = view
  const facts: [string, string][] = [
    [say('report.order'), orderNumber],
    [say('report.part'), view.lineName],
    [say('report.code'), view.runCode],
    [say('report.round'), view.round > 1 ? words.number(view.round) : ''],
    [say('report.quantity'), words.number(quantity)],
    [say('report.sample'), say('report.sampleOf', { sample: sampleSize, quantity })],
    [say('report.inspector'), conclusion?.by ?? ''],
    [say('report.date'), conclusion ? words.day(conclusion.at) : ''],
  ]

  return {
    title: say('report.title', { name }),
    name,
    brand,
    facts: facts.filter(([, value]) => value !== ''),
    verdict: verdictText(view, say),
    checksTitle: say('report.checks'),
    checks: checksTable(view, { say, words }),
    photosTitle: say('photos'),
    photos: view.photos.map(({ id }, index) => ({
      id,
      alt: say('photoOf', { number: index + 1, name: view.lineName }),
    })),
  }
}

function verdictText({ conclusion, verdict }: InspectionView, say: Translate): string {
  if (!conclusion || verdict !== 'failed') return say('report.passed')
  const { good, rework, scrap } = conclusion
  return say('report.failed', { good, rework, scrap })
}

function checksTable(
  { characteristics }: InspectionView,
  { say, words }: Pick<Surroundings, 'say' | 'words'>,
): SheetTable {
  const mm = (value: number | null) => (value === null ? '' : words.preciseLength(value))

  return {
    columns: [
      { name: say('report.check'), share: 4, align: 'left' },
      { name: say('report.method'), share: 1.6, align: 'left' },
      { name: say('nominal'), share: 1.2, align: 'right' },
      { name: say('limits'), share: 2, align: 'right' },
      { name: say('report.values'), share: 3.4, align: 'left' },
      { name: say('report.verdict'), share: 1.6, align: 'left' },
    ],
    rows: characteristics.map((one) => [
      { name: one.name, facts: [one.hint] },
      { small: [say(`method.${one.method}`)] },
      mm(one.nominalMm),
      one.lowerMm === null ? '' : `${mm(one.lowerMm)} – ${mm(one.upperMm)}`,
      { small: valueTexts(one, { say, words }) },
      { small: [characteristicVerdict(one, say)] },
    ]),
  }
}

function valueTexts(
  { isPerPiece, values }: CharacteristicView,
  { say, words }: Pick<Surroundings, 'say' | 'words'>,
): string[] {
  const texts = values.map(({ piece, valueMm, isGood }) => {
    const verdict = say(isGood ? 'good' : 'bad')
    const value = valueMm === null ? verdict : words.preciseLength(valueMm)
    const judged = valueMm !== null && !isGood ? say('report.outside', { value }) : value
    return isPerPiece ? say('report.pieceValue', { piece, value: judged }) : judged
  })
  return [texts.join(' · ')]
}

function characteristicVerdict({ values }: CharacteristicView, say: Translate): string {
  if (values.length === 0) return say('report.unchecked')
  return say(values.every(({ isGood }) => isGood) ? 'good' : 'bad')
}
