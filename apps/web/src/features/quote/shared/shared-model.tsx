import type { Box, DisplayMesh } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { finishOfLine } from '#features/quote/panel/finish.ts'
import viewer from '#features/quote/panel/part-viewer.module.css'
import { findingMarkId } from '#features/quote/panel/scope/mark-ids.ts'
import { usePartMarks } from '#features/quote/panel/use-part-marks.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Viewer } from '#viewer/viewer.tsx'
import { sharedMeshQuery } from './shared.api.ts'
import classes from './shared.module.css'

interface SharedModelProps {
  linkKey: string
  line: WorkLine
  catalogue: Workspace['catalogue']
}

/** Calculated from the mesh, because a shared link gives no other facts of the part. */
function boxOf({ positions }: DisplayMesh): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const [i, value] of positions.entries()) {
    const axis = (i % 3) as 0 | 1 | 2
    low[axis] = Math.min(low[axis], value)
    high[axis] = Math.max(high[axis], value)
  }

  return { min: low, max: high }
}

const noHoles: readonly never[] = []

/** The 3D view of the part with its findings. */
function Model({ mesh, line, catalogue }: Omit<SharedModelProps, 'linkKey'> & { mesh: DisplayMesh }) {
  const t = useTranslations('project.shared')
  const [selected, select] = useState<string>()
  const bodies = useMemo(() => [{ mesh, colour: undefined, closed: true }], [mesh])
  const box = useMemo(() => boxOf(mesh), [mesh])
  const findings = useMemo(
    () => line.findings.map(({ finding }) => ({ id: findingMarkId(finding.rule, 0), finding })),
    [line.findings],
  )
  const marks = usePartMarks(findings, noHoles)
  const finish = useMemo(() => finishOfLine(line, catalogue), [line, catalogue])

  return (
    <section className={viewer.viewer} aria-label={t('model')}>
      <Viewer
        {...{ bodies, box, marks, selected, finish }}
        description={line.name}
        onSelect={select}
        wallLimitMm={undefined}
      />
    </section>
  )
}

export function SharedModel({ linkKey, line, catalogue }: SharedModelProps) {
  const t = useTranslations('project.shared')
  const mesh = useQuery({ ...sharedMeshQuery(linkKey, line.id), enabled: line.part !== undefined })
  if (mesh.data) return <Model mesh={mesh.data} line={line} catalogue={catalogue} />

  return (
    <p className={classes.noModel} role="status">
      {t(mesh.isLoading ? 'modelLoading' : 'modelMissing')}
    </p>
  )
}
