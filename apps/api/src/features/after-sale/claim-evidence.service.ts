import type { ClaimEvidence } from '@cotation/contracts'
import type { Catalogue, Language } from '@cotation/domain'
import type { Finding, PartAnalysis } from '@cotation/geometry'
import { partFindings } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { getOrder } from '#features/order/order.service.ts'
import { getOrderCatalogue } from '#features/order/order-view.service.ts'
import { findingTexts } from '#features/quote/commands/accept-findings.service.ts'
import { bodyKey, listFacts } from '#features/upload/analysis/bodies.service.ts'
import { findClaim, listClaimLines, listProducts, type ProductRow } from './claim.repository.ts'
import { listLosses, listRemakes } from './claim-evidence.repository.ts'

type LineEvidence = ClaimEvidence['lines'][number]

/** What checks and production recorded about the parts of a claim, in the reader's language. */
export async function getClaimEvidence(
  deps: Pick<Deps, 'catalogues' | 'db'>,
  claimId: string,
  language: Language,
): Promise<ClaimEvidence> {
  const claim = await findClaim(deps.db, claimId)
  if (!claim) throw new AppError('NOT_FOUND')

  const claimed = (await listClaimLines(deps.db, [claimId])).map(({ lineId }) => lineId)
  const products = (await listProducts(deps.db, claim.order_id)).filter(({ id }) => claimed.includes(id))
  const losses = Map.groupBy(await listLosses(deps.db, claimed), ({ lineId }) => lineId)
  const remakes = Map.groupBy(await listRemakes(deps.db, claimed), ({ lineId }) => lineId)

  const { catalogue_version: version } = await getOrder(deps.db, claim.order_id)
  const catalogue = await getOrderCatalogue(deps, version)
  const facts = await listFacts(deps.db, products.flatMap(bodyOf))
  const textOf = await findingTexts(language)

  const lines = products.map((product): LineEvidence => {
    const found = findingsOf(product, facts, catalogue)

    return {
      lineId: product.id,
      findings: found?.map((finding) => findingView(finding, product, textOf)) ?? null,
      losses: (losses.get(product.id) ?? []).map(({ lineId: _, at, ...loss }) => ({ ...loss, at: at.toISOString() })),
      remakes: (remakes.get(product.id) ?? []).map(({ lineId: _, openedAt, openedBy, ...remake }) => ({
        ...remake,
        openedAt: openedAt.toISOString(),
        openedBy: openedBy ?? '',
      })),
    }
  })
  return { lines }
}

function bodyOf({ analysis_id: analysisId, ordered: { bodyIndex } }: ProductRow) {
  return analysisId === null || bodyIndex === null ? [] : [{ analysisId, bodyIndex }]
}

/**
 * The findings that the customer saw: the same inspection of the same part, as it was configured and
 * with the catalogue of the order. Null for a part that was not measured.
 */
function findingsOf(
  { name, analysis_id, ordered: { part, configuration, bodyIndex } }: ProductRow,
  facts: ReadonlyMap<string, PartAnalysis>,
  catalogue: Catalogue,
): Finding[] | null {
  const analysis = facts.get(bodyKey(analysis_id ?? '', bodyIndex ?? 0))
  const body = analysis?.bodies[0]
  if (!analysis || !body || !part || !configuration) return null
  return partFindings({ measures: part, analysis, body, fileName: name }, configuration, catalogue)
}

function findingView(
  finding: Finding,
  { ordered: { acceptedRules } }: ProductRow,
  textOf: (finding: Finding) => string,
): NonNullable<LineEvidence['findings']>[number] {
  const { rule, severity, places } = finding
  return {
    rule,
    severity,
    text: textOf(finding),
    isAccepted: acceptedRules.includes(rule),
    places: places.map(({ at }) => [...at]),
  }
}
