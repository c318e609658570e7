import type { Api } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'

export type LeadChange = NonNullable<Api['GET /global/project/{projectId}']['output']['cheaperLeads']>[number]

interface CheaperLeadsProps {
  changes: readonly LeadChange[]
  lines: readonly { id: string; name: string }[]
}

/** Names lines whose lead time brought nothing: they cost less now. */
export function CheaperLeads({ changes, lines }: CheaperLeadsProps) {
  const t = useTranslations('pricing')

  return changes.map(({ lineId, from, to }) => {
    const name = lines.find(({ id }) => id === lineId)?.name ?? ''
    return <p key={lineId}>{t('cheaperLead', { name, from: t(`leads.${from}`), to: t(`leads.${to}`) })}</p>
  })
}
