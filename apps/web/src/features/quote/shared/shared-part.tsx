import type { DisplayMesh } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { findingMarkId } from '#features/quote/choices/panel-scope.ts'
import { FindingList } from '#features/quote/panel/finding-list.tsx'
import viewer from '#features/quote/panel/panel.module.css'
import { PanelSummary } from '#features/quote/panel/panel-summary.tsx'
import { FileFacts } from '#features/quote/panel/part-file.tsx'
import { PriceSection } from '#features/quote/panel/price-section.tsx'
import { Unpriced } from '#features/quote/panel/unpriced.tsx'
import { usePanelScope } from '#features/quote/panel/use-panel-scope.ts'
import { usePartMarks } from '#features/quote/panel/use-part-marks.ts'
import { finishOfLine } from '#features/quote/workspace/finish.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { meshBox } from '#viewer/scene/mesh-box.ts'
import { Viewer } from '#viewer/viewer.tsx'
import { sharedMeshQuery } from './shared.api.ts'
import classes from './shared.module.css'

interface SharedPartProps {
  linkKey: string
  workspace: Workspace
  line: WorkLine
  onClose: () => void
}

function nothing() {}

/** One part of a shared project: model, configuration, price and findings, read-only. */
export function SharedPart({ linkKey, workspace, line, onClose }: SharedPartProps) {
  const t = useTranslations('project.shared')
  const heading = useRef<HTMLHeadingElement>(null)

  // Takes the focus, because on a phone it is far below the list.
  useEffect(() => heading.current?.focus(), [])

  const { scope } = usePanelScope({ workspace, line, analysis: undefined, readOnly: true })

  return (
    <article className={classes.panel} aria-label={t('details', { name: line.name })}>
      <header className={classes.heading}>
        <h2 ref={heading} tabIndex={-1}>
          {line.name}
        </h2>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={classes.sides}>
        <div>
          <SharedModel linkKey={linkKey} line={line} catalogue={workspace.catalogue} />
          <FileFacts line={line} analysis={undefined} />
        </div>
        <div>
          {scope ? (
            <>
              <PriceSection scope={scope} validUntil={workspace.project.validUntil} />
              <PanelSummary scope={scope} />
              <FindingList scope={scope} onReplaceFile={nothing} />
            </>
          ) : (
            <Unpriced workspace={workspace} line={line} readOnly />
          )}
        </div>
      </div>
    </article>
  )
}

interface SharedModelProps {
  linkKey: string
  line: WorkLine
  catalogue: Workspace['catalogue']
}

const noHoles: readonly never[] = []

/** The 3D view of the part with its findings. */
function Model({ mesh, line, catalogue }: Omit<SharedModelProps, 'linkKey'> & { mesh: DisplayMesh }) {
  const t = useTranslations('project.shared')
  const [selected, select] = useState<string>()
  const bodies = useMemo(() => [{ mesh, colour: undefined, closed: true }], [mesh])
  const box = useMemo(() => meshBox(mesh), [mesh])
  const findings = useMemo(
    () => line.findings.map(({ finding }) => ({ id: findingMarkId(finding.rule, 0), finding })),
    [line.findings],
  )
  const marks = usePartMarks(findings, noHoles)
  const finish = useMemo(() => finishOfLine(line, catalogue), [line, catalogue])

  return (
    <section className={viewer.viewer} aria-label={t('model')}>
      <Viewer
        bodies={bodies}
        box={box}
        marks={marks}
        selected={selected}
        finish={finish}
        description={line.name}
        onSelect={select}
        wallLimitMm={undefined}
      />
    </section>
  )
}

function SharedModel({ linkKey, line, catalogue }: SharedModelProps) {
  const t = useTranslations('project.shared')
  const mesh = useQuery({ ...sharedMeshQuery(linkKey, line.id), enabled: line.part !== undefined })
  if (mesh.data) return <Model mesh={mesh.data} line={line} catalogue={catalogue} />

  return (
    <p className={classes.noModel} role="status">
      {t(mesh.isLoading ? 'modelLoading' : 'modelMissing')}
    </p>
  )
}
