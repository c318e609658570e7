import type { LineView } from '@cotation/contracts'
import type { Catalogue, LeadTier } from '@cotation/domain'
import { priceLine, withChargedLead } from '@cotation/pricing'
import { listLines } from '#features/quote/rows/line.repository.ts'
import { listLineOrders } from '#features/quote/rows/line-order.repository.ts'
import type { ProjectRow } from '#features/quote/rows/project.repository.ts'
import type { Owner } from '#http/session.ts'
import { type ChangeDeps, type ChangingProject, changeProject, getCatalogue } from './change-project.service.ts'
import { linesChanged } from './line-changes.ts'
import { settleLines } from './settle-lines.service.ts'

export interface LeadChange {
  lineId: string
  from: LeadTier
  to: LeadTier
}

type PricedLine = Pick<LineView, 'id' | 'status' | 'part' | 'configuration' | 'price'>

/** Whether the line costs less in the tier that replaces one that brings nothing. */
function hasCheaperLead({ status, part, configuration, price }: PricedLine, catalogue: Catalogue): boolean {
  // Lines that are not ready are settled by what makes them ready. Economy is the cheapest.
  if (status !== 'ready' || !part || !configuration || !price || configuration.lead === 'economy') return false

  const charged = withChargedLead(part, configuration, catalogue)
  if (charged === configuration) return false

  const verdict = priceLine(part, charged, catalogue)
  return verdict.ok && verdict.price.linePrice.minor < price.linePrice.minor
}

/** Lines that were ordered since they were read stay as they were ordered. */
async function settleUnordered(open: ChangingProject, lineIds: readonly string[]): Promise<LeadChange[]> {
  const { trx, project, catalogue, now } = open
  const orders = await listLineOrders(trx, lineIds, now)
  const unorderedIds = lineIds.filter((id) => !orders.has(id))

  const before = await listLines(trx, project.id, unorderedIds)
  const after = unorderedIds.length > 0 ? await settleLines(open, unorderedIds) : []

  const event = linesChanged(before, after, catalogue)
  if (event) open.record(event, 'system')

  const leadOf = new Map(after.map(({ id, configuration }) => [id, configuration?.lead]))
  return before.flatMap(({ id, configuration }) => {
    const from = configuration?.lead
    const to = leadOf.get(id)
    return from && to && from !== to ? [{ lineId: id, from, to }] : []
  })
}

/**
 * Settles lines that were priced before tiers that bring nothing were left out, with the catalogue of
 * their project: they get the cheaper tier with the same date. All other prices stay. Returns what was
 * changed.
 */
export async function settleCheaperLeads(
  deps: ChangeDeps,
  owner: Owner,
  project: ProjectRow,
  lines: readonly PricedLine[],
): Promise<LeadChange[]> {
  const catalogue = await getCatalogue(deps, project)
  const lineIds = lines.filter((line) => hasCheaperLead(line, catalogue)).map(({ id }) => id)
  if (lineIds.length === 0) return []

  return changeProject(deps, owner, project.id, (open) => settleUnordered(open, lineIds))
}
