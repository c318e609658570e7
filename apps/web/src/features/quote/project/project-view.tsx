import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { FileButtons } from '#features/quote/files/file-buttons.tsx'
import { PageDrop } from '#features/quote/files/page-drop.tsx'
import { agreeToTerms } from '#features/quote/files/quoting-terms.ts'
import { TermsDialog } from '#features/quote/files/terms-dialog.tsx'
import { LinesTable } from '#features/quote/lines/lines-table.tsx'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace, WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { onFirstInteraction } from '#lib/on-first-interaction.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ManagerCard } from '#ui/manager-card.tsx'
import { EmptyState, LoadingState } from '#ui/states.tsx'
import { useMediaQuery, useTouchOnly } from '#ui/use-media-query.ts'
import { useModalArea } from '#ui/use-modal-area.ts'
import { FileNotices } from './file-notices.tsx'
import { CommonUnit, LongAnalysis } from './file-questions.tsx'
import { LeadBar } from './lead-bar.tsx'
import classes from './project.module.css'
import { ProjectHeader, ProjectSummary } from './project-header.tsx'
import { QuoteTour } from './quote-tour.tsx'
import { useOpenPart, usePanelFocus } from './use-open-part.ts'

/** Loaded on demand: a project shows its list and its price without it. */
const importPanel = () => import('#features/quote/panel/part-panel.tsx')
const PartPanel = lazy(async () => ({ default: (await importPanel()).PartPanel }))

/** A failed attempt is repeated when a part is opened. */
const preloadPanel = () => void importPanel().catch(() => {})

/**
 * An open project: header, messages about its files, the lines, and the panel of the selected line.
 */
export function ProjectView({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('upload')
  const { project, lines, actions } = workspace
  const store = projectStore(project.id)
  const { line, open: openPart, replace, close } = useOpenPart(lines)
  const isSheet = useMediaQuery('(max-width: 62em)')
  const { panel, rememberPosition } = usePanelFocus(line?.id)

  useUndoKeys(actions)
  useEffect(() => onFirstInteraction(preloadPanel), [])

  const open = useCallback(
    (lineId: string) => {
      rememberPosition(lineId)
      openPart(lineId)
    },
    [openPart, rememberPosition],
  )

  const firstId = lines.find(({ provisional }) => !provisional)?.id
  // Stable, because the tour repeats the preparation of a step that has changed.
  const openFirst = useCallback(() => {
    if (firstId !== undefined) open(firstId)
  }, [firstId, open])

  return (
    <div className={classes.page} data-part-open={line !== undefined || undefined}>
      <PageDrop title={t('drop.here')} text={t('drop.hereText')} onFiles={actions.addFiles} />
      <HeldFiles store={store} />
      <div className={classes.project}>
        <ProjectHeader workspace={workspace} />
        <ProjectSummary workspace={workspace} />
        <FileNotices store={store} />
        <CommonUnit workspace={workspace} />
        <LongAnalysis workspace={workspace} />
        <div className={classes.add}>
          {lines.length > 0 ? (
            <>
              <FileButtons
                filesLabel={t('drop.files')}
                folderLabel={t('drop.folder')}
                onFiles={actions.addFiles}
                quiet
              />
              <span className={classes.anywhere}>{t('drop.anywhere')}</span>
              <LeadBar workspace={workspace} />
            </>
          ) : null}
          <QuoteTour openPart={firstId === undefined ? undefined : openFirst} closePart={close} />
        </div>
      </div>
      <div className={classes.sides} data-open={line !== undefined}>
        <div className={classes.lines} data-tour="lines">
          {lines.length > 0 ? (
            <LinesTable workspace={workspace} openId={line?.id} onOpen={open} />
          ) : (
            <EmptyProject store={store} onFiles={actions.addFiles} />
          )}
        </div>
        {line ? (
          <PanelBox box={panel} line={line} isSheet={isSheet} onClose={close}>
            <Suspense fallback={<LoadingState />}>
              <PartPanel workspace={workspace} line={line} onClose={close} onOpen={replace} />
            </Suspense>
          </PanelBox>
        ) : null}
      </div>
      <div className={classes.manager}>
        <ManagerCard />
      </div>
    </div>
  )
}

interface PanelBoxProps {
  box: RefObject<HTMLDivElement | null>
  line: WorkLine
  /** On a small screen the panel covers the page. */
  isSheet: boolean
  onClose: () => void
  children: ReactNode
}

/** The place of the panel: beside or instead of the list, or a modal sheet over the page. */
function PanelBox({ box, line, isSheet, onClose, children }: PanelBoxProps) {
  const t = useTranslations('panel')
  useModalArea(box, isSheet)
  useEscape(box, onClose)

  const modal = { role: 'dialog', 'aria-modal': true, 'aria-label': t('of', { name: line.name }) } as const

  return (
    <div ref={box} className={classes.panel} tabIndex={-1} {...(isSheet ? modal : {})}>
      {children}
    </div>
  )
}

/**
 * Closes the panel by Escape, unless something inside it uses the key or a dialog above it has the
 * focus.
 */
function useEscape(box: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target)
      if (event.key === 'Escape' && !event.defaultPrevented && isInside) close()
    }
    document.addEventListener('keydown', onKey)

    return () => document.removeEventListener('keydown', onKey)
  }, [box, close])
}

interface EmptyProjectProps {
  store: ProjectStore
  onFiles: (dropped: DroppedFiles) => void
}

/**
 * Asks for files if the project has no lines; shows a loading state while lines are being created.
 */
function EmptyProject({ store, onFiles }: EmptyProjectProps) {
  const t = useTranslations('upload')
  const announcing = useSyncExternalStore(store.subscribe, () => store.files.announcing)
  const isTouchOnly = useTouchOnly()
  if (announcing > 0) return <LoadingState label={t('page.loading')} />

  return (
    <EmptyState
      title={t('page.empty')}
      text={t(isTouchOnly ? 'page.emptyTouchText' : 'page.emptyText')}
      action={
        <span className={classes.actions}>
          <FileButtons filesLabel={t('drop.files')} folderLabel={t('drop.folder')} onFiles={onFiles} />
        </span>
      }
    />
  )
}

/**
 * Spec 5 also applies to files added to an open project: asks for the terms if this browser has not
 * accepted them.
 */
function HeldFiles({ store }: { store: ProjectStore }) {
  const held = useSyncExternalStore(store.subscribe, store.heldDrop)
  if (!held) return null

  return (
    <TermsDialog
      onAgree={() => {
        agreeToTerms()
        store.holdDrop(undefined)
        store.actions.addFiles(held)
      }}
      onCancel={() => store.holdDrop(undefined)}
    />
  )
}

/** A field with its own undo. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea'))

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y anywhere on the page except in text fields. */
function useUndoKeys({ undo, redo }: Pick<WorkspaceActions, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      if (isRedo) redo()
      else undo()
    }
    window.addEventListener('keydown', onKey)

    return () => window.removeEventListener('keydown', onKey)
  }, [undo, redo])
}
