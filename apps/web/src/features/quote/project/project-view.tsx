import { useCallback } from 'react'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { FileButtons } from '#features/quote/files/file-buttons.tsx'
import { PageDrop } from '#features/quote/files/page-drop.tsx'
import { LinesTable } from '#features/quote/lines/lines-table.tsx'
import { PartPanel } from '#features/quote/panel/part-panel.tsx'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { EmptyProject } from './empty-project.tsx'
import { FileNotices } from './file-notices.tsx'
import { HeldFiles } from './held-files.tsx'
import { LongAnalysis } from './long-analysis.tsx'
import classes from './project.module.css'
import { ProjectHeader } from './project-header.tsx'
import { QuoteTour } from './quote-tour.tsx'
import { UnitQuestions } from './unit-questions.tsx'
import { useOpenPart } from './use-open-part.ts'
import { usePanelFocus } from './use-panel-focus.ts'
import { useUndoKeys } from './use-undo-keys.ts'

/**
 * An open project: header, messages about its files, the lines, and the panel of the selected line.
 */
export function ProjectView({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('upload')
  const { project, lines, actions } = workspace
  const store = projectStore(project.id)
  const { line, open, replace, close } = useOpenPart(lines)
  const isPhone = useMediaQuery('(max-width: 62em)')
  const panel = usePanelFocus(line?.id)

  useUndoKeys(actions)

  const take = useCallback(
    ({ files, leftOut }: DroppedFiles) => {
      if (leftOut > 0) store.notices.add({ kind: 'leftOut', count: leftOut })
      if (files.length > 0) actions.addFiles(files)
    },
    [store, actions],
  )
  const first = lines.find(({ provisional }) => !provisional)

  return (
    <div className={classes.page}>
      <PageDrop title={t('drop.here')} text={t('drop.hereText')} onFiles={take} />
      <HeldFiles store={store} />
      {/* On a small screen the panel covers the page: what is behind it must not be focusable. */}
      <div className={classes.project} inert={isPhone && line !== undefined}>
        <div data-tour="project">
          <ProjectHeader workspace={workspace} />
        </div>
        <QuoteTour openPart={first ? () => open(first.id) : undefined} />
        <FileNotices store={store} />
        <UnitQuestions workspace={workspace} />
        <LongAnalysis workspace={workspace} />
        {lines.length > 0 ? (
          <div className={classes.add}>
            <FileButtons filesLabel={t('drop.files')} folderLabel={t('drop.folder')} onFiles={take} quiet />
            <span className={classes.soft}>{t('drop.anywhere')}</span>
          </div>
        ) : null}
      </div>
      <div className={classes.sides} data-open={line !== undefined}>
        <div className={classes.lines} inert={isPhone && line !== undefined} data-tour="lines">
          {lines.length > 0 ? (
            <LinesTable workspace={workspace} openId={line?.id} onOpen={open} />
          ) : (
            <EmptyProject store={store} onFiles={take} />
          )}
        </div>
        {line ? (
          <div ref={panel} className={classes.panel} tabIndex={-1}>
            <PartPanel workspace={workspace} line={line} onClose={close} onOpen={replace} />
          </div>
        ) : null}
      </div>
    </div>
  )
}
