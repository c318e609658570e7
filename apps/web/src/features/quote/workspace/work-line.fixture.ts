import { type Catalogue, usualConfiguration } from '@cotation/domain'
import { priceLine, referenceParts } from '@cotation/pricing'
import { aLineView } from '#lib/testing/line-view.ts'
import type { WorkLine } from './work-line.ts'

/**
 * A line with the usual configuration of a reference part (`housing-100x60x30`, `shaft-30x80` …)
 * and its real price.
 */
export function aWorkLine(
  catalogue: Catalogue,
  { reference = 'housing-100x60x30', ...traits }: Partial<WorkLine> & { reference?: string } = {},
): WorkLine {
  const part = referenceParts.find(({ id }) => id === reference)?.measures
  if (!part) throw new Error(`no reference part ${reference}`)

  const configuration = traits.configuration ?? usualConfiguration(part, '3d-printing', catalogue, 1)
  if (!configuration) throw new Error('the part fits nothing')

  const verdict = priceLine(part, configuration, catalogue)
  const name = traits.name ?? `${reference}.stl`
  const view = traits.view ?? aLineView({ name, part, configuration })

  return {
    id: view.id,
    name,
    comment: '',
    configuration,
    part,
    sizeMm: part.sizeMm,
    status: verdict.ok ? 'ready' : 'configuring',
    price: verdict.ok ? verdict.price : undefined,
    faults: verdict.ok ? [] : verdict.faults,
    findings: [],
    source: 'server',
    difference: undefined,
    refusal: undefined,
    progress: undefined,
    local: undefined,
    provisional: false,
    view,
    ...traits,
  }
}
