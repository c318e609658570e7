import {
  type ByCard,
  type Catalogue,
  type Machine,
  machines,
  type Processes,
  type ProcessId,
  processIds,
  type RateCard,
  rateCardOf,
} from '@cotation/domain'
import { divisor } from '#pricing/making/catalogue-figures.ts'

/*
 * A price is cost × (1 + overhead) / (1 − margin) × market position × factors (catalogue 3), and a
 * cost is a sum of rates, each times an amount. So each rate can be multiplied instead of the sum:
 *
 * k         = (1 + overhead) / (1 − lowest margin) × market position
 * rate      → rate × k                 operator, engineer, machines, materials, consumables
 * margin    → 1 − (1 − margin) / (1 − lowest margin)      0 for the lowest and where none is set
 * overhead  → 0 ;  market position → 1
 *
 * Margins differ by process while operators and materials are shared by processes, so the ratio of
 * the margins stays in the catalogue; it reveals neither k, nor a margin, nor a cost.
 *
 * Multiplying in another sequence rounds differently in the last bit. So the server, too, computes
 * prices from the selling catalogue: the browser, which has no other, gets the same bits.
 */

/** Multiplies by k. Both cards get the current card's figure: no card's costs are published. */
type Sold = { usd: (figure: number) => number; byCard: (figures: ByCard) => ByCard }

function sellingCard(card: RateCard, lowestMargin: number, { usd }: Sold): RateCard {
  // A folded catalogue has a lowest margin of 0 and must stay the same bit for bit.
  const relative = (margin: number): number => (lowestMargin === 0 ? margin : 1 - (1 - margin) / (1 - lowestMargin))

  const rates: Record<Machine, number> = { ...card.machines }
  for (const machine of machines) rates[machine] = usd(rates[machine])

  const marginByProcess: Partial<Record<ProcessId, number>> = {}
  for (const process of processIds) {
    const margin = card.marginByProcess[process]
    if (margin !== undefined) marginByProcess[process] = relative(margin)
  }

  return {
    operator: usd(card.operator),
    engineer: usd(card.engineer),
    machines: rates,
    overhead: 0,
    margin: relative(card.margin),
    marginByProcess,
    marketPosition: 1,
  }
}

/** Every figure of a process in USD that is part of a cost; minimum prices are prices already. */
function sellingProcesses(processes: Processes, { usd, byCard }: Sold): Processes {
  const { sla, mjf, sls, slm, milling, turning, casting } = processes
  return {
    sla: { ...sla, cost: { ...sla.cost, largeUsd: byCard(sla.cost.largeUsd) } },
    mjf: { ...mjf, cost: { ...mjf.cost, agentsUsdPerCm3: usd(mjf.cost.agentsUsdPerCm3) } },
    sls: { ...sls, cost: { ...sls.cost, agentsUsdPerCm3: usd(sls.cost.agentsUsdPerCm3) } },
    slm: {
      ...slm,
      cost: { ...slm.cost, plateUsd: byCard(slm.cost.plateUsd), furnaceUsd: byCard(slm.cost.furnaceUsd) },
    },
    milling: { ...milling, cost: { ...milling.cost, toolWearUsdPerMin: byCard(milling.cost.toolWearUsdPerMin) } },
    turning,
    casting: { ...casting, cost: { ...casting.cost, siliconeUsdPerKg: byCard(casting.cost.siliconeUsdPerKg) } },
  }
}

function folded(catalogue: Catalogue): Catalogue {
  const { selling, materials, processes } = catalogue
  const { rateCard } = selling
  const card = rateCardOf(catalogue)
  const lowestMargin = Math.min(card.margin, ...Object.values(card.marginByProcess))
  const grossUp = divisor(1 - lowestMargin, `selling.rateCards.${rateCard} 1 − margin`)
  const k = ((1 + card.overhead) / grossUp) * card.marketPosition

  const usd = (figure: number): number => figure * k
  const byCard = (figures: ByCard): ByCard => ({ cn: usd(figures[rateCard]), eu: usd(figures[rateCard]) })
  const sold: Sold = { usd, byCard }
  const soldCard = sellingCard(card, lowestMargin, sold)

  return {
    ...catalogue,
    selling: { ...selling, rateCards: { cn: soldCard, eu: soldCard } },
    materials: materials.map((material) => ({ ...material, usdPerKg: byCard(material.usdPerKg) })),
    processes: sellingProcesses(processes, sold),
  }
}

const foldedCatalogues = new WeakMap<Catalogue, Catalogue>()

/** The public catalogue: rates as sold, without costs and margins; it gives the same prices. */
export function sellingCatalogue(catalogue: Catalogue): Catalogue {
  const known = foldedCatalogues.get(catalogue)
  if (known) return known

  const selling = folded(catalogue)
  foldedCatalogues.set(catalogue, selling)
  foldedCatalogues.set(selling, selling)

  return selling
}
