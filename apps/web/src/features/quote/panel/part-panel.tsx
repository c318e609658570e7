import type { Catalogue, Configuration, ProcessId } from '@cotation/domain'
import { useRef } from 'react'
import { HoleList } from '#features/quote/choices/hole-list.tsx'
import { MaterialChoice } from '#features/quote/choices/material-choice.tsx'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { QuantityChoice } from '#features/quote/choices/quantity-choice.tsx'
import { ColourChoice, LeadChoice, ToleranceChoice } from '#features/quote/choices/radio-choices.tsx'
import { ServiceList } from '#features/quote/choices/service-list.tsx'
import { type PartFacts, usePartFacts } from '#features/quote/workspace/part-data.ts'
import { fileWithoutUnit } from '#features/quote/workspace/unit-question.tsx'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { isLocked, type WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Drawings } from './drawings.tsx'
import { countOpenFindings, FindingList } from './finding-list.tsx'
import { OrderedPart } from './ordered-part.tsx'
import classes from './panel.module.css'
import { PanelHeading } from './panel-heading.tsx'
import { PanelSummary } from './panel-summary.tsx'
import { PanelViewer } from './panel-viewer.tsx'
import { FileFacts, PanelUnitQuestion, ReplaceFile, RevisionNote, UnitChoice } from './part-file.tsx'
import { PriceSection } from './price-section.tsx'
import { Unpriced } from './unpriced.tsx'
import { type Consequences, usePanelScope } from './use-panel-scope.ts'

interface PartPanelProps {
  workspace: Workspace
  line: WorkLine
  onClose: () => void
  onOpen: (lineId: string) => void
  /** Set for shared projects. */
  readOnly?: boolean
}

/** One part: its 3D model, configuration, price and findings. */
export function PartPanel(props: PartPanelProps) {
  return <PartPanelView {...props} facts={usePartFacts(props.workspace.project.id, props.line)} />
}

/** The panel with facts that were fetched elsewhere. */
export function PartPanelView(props: PartPanelProps & { facts: PartFacts }) {
  const { workspace, line, facts, onClose, onOpen, readOnly = false } = props
  const t = useTranslations('panel')

  const locked = readOnly || isLocked(line)
  const { analysis } = facts
  const { scope, consequences, mark, onMark } = usePanelScope({ workspace, line, analysis, readOnly: locked })
  const replace = useRef<HTMLDivElement>(null)
  const findings = useRef<HTMLDivElement>(null)
  const { actions, project } = workspace
  const isUnitAsked = fileWithoutUnit(line) !== undefined

  return (
    <article className={classes.panel} aria-label={t('of', { name: line.name })}>
      <PanelHeading workspace={workspace} line={line} onClose={onClose} onOpen={onOpen} readOnly={locked} />
      {line.view.order ? <OrderedPart workspace={workspace} line={line} order={line.view.order} /> : null}
      {locked ? null : <PanelUnitQuestion line={line} actions={actions} />}
      <div className={classes.sides}>
        <div className={classes.model}>
          <PanelViewer line={line} facts={facts} mark={mark} onMark={onMark} catalogue={workspace.catalogue} />
          <RevisionNote line={line} />
        </div>
        <div className={classes.choices}>
          {/* Until the unit is known, every figure would be wrong. */}
          {scope && !isUnitAsked ? (
            <>
              <div data-tour="price">
                <PriceSection scope={scope} validUntil={project.validUntil} />
              </div>
              <OpenFindings line={line} onShow={() => findings.current?.scrollIntoView({ block: 'start' })} />
              <ChangeNotice {...scope} consequences={consequences} onUndo={actions.undo} />
              {locked ? <PanelSummary scope={scope} /> : <Choices scope={scope} />}
              <div ref={findings} data-tour="findings">
                <FindingList
                  scope={scope}
                  onReplaceFile={() => {
                    replace.current?.scrollIntoView({ block: 'center' })
                    replace.current?.querySelector('button')?.focus()
                  }}
                />
              </div>
            </>
          ) : null}
          {scope || isUnitAsked ? null : <Unpriced workspace={workspace} line={line} readOnly={locked} />}
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

/** The number of open findings, shown next to the price so that it is not missed. */
function OpenFindings({ line, onShow }: { line: WorkLine; onShow: () => void }) {
  const t = useTranslations('panel.findings')
  const open = countOpenFindings(line)
  if (open === 0 || line.view.manual?.state === 'answered') return null

  return (
    <p className={classes.open}>
      {t('hint', { count: open })}{' '}
      <Button variant="link" onClick={onShow}>
        {t('show', { count: open })}
      </Button>
    </p>
  )
}

/** The choices, in the sequence in which customers decide. */
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

interface ChangeNoticeProps {
  consequences: Consequences | undefined
  configuration: Configuration
  process: ProcessId
  catalogue: Catalogue
  onUndo: () => void
}

/**
 * What a choice changed in addition, with an undo button. Always rendered, so that screen readers
 * announce new content.
 */
function ChangeNotice({ consequences, configuration, process, catalogue, onUndo }: ChangeNoticeProps) {
  const t = useTranslations('panel.changed')
  const names = useNames(catalogue)

  const sentencesOf = ({ removed, added, colourId, toleranceId, lead }: Consequences) => {
    const sentences: string[] = []
    if (removed.length > 0) sentences.push(t('removed', { services: names.services(removed) }))
    if (added.length > 0) sentences.push(t('added', { services: names.services(added) }))
    if (colourId) sentences.push(t('colour', { colour: names.colour(configuration.materialId, colourId) }))
    if (toleranceId) sentences.push(t('tolerance', { tolerance: names.tolerance(process, toleranceId) }))
    if (lead) sentences.push(t('lead', { lead: names.lead(lead) }))
    return sentences
  }
  const sentences = consequences ? sentencesOf(consequences) : []

  return (
    <div className={classes.changed} role="status">
      {sentences.length > 0 ? (
        <p>
          {sentences.join(' ')}{' '}
          <Button variant="link" onClick={onUndo}>
            {t('undo')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
