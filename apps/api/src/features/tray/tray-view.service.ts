import type { TrayGroup, TrayView } from '@cotation/contracts'
import {
  type Catalogue,
  type Extents,
  isPrintStation,
  isSameLoad,
  isWorkable,
  type Language,
  type Material,
  type PrintStation,
  printedColour,
  proposeContents,
  type TrayLoad,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import {
  findTray,
  listContents,
  listStaffNames,
  listWaiting,
  loadOf,
  type PrintingRow,
  type TrayRow,
} from './tray.repository.ts'

type ViewDeps = Pick<Deps, 'catalogues' | 'db'>

/** What a machine must be loaded with for a part; null if its configuration does not say so. */
export function loadOfPart({ station, ordered }: PrintingRow, catalogue: Catalogue): TrayLoad | null {
  const { configuration } = ordered
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  if (!material || !isPrintStation(station)) return null

  return { station, materialId: material.id, colourId: printedColour(material, configuration.colourId) }
}

const findMaterial = ({ materials }: Catalogue, materialId: string): Material | undefined =>
  materials.find(({ id }) => id === materialId)

/** The build volume for a material, which is the largest part that we print of it. */
export function spaceOf(
  catalogue: Catalogue,
  { station, materialId }: Pick<TrayLoad, 'station' | 'materialId'>,
): Extents {
  const space = findMaterial(catalogue, materialId)?.envelopes[station]
  if (!space) throw new Error(`The catalogue has no build volume of ${station} for ${materialId}.`)
  return space
}

/** Box and volume of an ordered part. Parts without are not printed from our figures. */
export const measuresOf = ({ ordered }: Pick<PrintingRow, 'ordered'>) => ({
  sizeMm: [...(ordered.part?.sizeMm ?? ordered.orderLine.sizeMm)],
  volumeMm3: ordered.part?.volumeMm3 ?? 0,
})

function loadView(catalogue: Catalogue, load: TrayLoad, language: Language) {
  const material = findMaterial(catalogue, load.materialId)
  const colour = material?.colours.find(({ id }) => id === load.colourId)
  const [lengthMm, widthMm, heightMm] = spaceOf(catalogue, load)

  return {
    station: load.station,
    materialId: load.materialId,
    colourId: load.colourId,
    material: material?.name[language] ?? load.materialId,
    colour: colour?.name[language] ?? load.colourId,
    spaceMm: [lengthMm, widthMm, heightMm] satisfies TrayView['spaceMm'],
  }
}

const partView = (row: PrintingRow) => ({
  stepId: row.stepId,
  runCode: row.runCode,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  name: row.name,
  dueDay: row.dueDay,
  promisedDay: row.dates.ship,
  isRemake: row.cause !== 'order',
  ...measuresOf(row),
})

const maxWaiting = 500

/** What waits for printing, by what can share a tray; the group with the oldest due day comes first. */
export async function listCandidates(
  deps: ViewDeps,
  language: Language,
): Promise<{ groups: TrayGroup[]; hasMore: boolean }> {
  const rows = await listWaiting(deps.db, maxWaiting + 1)
  const groups: { load: TrayLoad; catalogue: Catalogue; parts: Omit<TrayGroup['parts'][number], 'proposed'>[] }[] = []

  for (const row of rows.slice(0, maxWaiting)) {
    const catalogue = await getCatalogue(deps, row.catalogueVersion)
    const load = loadOfPart(row, catalogue)
    if (!load) continue

    const part = { ...partView(row), quantity: row.free }
    const group = groups.find((one) => isSameLoad(one.load, load))
    if (group) group.parts.push(part)
    else groups.push({ load, catalogue, parts: [part] })
  }

  return {
    groups: groups.map(({ load, catalogue, parts }) => {
      const view = loadView(catalogue, load, language)
      return { ...view, parts: withProposal(load.station, view.spaceMm, parts) }
    }),
    hasMore: rows.length > maxWaiting,
  }
}

function withProposal(
  station: PrintStation,
  spaceMm: Extents,
  parts: readonly Omit<TrayGroup['parts'][number], 'proposed'>[],
): TrayGroup['parts'] {
  const proposal = proposeContents(station, spaceMm, parts)
  return parts.map((part) => ({
    ...part,
    proposed: proposal.find(({ stepId }) => stepId === part.stepId)?.quantity ?? 0,
  }))
}

export async function getTray(deps: ViewDeps, code: string, language: Language): Promise<TrayView> {
  const tray = await findTray(deps.db, code)
  if (!tray) throw new AppError('NOT_FOUND')
  return trayViewOf(deps, tray, language)
}

async function trayViewOf(deps: ViewDeps, tray: TrayRow, language: Language): Promise<TrayView> {
  const { db } = deps
  const catalogue = await getCatalogue(deps, tray.catalogue_version)
  const contents = await listContents(db, tray.id)
  const staffIds = [tray.opened_by, tray.started_by, tray.closed_by].filter((id) => id !== null)
  const names = await listStaffNames(db, staffIds)
  const nameOf = (staffId: string | null) => (staffId === null ? null : (names.get(staffId) ?? ''))

  return {
    id: tray.id,
    code: tray.code,
    state: tray.state,
    ...loadView(catalogue, loadOf(tray), language),
    openedBy: nameOf(tray.opened_by) ?? '',
    openedAt: tray.opened_at.toISOString(),
    startedBy: nameOf(tray.started_by),
    startedAt: tray.started_at?.toISOString() ?? null,
    closedBy: nameOf(tray.closed_by),
    closedAt: tray.closed_at?.toISOString() ?? null,
    reason: tray.reason,
    contents: contents.map((row) => ({
      ...partView(row),
      quantity: row.quantity,
      isMade: isWorkable(row.status),
      good: row.good,
      remakeCode: row.remakeCode,
    })),
  }
}

/** Pass an open transaction: waiting for a second pooled connection inside it can deadlock. */
export async function getCatalogue(
  { catalogues }: Pick<Deps, 'catalogues'>,
  version: string,
  trx?: Trx,
): Promise<Catalogue> {
  const found = await catalogues.find(version, trx)
  if (!found) throw new Error(`There is no catalogue ${version}.`)
  return found.catalogue
}
