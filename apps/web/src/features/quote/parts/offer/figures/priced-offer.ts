import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  type Fault,
  type LeadTier,
  leadTiers,
  type MaterialWay,
  mostParts,
  offeredLeads,
  type PartMeasures,
} from '@cotation/domain'
import { type AnalysedBody, type Finding, inspectAnalysis, type PartAnalysis } from '@cotation/geometry'
import { inspectionChoice, type LinePrice, type MatrixCell, priceLine, priceMatrix } from '@cotation/pricing'
import type { Copies } from './copies-of.ts'

/** A body of a dropped file, with what prices ask of it. */
export interface PricedBody {
  file: string
  analysis: PartAnalysis
  body: AnalysedBody
  part: PartMeasures
}

export interface Wish {
  way: MaterialWay
  /** Of the file. */
  asked: Copies
  lead: LeadTier
}

/** A lead time with its price, or with why it cannot be had. */
export interface Tier {
  lead: LeadTier
  cell: MatrixCell | undefined
  fault: Fault | undefined
}

export interface PricedOffer {
  /** Of the body, over all copies of the file; undefined where no number of copies is given. */
  quantity: number | undefined
  /** As wished where it is offered for so many parts, else standard. */
  lead: LeadTier
  price: LinePrice | undefined
  faults: Fault[]
  tiers: Tier[]
  /** Prices of one lead time over quantities; `copies` is how the customer counts. */
  curve: { copies: number; quantity: number; cell: MatrixCell | undefined }[]
  findings: Finding[]
}

/** Of product.md: the quantities every customer compares. */
const comparedCopies = [1, 2, 5, 10, 20, 50, 100]

function findingsOn({ body, analysis, file, part }: PricedBody, configuration: Configuration, catalogue: Catalogue) {
  const choice = inspectionChoice(part, configuration, catalogue)
  if (!choice) return []
  const found = inspectAnalysis({ ...analysis, bodies: [body] }, file, choice, catalogue.ruleLimits)
  return found.map(({ finding }) => finding)
}

/** Prices a body as wished (cents of USD), with the other lead times and quantities beside it. */
export function pricedOffer(priced: PricedBody, { way, asked, lead: wished }: Wish, catalogue: Catalogue): PricedOffer {
  const { part, body } = priced
  const { materialId, process } = way
  const { copies, fault } = asked
  const quantity = copies === undefined ? undefined : copies * body.count
  const leads = offeredLeads(quantity ?? 1, process, catalogue)
  const lead = leads.some((one) => one.lead === wished && !one.fault) ? wished : 'standard'
  const usual = defaultConfiguration(part, materialId, catalogue, quantity ?? body.count)
  const configuration: Configuration = { ...usual, process, lead }
  const findings = findingsOn(priced, configuration, catalogue)
  const verdict = quantity === undefined ? undefined : priceLine(part, configuration, catalogue, findings)

  const compared = [...new Set([...comparedCopies, ...(copies === undefined ? [] : [copies])])]
    .filter((one) => one * body.count <= mostParts)
    .sort((a, b) => a - b)
  const quantities = compared.map((one) => one * body.count)
  const [row] = priceMatrix(part, configuration, { quantities, leads: leadTiers, materialIds: [materialId] }, catalogue)
  const cells = row?.ok ? row.cells : []
  const cellOf = (parts: number | undefined, tier: LeadTier) =>
    cells.find((cell) => cell.quantity === parts && cell.lead === tier)
  return {
    quantity,
    lead,
    price: verdict?.ok ? verdict.price : undefined,
    faults: fault ? [fault] : verdict && !verdict.ok ? verdict.faults : [],
    tiers: leads.map(({ lead: tier, fault: refused }) => ({
      lead: tier,
      fault: refused,
      cell: cellOf(quantity, tier),
    })),
    curve: compared.map((one) => ({
      copies: one,
      quantity: one * body.count,
      cell: cellOf(one * body.count, lead),
    })),
    findings,
  }
}
