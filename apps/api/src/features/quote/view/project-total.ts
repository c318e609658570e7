import type { LineView, ProjectView } from '@cotation/contracts'
import { type Catalogue, type QuoteTotal, quoteTotal } from '@cotation/domain'
import { lineAmounts } from '@cotation/pricing'

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
