import type { LineView } from '@cotation/contracts'
import type { Catalogue, LeadTier } from '@cotation/domain'
import { priceLine, withChargedLead } from '@cotation/pricing'
import type { ProjectRow } from '#features/quote/rows/project.repository.ts'
import type { Owner } from '#http/session.ts'
import { changeProject, getCatalogue, type QuoteDeps } from './change-project.service.ts'
import { settleLines } from './settle-lines.service.ts'

export interface LeadChange {
  lineId: string
  from: LeadTier
  to: LeadTier
}

type PricedLine = Pick<LineView, 'id' | 'status' | 'part' | 'configuration' | 'price'>

/** The tier that replaces one that brings nothing; undefined if it does not make the line cheaper. */
function cheaperLead({ id, status, part, configuration, price }: PricedLine, catalogue: Catalogue): LeadChange[] {
  // Lines that are not ready are settled by what makes them ready. Economy is the cheapest.
  if (status !== 'ready' || !part || !configuration || !price || configuration.lead === 'economy') return []

  const charged = withChargedLead(part, configuration, catalogue)
  if (charged === configuration) return []

  const verdict = priceLine(part, charged, catalogue)
  const isCheaper = verdict.ok && verdict.price.linePrice.minor <= price.linePrice.minor
  return isCheaper ? [{ lineId: id, from: configuration.lead, to: charged.lead }] : []
}

/**
 * Settles lines that were priced before tiers that bring nothing were left out, with the catalogue of
 * their project: they get the cheaper tier with the same date. All other prices stay.
 */
export async function settleCheaperLeads(
  deps: QuoteDeps,
  owner: Owner,
  project: ProjectRow,
  lines: readonly PricedLine[],
): Promise<LeadChange[]> {
  const catalogue = await getCatalogue(deps, project)
  const changes = lines.flatMap((line) => cheaperLead(line, catalogue))
  if (changes.length === 0) return []

  const lineIds = changes.map(({ lineId }) => lineId)
  await changeProject(deps, owner, project.id, (open) => settleLines(open, lineIds))
  return changes
}
