import type { RunDetails } from '@cotation/contracts'
import { boxOf, type DisplayMesh } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import type { ViewMark } from '#viewer/marks/marks.ts'
import type { ViewedBody } from '#viewer/scene/viewer-messages.ts'
import { Viewer } from '#viewer/viewer.tsx'
import { runMeshQuery } from './work.api.ts'
import classes from './work.module.css'

/** The model of the part. */
export function RunModel({ run }: { run: RunDetails }) {
  const t = useTranslations('staff-work')
  const mesh = useQuery(runMeshQuery(run.code))

  return (
    <Section title={t('model')}>
      {mesh.isPending ? <LoadingState /> : null}
      {mesh.isError ? <Hint>{t('noModel')}</Hint> : null}
      {mesh.data ? <Model mesh={mesh.data} run={run} /> : null}
    </Section>
  )
}

const noMarks: readonly ViewMark[] = []

function Model({ mesh, run }: { mesh: DisplayMesh; run: RunDetails }) {
  const t = useTranslations('staff-work')
  const bodies = useMemo<ViewedBody[]>(() => [{ mesh, colour: undefined, closed: false }], [mesh])
  const box = useMemo(() => boxOf(mesh), [mesh])

  return (
    <div className={classes.model}>
      <Viewer
        bodies={bodies}
        box={box}
        description={t('modelOf', { name: run.name })}
        marks={noMarks}
        selected={undefined}
        onSelect={() => {}}
        finish={undefined}
        wallLimitMm={undefined}
      />
    </div>
  )
}
