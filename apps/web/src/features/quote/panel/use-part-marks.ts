import { type Finding, type Hole, scale } from '@cotation/geometry'
import { useMemo } from 'react'
import { findingMarkId, holeMarkId } from '#features/quote/choices/panel-scope.ts'
import { useFindingText } from '#features/quote/workspace/use-texts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ViewMark } from '#viewer/marks/marks.ts'
import { useLengths } from '#viewer/measure/use-lengths.ts'

export interface PartFinding {
  id: string
  finding: Finding
}

/** The description of a hole, as in a drawing callout. */
function useHoleText(): (hole: Hole) => string {
  const t = useTranslations('viewer.hole')
  const { mm } = useLengths()

  return ({ diameterMm, depthMm, through, counterbore, countersink }) => {
    const drilled = t(through ? 'through' : 'blind', { diameter: mm(diameterMm), depth: mm(depthMm) })
    const more = [
      counterbore && t('counterbore', { diameter: mm(counterbore.diameterMm) }),
      countersink && t('countersink', { diameter: mm(countersink.diameterMm) }),
    ]
    return [drilled, ...more.filter((text) => text !== undefined)].join(', ')
  }
}

/**
 * Findings and holes as marks on the model. Every location of a finding is a mark; the first one
 * is selected from the lists.
 */
export function usePartMarks(findings: readonly PartFinding[], holes: readonly Hole[]): readonly ViewMark[] {
  const findingText = useFindingText()
  const holeText = useHoleText()
  const texts = {
    findings: findings.map(({ finding }) => findingText(finding)),
    holes: holes.map(holeText),
  }
  // Serialised, so that the memo depends on the texts and not on their array.
  const serialised = JSON.stringify(texts)

  return useMemo(() => {
    const labels = JSON.parse(serialised) as typeof texts
    const found = findings.flatMap(({ finding }, i) =>
      finding.places.map(
        ({ at, faces = [] }, place): ViewMark => ({
          id: findingMarkId(finding.rule, place),
          kind: 'finding',
          tone: finding.severity,
          at,
          faces,
          label: labels.findings[i] ?? '',
        }),
      ),
    )

    const drilled = holes.map(
      ({ entry, axis, faces }, index): ViewMark => ({
        id: holeMarkId(index),
        kind: 'hole',
        tone: 'neutral',
        at: entry,
        faces,
        label: labels.holes[index] ?? '',
        facing: scale(axis, -1),
      }),
    )

    return [...found, ...drilled]
  }, [findings, holes, serialised])
}
