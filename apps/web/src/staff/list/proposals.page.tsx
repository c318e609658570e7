import { useTranslations } from '#lib/texts/i18n.tsx'
import { ActionLinkButton } from '../shared/action-button.tsx'
import { StaffList } from './staff-list.tsx'

/** What waits for a second person, and how earlier proposals ended. Each is decided on its own page. */
export function ProposalsPage() {
  const t = useTranslations('staff-proposal')
  const waiting = (
    <ActionLinkButton path="proposals" search={{ state: 'in:open', sort: 'proposedAt' }}>
      {t('waiting')}
    </ActionLinkButton>
  )

  return <StaffList list="proposals" intro={t('intro')} actions={waiting} pathOf={({ id }) => `proposals/${id}`} />
}
