import type { DisplayMesh, Vec3 } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import type { ViewMark } from '#viewer/marks/marks.ts'
import { meshBox } from '#viewer/scene/mesh-box.ts'
import { Viewer } from '#viewer/viewer.tsx'
import { meshQuery } from './additional-cost.api.ts'
import classes from './additional-cost.module.css'

interface PlaceOnModelProps {
  projectId: string
  lineId: string
  at: Vec3
  /** The place in words. */
  label: string
}

/** The part in 3D with a mark at the place that an additional cost is about. */
export function PlaceOnModel({ projectId, lineId, at, label }: PlaceOnModelProps) {
  const t = useTranslations('additional-cost.place')
  const mesh = useQuery(meshQuery(projectId, lineId))
  if (mesh.data) return <MarkedModel mesh={mesh.data} at={at} label={label} />
  return mesh.isPending ? <LoadingState /> : <Hint>{t('noModel')}</Hint>
}

function MarkedModel({ mesh, at, label }: { mesh: DisplayMesh; at: Vec3; label: string }) {
  const [x, y, z] = at
  const [selected, select] = useState<string | undefined>('place')
  const bodies = useMemo(() => [{ mesh, colour: undefined, closed: true }], [mesh])
  const box = useMemo(() => meshBox(mesh), [mesh])
  const marks = useMemo(
    (): ViewMark[] => [{ id: 'place', kind: 'finding', tone: 'warns', at: [x, y, z], faces: [], label }],
    [x, y, z, label],
  )

  return (
    <div className={classes.model}>
      <Viewer
        bodies={bodies}
        box={box}
        description={label}
        marks={marks}
        selected={selected}
        onSelect={select}
        finish={undefined}
        wallLimitMm={undefined}
      />
    </div>
  )
}
