import type { AuditEntryView } from '@cotation/contracts'
import { staffLists } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { useHasScreen } from '../shared/known-screens.ts'
import { StaffLink } from '../shared/staff-link.tsx'
import { entryQuery } from './audit.api.ts'
import { useListTexts } from './list-value.tsx'

/** All of an entry, with what was there before and after. */
export function EntryDialog({ position, onClose }: { position: string; onClose: () => void }) {
  const t = useTranslations('staff-audit')
  const entry = useQuery(entryQuery(position))

  return (
    <Dialog opened size="lg" title={t('entry.title', { position })} onClose={onClose}>
      {entry.isPending ? <LoadingState /> : null}
      {entry.isLoadingError ? <ErrorState onRetry={() => void entry.refetch()} /> : null}
      {entry.data ? <Entry entry={entry.data} /> : null}
    </Dialog>
  )
}

const { actor: actorColumn, action: actionColumn, subjectKind: subjectColumn } = staffLists.audit.columns

function Entry({ entry }: { entry: AuditEntryView }) {
  const t = useTranslations('staff-audit')
  const { moment } = useFormats('medium')
  const texts = useListTexts()
  const { changes, staff, subject, customer, reason } = entry

  return (
    <Stack>
      <Facts
        facts={[
          { label: t('entry.action'), value: texts.choice(actionColumn, entry.action) },
          { label: t('entry.at'), value: moment(entry.at) },
          { label: t('entry.who'), value: staff?.name ?? texts.choice(actorColumn, entry.actor) },
          {
            label: t('entry.subject'),
            value: (
              <>
                {texts.choice(subjectColumn, subject.kind)} <AuditSubject {...subject} />
              </>
            ),
          },
          { label: t('entry.id'), value: <code>{subject.id}</code> },
          { label: t('entry.customer'), value: customer ? <AuditSubject {...customer} /> : null },
          { label: t('entry.reason'), value: reason ?? t('reasonErased') },
          { label: t('entry.request'), value: entry.requestId },
          { label: t('entry.hash'), value: <code>{entry.hash}</code> },
        ]}
      />
      {changes.length === 0 ? <Hint>{t('entry.none')}</Hint> : <Changes changes={changes} />}
    </Stack>
  )
}

/** The name of a subject, linked to its screen; its id if the reader may not know more. */
function AuditSubject({ id, named }: Pick<AuditEntryView['subject'], 'id' | 'named'>) {
  const hasScreen = useHasScreen()
  if (named === null) return <>{id}</>
  if (named.path === null || !hasScreen(named.path)) return <>{named.name}</>
  return <StaffLink path={named.path}>{named.name}</StaffLink>
}

function Changes({ changes }: Pick<AuditEntryView, 'changes'>) {
  const t = useTranslations('staff-audit.entry')
  return (
    <Table caption={t('changes')} isCompact headings={[t('field'), t('before'), t('after')]}>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">
            <code>{field}</code>
          </th>
          <td data-label={t('before')}>{before}</td>
          <td data-label={t('after')}>{after}</td>
        </tr>
      ))}
    </Table>
  )
}
