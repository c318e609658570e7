import type { LineView, ProjectView } from '@cotation/contracts'
import { type Catalogue, type QuoteTotal, quoteTotal } from '@cotation/domain'
import { type LandedEstimate, landedEstimate, lineAmounts, type OrderRefusal, quotedOrderLine } from '@cotation/pricing'

const expertMinor = ({ manual }: LineView): number | null =>
  manual?.state === 'answered' ? (manual.answer?.lineMinor ?? null) : null

/** The total of a project as everyone sees it. */
export function projectTotal({ lines, service }: ProjectView, catalogue: Catalogue): QuoteTotal {
  const totalled = lines.map((line) => ({
    status: line.status,
    amounts: lineAmounts({ ...line, expertMinor: expertMinor(line) }, service, catalogue),
  }))
  return quoteTotal(totalled, catalogue.technologies)
}

/**
 * What the ready lines cost delivered to the project's country, or why there is no estimate;
 * undefined while no country is chosen.
 */
export function projectEstimate(
  { lines, service, country }: ProjectView,
  catalogue: Catalogue,
): { country: string; estimate: LandedEstimate | { refusals: readonly OrderRefusal[] } } | undefined {
  if (country === null) return undefined

  const ready = lines.filter(({ status }) => status === 'ready')
  const orderLines = ready.flatMap((line) => {
    const expert = line.manual?.state === 'answered' ? line.manual.answer : null
    return quotedOrderLine({ ...line, expert }, service, catalogue) ?? []
  })

  return { country, estimate: landedEstimate(orderLines, country, catalogue) }
}
