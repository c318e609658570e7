import { type ReactNode, useSyncExternalStore } from 'react'
import { useFormatter } from 'use-intl'
import type { RefusalReason } from '#features/quote/files/check-files.ts'
import { RefusedFiles } from '#features/quote/files/refused-files.tsx'
import { Unpacking } from '#features/quote/files/unpacking.tsx'
import type { FileNotice } from '#features/quote/workspace/file-notices.ts'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { raisedQuantity } from '#features/quote/workspace/raise-quantity.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { CheaperLeads } from '#ui/cheaper-leads.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { AttachedDrawings, DroppedBom, UnpairedDrawings } from './dropped-companions.tsx'
import classes from './project.module.css'

/** Messages about files, until the customer dismisses them. */
export function FileNotices({ store }: { store: ProjectStore }) {
  const t = useTranslations('upload.notice')
  const notices = useSyncExternalStore(store.subscribe, () => store.notices.all)
  // Several notices in full would push the parts off the first screen.
  const isFolded = notices.length > 1

  return (
    <section className={classes.notices} aria-label={t('label')} hidden={notices.length === 0}>
      {notices.map((notice) => (
        <OneNotice key={notice.id} notice={notice} onDismiss={() => store.notices.dismiss(notice.id)}>
          <NoticeText notice={notice} store={store} isFolded={isFolded} />
        </OneNotice>
      ))}
    </section>
  )
}

const failures: ReadonlySet<FileNotice['kind']> = new Set(['notAdded', 'uploadFailed', 'otherFile'])

/** Files that nobody meant to send: their message does not interrupt. */
const harmless: ReadonlySet<RefusalReason> = new Set(['hidden', 'otherKind'])

function isFailureNotice(notice: FileNotice): boolean {
  if (notice.kind === 'refused') return notice.files.some(({ reason }) => !harmless.has(reason))
  if (notice.kind === 'bom') return !notice.bom.ok
  return failures.has(notice.kind)
}

interface OneNoticeProps {
  notice: FileNotice
  onDismiss: () => void
  children: ReactNode
}

function OneNotice({ notice, onDismiss, children }: OneNoticeProps) {
  const t = useTranslations('upload.notice')
  const isFailure = isFailureNotice(notice)

  return (
    <div className={classes.notice} data-failure={isFailure} role={isFailure ? 'alert' : 'status'}>
      <div className={classes.content}>{children}</div>
      <IconButton aria-label={t('dismiss')} title={t('dismiss')} onClick={onDismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

interface NoticeTextProps {
  notice: FileNotice
  store: ProjectStore
  isFolded: boolean
}

function NoticeText({ notice, store, isFolded }: NoticeTextProps) {
  const t = useTranslations('upload.notice')
  const format = useFormatter()
  const retryButton = (retry: () => void) => (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => {
        store.notices.dismiss(notice.id)
        retry()
      }}
    >
      {t('retry')}
    </Button>
  )

  switch (notice.kind) {
    case 'refused':
      return <RefusedFiles files={notice.files} isFolded={isFolded} />
    case 'unpacking':
      return <Unpacking name={notice.name} done={notice.done} onCancel={notice.cancel} />
    case 'attached':
      return <AttachedDrawings notice={notice} isFolded={isFolded} />
    case 'unpaired':
      return <UnpairedDrawings notice={notice} store={store} isFolded={isFolded} />
    case 'bom':
      return <DroppedBom notice={notice} store={store} />
    case 'split':
      return (
        <p>
          {t('split', {
            name: notice.name,
            distinct: notice.distinct,
            repeats: String(notice.total > notice.distinct),
            total: notice.total,
          })}
        </p>
      )
    case 'notAdded':
      return (
        <>
          <p className={classes.noticeTitle}>{t('notAdded')}</p>
          <p>
            {t('notAddedText', { count: notice.names.length })} {notice.message}
          </p>
          {retryButton(notice.retry)}
        </>
      )
    case 'uploadFailed':
      return (
        <>
          <p className={classes.noticeTitle}>{t('uploadFailed')}</p>
          <p>{t('uploadFailedText', { name: notice.name })}</p>
          {retryButton(() => store.actions.resumeUpload(notice.lineId))}
        </>
      )
    case 'cheaperLeads':
      return <LeadNotice notice={notice} store={store} />
    case 'sameFile':
      return <SameFile notice={notice} store={store} />
    case 'otherFile': {
      const megabytes = format.number(notice.bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 2 })
      return <p>{t('otherFile', { name: notice.name, expected: notice.expected, size: megabytes })}</p>
    }
  }
}

interface LeadNoticeProps {
  notice: Extract<FileNotice, { kind: 'cheaperLeads' }>
  store: ProjectStore
}

function LeadNotice({ notice, store }: LeadNoticeProps) {
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)
  return workspace ? <CheaperLeads changes={notice.changes} lines={workspace.lines} /> : null
}

interface SameFileProps {
  notice: Extract<FileNotice, { kind: 'sameFile' }>
  store: ProjectStore
}

/** Asks what to do with a file that the project already has: more parts, or a second line. */
function SameFile({ notice, store }: SameFileProps) {
  const t = useTranslations('upload.notice')
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)
  const lines = workspace?.lines ?? []
  const line = lines.find(({ view }) => view.upload.id === notice.uploadId)
  const step = raisedQuantity(lines, notice.uploadId)
  const quantity = step?.edits.length === 1 ? step.edits[0]?.configuration?.quantity : undefined

  const answer = (apply: () => void) => {
    store.notices.dismiss(notice.id)
    apply()
  }

  return (
    <>
      <p className={classes.noticeTitle}>{t('sameFile', { name: notice.name })}</p>
      <p>{t('sameFileText', { line: line?.name ?? notice.name })}</p>
      <span className={classes.actions}>
        <Button size="sm" disabled={!step} onClick={() => step && answer(() => store.actions.edit(step))}>
          {quantity === undefined ? t('raise') : t('raiseTo', { quantity })}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => answer(notice.addLine)}>
          {t('addLine')}
        </Button>
      </span>
    </>
  )
}
