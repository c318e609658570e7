import { useEffect, useRef } from 'react'
import { FileFacts } from '#features/quote/panel/file-facts.tsx'
import { FindingList } from '#features/quote/panel/findings/finding-list.tsx'
import { PanelSummary } from '#features/quote/panel/panel-summary.tsx'
import { PriceSection } from '#features/quote/panel/price-section.tsx'
import { usePanelScope } from '#features/quote/panel/scope/use-panel-scope.ts'
import { Unpriced } from '#features/quote/panel/unpriced.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import classes from './shared.module.css'
import { SharedModel } from './shared-model.tsx'

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
