import { useRef } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ChangeNotice } from './change-notice.tsx'
import { ColourChoice } from './colour-choice.tsx'
import { Drawings } from './drawings.tsx'
import { FileFacts } from './file-facts.tsx'
import { FindingList } from './findings/finding-list.tsx'
import { HoleList } from './holes/hole-list.tsx'
import { LeadChoice } from './lead-choice.tsx'
import { MaterialChoice } from './material/material-choice.tsx'
import { PanelHeading } from './panel-heading.tsx'
import { PanelSummary } from './panel-summary.tsx'
import { PanelViewer } from './panel-viewer.tsx'
import { PriceSection } from './price-section.tsx'
import { QuantityChoice } from './quantity-choice.tsx'
import { ReplaceFile } from './replace-file.tsx'
import { RevisionNote } from './revision-note.tsx'
import classes from './scope/panel.module.css'
import type { PanelScope } from './scope/panel-scope.ts'
import { usePanelScope } from './scope/use-panel-scope.ts'
import { ServiceList } from './services/service-list.tsx'
import { ToleranceChoice } from './tolerance-choice.tsx'
import { UnitChoice } from './unit-choice.tsx'
import { Unpriced } from './unpriced.tsx'
import { type PartFacts, usePartFacts } from './use-part-facts.ts'

interface PartPanelProps {
  workspace: Workspace
  line: WorkLine
  onClose: () => void
  onOpen: (lineId: string) => void
  /** A shared project: everything is shown and nothing can be done. */
  readOnly?: boolean
}

/**
 * One part: its model beside what is chosen for it, what it costs and why, and what stands against
 * it.
 */
export function PartPanel(props: PartPanelProps) {
  return <PartPanelView {...props} facts={usePartFacts(props.workspace.project.id, props.line)} />
}

/** The same over facts that were fetched another way: a shared project has its own. */
export function PartPanelView(props: PartPanelProps & { facts: PartFacts }) {
  const { workspace, line, facts, onClose, onOpen, readOnly = false } = props
  const t = useTranslations('panel')

  // A body that the server has yet to split from its file is shown and not edited.
  const locked = readOnly || line.provisional
  const { analysis } = facts
  const { scope, told, place, onPlace } = usePanelScope({ workspace, line, analysis, readOnly: locked })
  const replace = useRef<HTMLDivElement>(null)
  const findings = useRef<HTMLDivElement>(null)
  const { actions, project } = workspace

  return (
    <article className={classes.panel} aria-label={t('of', { name: line.name })}>
      <PanelHeading {...{ workspace, line, onClose, onOpen }} readOnly={locked} />
      <div className={classes.sides}>
        <div className={classes.model}>
          <PanelViewer {...{ line, facts, place, onPlace }} catalogue={workspace.catalogue} />
          <RevisionNote line={line} />
        </div>
        <div className={classes.choices}>
          {scope ? (
            <>
              <div data-tour="price">
                <PriceSection scope={scope} validUntil={project.validUntil} />
              </div>
              <OpenFindings line={line} onShow={() => findings.current?.scrollIntoView({ block: 'start' })} />
              <ChangeNotice {...scope} told={told} onUndo={actions.undo} />
              {locked ? <PanelSummary scope={scope} /> : <Choices scope={scope} />}
              <div ref={findings} data-tour="findings">
                <FindingList
                  scope={scope}
                  onReplaceFile={() => {
                    replace.current?.scrollIntoView({ block: 'center' })
                    replace.current?.querySelector('input')?.focus()
                  }}
                />
              </div>
            </>
          ) : (
            <Unpriced workspace={workspace} line={line} readOnly={locked} />
          )}
          <div className={classes.file}>
            <FileFacts line={line} analysis={analysis} />
            {locked ? null : (
              <>
                <UnitChoice line={line} actions={actions} />
                <ReplaceFile line={line} actions={actions} box={replace} />
              </>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

/**
 * What is still to be decided, said beside the price: nobody should find it after having chosen
 * everything.
 */
function OpenFindings({ line, onShow }: { line: WorkLine; onShow: () => void }) {
  const t = useTranslations('panel.findings')
  const open = line.findings.filter(({ finding, accepted }) => finding.severity !== 'informs' && !accepted).length
  if (open === 0 || line.view.manual?.state === 'answered') return null

  return (
    <p className={classes.open}>
      {t('hint', { count: open })}{' '}
      <button type="button" className={classes.inline} onClick={onShow}>
        {t('show')}
      </button>
    </p>
  )
}

/** In the order in which a buyer thinks. */
function Choices({ scope }: { scope: PanelScope }) {
  return (
    <>
      <div data-tour="material">
        <MaterialChoice scope={scope} />
      </div>
      <ColourChoice scope={scope} />
      <QuantityChoice scope={scope} />
      <LeadChoice scope={scope} />
      <div data-tour="services">
        <ServiceList scope={scope} />
        <HoleList scope={scope} />
      </div>
      <ToleranceChoice scope={scope} />
      <Drawings scope={scope} />
    </>
  )
}
