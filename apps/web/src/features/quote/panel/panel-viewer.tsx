import type { Catalogue } from '@cotation/domain'
import { findMaterial } from '@cotation/domain'
import { useMemo } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { useMeasure } from './file-facts.tsx'
import { finishOfLine } from './finish.ts'
import { PartViewer } from './part-viewer.tsx'
import { findingMarkId, holeMarkId, parseMarkId } from './scope/mark-ids.ts'
import classes from './scope/panel.module.css'
import type { PanelPlace } from './scope/panel-scope.ts'
import type { PartFacts } from './use-part-facts.ts'

interface PanelViewerProps {
  line: WorkLine
  facts: PartFacts
  catalogue: Catalogue
  place: PanelPlace | undefined
  onPlace: (place: PanelPlace | undefined) => void
}

const markOf = (place: PanelPlace): string =>
  place.kind === 'hole' ? holeMarkId(place.at) : findingMarkId(place.rule, place.place)

function placeOf(id: string | undefined): PanelPlace | undefined {
  const mark = id === undefined ? undefined : parseMarkId(id)
  return mark?.kind === 'hole' ? { kind: 'hole', at: mark.index } : mark
}

/**
 * The model, in the material chosen, with the findings and holes that the lists beside it speak of.
 */
export function PanelViewer({ line, facts, catalogue, place, onPlace }: PanelViewerProps) {
  const t = useTranslations('panel')
  const { body, mesh, state, retry } = facts
  const findings = useMemo(
    () => line.findings.map(({ finding }) => ({ id: findingMarkId(finding.rule, 0), finding })),
    [line.findings],
  )

  const finish = useMemo(() => finishOfLine(line, catalogue), [line, catalogue])
  const description = useDescription(line)
  const material = line.configuration && findMaterial(catalogue, line.configuration.materialId)
  if (mesh && body)
    return (
      <PartViewer
        mesh={mesh}
        body={body}
        description={description}
        findings={findings}
        holes={body.features.holes}
        selected={place && markOf(place)}
        onSelect={(id) => onPlace(placeOf(id))}
        finish={finish}
        wallLimitMm={material?.minWallMm}
      />
    )

  if (state === 'failed')
    return (
      <div className={classes.noModel} role="alert">
        <p>{t('modelFailed')}</p>
        <button type="button" className={buttons.secondary} onClick={retry}>
          {t('retry')}
        </button>
      </div>
    )

  return (
    <p className={classes.noModel} role="status">
      {t(state === 'none' ? 'modelNone' : 'modelLoading')}
    </p>
  )
}

/** The picture in words. */
function useDescription({ name, part, sizeMm }: WorkLine): string {
  const t = useTranslations('panel')
  const number = useMeasure()
  const [x = 0, y = 0, z = 0] = sizeMm ?? part?.sizeMm ?? []

  return t('description', {
    name,
    x: number(x),
    y: number(y),
    z: number(z),
    volume: number((part?.volumeMm3 ?? 0) / 1000, 3),
    holes: part?.holes.length ?? 0,
  })
}
