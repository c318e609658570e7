import type { Catalogue, TechnologySlug } from '@cotation/domain'
import {
  type LandedEstimate,
  landedEstimate,
  type OrderLine,
  type OrderRefusal,
  quotedOrderLine,
} from '@cotation/pricing'
import { useDeferredValue, useMemo } from 'react'
import { countryOf } from './destination.ts'
import type { WorkLine } from './work-line.ts'
import type { Workspace } from './workspace.ts'

export interface CountryEstimate {
  country: string
  /** The ready lines, in the sequence of the estimate. */
  parts: readonly { id: string; name: string; orderLine: OrderLine }[]
  /** Estimate for the ready lines, shipped by the cheapest carrier. */
  estimate: LandedEstimate | { refusals: readonly OrderRefusal[] }
}

/** An estimate, and whether it is still of the lines before the last change. */
interface SettlingEstimate extends CountryEstimate {
  isSettling: boolean
}

/** What the ready lines cost in the project's country, as checkout and the papers compute it. */
export function useEstimate({ lines, project, catalogue }: Workspace): SettlingEstimate {
  const country = countryOf({ project, catalogue })
  const { service } = project
  // Packing two hundred lines takes longer than a key press may: typing goes first.
  const settled = useDeferredValue(lines)

  const shown = useMemo(
    () => estimateOf(settled, { country, service, catalogue }),
    [settled, country, service, catalogue],
  )
  return { ...shown, isSettling: settled !== lines }
}

interface EstimateTerms {
  country: string
  service: TechnologySlug
  catalogue: Catalogue
}

// Header, table, lead bar and panel ask for the same lines: they are packed once.
const cache = new WeakMap<readonly WorkLine[], EstimateTerms & { shown: CountryEstimate }>()

function estimateOf(lines: readonly WorkLine[], terms: EstimateTerms): CountryEstimate {
  const { country, service, catalogue } = terms
  const known = cache.get(lines)
  const isSame = known?.country === country && known.service === service && known.catalogue === catalogue
  if (known && isSame) return known.shown

  const ready = lines.filter(({ status }) => status === 'ready')
  const parts = ready.flatMap((line) => {
    const orderLine = quotedOrderLine(quotedLine(line), service, catalogue)
    return orderLine ? [{ id: line.id, name: line.name, orderLine }] : []
  })
  const orderLines = parts.map(({ orderLine }) => orderLine)
  const shown = { country, parts, estimate: landedEstimate(orderLines, country, catalogue) }

  cache.set(lines, { ...terms, shown })
  return shown
}

function quotedLine({ price, part, configuration, view: { manual } }: WorkLine) {
  return {
    price: price ?? null,
    part: part ?? null,
    configuration: configuration ?? null,
    expert: manual?.state === 'answered' ? manual.answer : null,
  }
}
