import type { DisplayMesh } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import type { ViewMark } from '#viewer/marks/marks.ts'
import { meshBox } from '#viewer/scene/mesh-box.ts'
import { Viewer } from '#viewer/viewer.tsx'
import { type LoadMesh, meshQuery } from './part-mesh.ts'
import classes from './part-model.module.css'

export interface PartModelProps {
  /** Names the mesh among all others. */
  meshKey: string
  load: LoadMesh
  name: string
  /** Must be stable while the part does not change. */
  marks: readonly ViewMark[]
  /** The mark that the camera shows first. */
  shownFirst?: string | undefined
  /** Makes a click, or Enter with the place under the cross, pick a point. */
  onPick?: ((at: [number, number, number]) => void) | undefined
}

/** The part in 3D. Loaded with the viewer, so that pages without it stay small. */
export function PartModel({ meshKey, load, ...shown }: PartModelProps) {
  const t = useTranslations('staff.model')
  const mesh = useQuery(meshQuery(meshKey, load))

  if (mesh.isPending) return <LoadingState label={t('loading')} />
  return mesh.data ? <Model mesh={mesh.data} {...shown} /> : <Hint>{t('missing')}</Hint>
}

type ModelProps = Omit<PartModelProps, 'meshKey' | 'load'> & { mesh: DisplayMesh }

function Model({ mesh, name, marks, shownFirst, onPick }: ModelProps) {
  const t = useTranslations('staff.model')
  const [selected, select] = useState(shownFirst)
  const bodies = useMemo(() => [{ mesh, colour: undefined, closed: true }], [mesh])
  const box = useMemo(() => meshBox(mesh), [mesh])

  return (
    <section className={classes.model} aria-label={t('label', { name })}>
      <Viewer
        bodies={bodies}
        box={box}
        description={name}
        marks={marks}
        selected={selected}
        onSelect={select}
        onPick={onPick && (([x, y, z]) => onPick([x, y, z]))}
        finish={undefined}
        wallLimitMm={undefined}
      />
    </section>
  )
}
