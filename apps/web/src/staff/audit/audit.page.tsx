import type { AuditEntryView, AuditVerificationView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ExportButton } from '#ui/export-button.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { auditPageQuery, saveAudit } from './audit.api.ts'
import { AuditFilter } from './audit-filter.tsx'
import { AuditSubject } from './audit-subject.tsx'
import { useAuditTexts } from './audit-texts.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useAuditFilter } from './use-audit-filter.ts'

/** What staff and tools did, the newest first. */
export function AuditPage() {
  const t = useTranslations('staff-audit')
  const { values, before, query, change, clear, turnTo } = useAuditFilter()
  const page = useQuery(auditPageQuery({ ...query, before }))

  return (
    <StaffPage
      title={t('title')}
      intro={t('intro')}
      actions={<ExportButton label={t('csv')} save={() => saveAudit(query)} />}
    >
      {page.data ? <Verification verification={page.data.verification} /> : null}
      <AuditFilter values={values} people={page.data?.people ?? []} onChange={change} onClear={clear} />
      {page.isPending ? <LoadingState /> : null}
      {page.isLoadingError ? <ErrorState onRetry={() => void page.refetch()} /> : null}
      {page.data ? <Entries entries={page.data.entries} /> : null}
      <Row>
        {before === undefined ? null : (
          <Button variant="secondary" size="sm" onClick={() => turnTo(null)}>
            {t('newest')}
          </Button>
        )}
        {page.data && page.data.next !== null ? (
          <Button variant="secondary" size="sm" onClick={() => turnTo(page.data.next)}>
            {t('older')}
          </Button>
        ) : null}
      </Row>
    </StaffPage>
  )
}

function Verification({ verification }: { verification: AuditVerificationView | null }) {
  const t = useTranslations('staff-audit.verification')
  const { moment } = useFormats('medium')
  if (verification === null) return <Hint>{t('never')}</Hint>

  const { at, position, brokenAt } = verification
  const date = moment(at)
  if (brokenAt === null) return <Hint>{t('sound', { date, position })}</Hint>

  return (
    <Alert tone="danger" role="alert" title={t('brokenTitle')}>
      <p>{t('broken', { date, position: brokenAt })}</p>
    </Alert>
  )
}

const columns = ['at', 'who', 'action', 'subject', 'reason'] as const

function Entries({ entries }: { entries: readonly AuditEntryView[] }) {
  const t = useTranslations('staff-audit')
  const [open, setOpen] = useState<AuditEntryView | null>(null)
  if (entries.length === 0) return <EmptyState title={t('empty')} />

  const headings = [...columns.map((column) => t(`columns.${column}`)), t('show')]
  return (
    <>
      <Table caption={t('caption')} hidesCaption headings={headings}>
        {entries.map((entry) => (
          <EntryRow key={entry.position} entry={entry} onOpen={() => setOpen(entry)} />
        ))}
      </Table>
      {open ? <EntryDialog entry={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function EntryRow({ entry, onOpen }: { entry: AuditEntryView; onOpen: () => void }) {
  const t = useTranslations('staff-audit')
  const { moment } = useFormats('medium')
  const { actionText, subjectText, actorText } = useAuditTexts()
  const { position, at, action, subject, reason } = entry

  return (
    <tr>
      <th scope="row">{moment(at)}</th>
      <td data-label={t('columns.who')}>{actorText(entry)}</td>
      <td data-label={t('columns.action')}>{actionText(action)}</td>
      <td data-label={t('columns.subject')}>
        {subjectText(subject.kind)}
        <Hint>
          <AuditSubject {...subject} />
        </Hint>
      </td>
      <td data-label={t('columns.reason')} data-empty={reason === '' || undefined}>
        {reason ?? <Hint>{t('reasonErased')}</Hint>}
      </td>
      <td>
        <Button variant="quiet" size="xs" aria-label={t('details', { position })} onClick={onOpen}>
          {t('show')}
        </Button>
      </td>
    </tr>
  )
}
