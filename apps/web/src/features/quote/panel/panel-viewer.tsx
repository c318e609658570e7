import { type Catalogue, findMaterial } from '@cotation/domain'
import { useMemo } from 'react'
import { findingMarkId, markId, type PartMark, parseMarkId } from '#features/quote/choices/panel-scope.ts'
import { finishOfLine } from '#features/quote/workspace/finish.ts'
import type { PartFacts } from '#features/quote/workspace/part-data.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useMeasureFormat } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './panel.module.css'
import { PartViewer } from './part-viewer.tsx'

interface PanelViewerProps {
  line: WorkLine
  facts: PartFacts
  catalogue: Catalogue
  mark: PartMark | undefined
  onMark: (mark: PartMark | undefined) => void
}

/** The 3D model in the chosen material, with marks for findings and holes. */
export function PanelViewer({ line, facts, catalogue, mark, onMark }: PanelViewerProps) {
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
        selected={mark && markId(mark)}
        onSelect={(id) => onMark(id === undefined ? undefined : chosenOnModel(id))}
        finish={finish}
        wallLimitMm={material?.minWallMm}
      />
    )

  if (state === 'failed')
    return (
      <div className={classes.noModel} role="alert">
        <p>{t('modelFailed')}</p>
        <Button variant="secondary" onClick={retry}>
          {t('retry')}
        </Button>
      </div>
    )

  return (
    <p className={classes.noModel} role="status">
      {t(state === 'none' ? 'modelNone' : 'modelLoading')}
    </p>
  )
}

/** The mark that was chosen on the model. */
function chosenOnModel(id: string): PartMark | undefined {
  const mark = parseMarkId(id)
  return mark?.kind === 'hole' ? { ...mark, isOnModel: true } : mark
}

/** The description of the picture for screen readers. */
function useDescription({ name, part, sizeMm }: WorkLine): string {
  const t = useTranslations('panel')
  const number = useMeasureFormat()
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
