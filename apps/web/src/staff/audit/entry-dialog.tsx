import type { AuditEntryView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Stack } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { AuditSubject } from './audit-subject.tsx'
import { useAuditTexts } from './audit-texts.ts'

/** All of an entry, with what was there before and after. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntryView; onClose: () => void }) {
  const t = useTranslations('staff-audit')
  const { moment } = useFormats('medium')
  const { actionText, subjectText, actorText } = useAuditTexts()
  const { position, changes, subject, customer, reason } = entry

  return (
    <Dialog opened size="lg" title={t('entry.title', { position })} onClose={onClose}>
      <Stack>
        <Facts
          facts={[
            { label: t('columns.action'), value: actionText(entry.action) },
            { label: t('entry.at'), value: moment(entry.at) },
            { label: t('entry.who'), value: actorText(entry) },
            {
              label: t('entry.subject'),
              value: (
                <>
                  {subjectText(subject.kind)} <AuditSubject {...subject} />
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
        {changes.length === 0 ? (
          <Hint>{t('entry.none')}</Hint>
        ) : (
          <Table
            caption={t('entry.changes')}
            isCompact
            headings={[t('entry.field'), t('entry.before'), t('entry.after')]}
          >
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">
                  <code>{field}</code>
                </th>
                <td data-label={t('entry.before')}>{before}</td>
                <td data-label={t('entry.after')}>{after}</td>
              </tr>
            ))}
          </Table>
        )}
      </Stack>
    </Dialog>
  )
}
