import type { ListRow } from '@cotation/contracts'
import type { StaffLists } from '@cotation/domain'
import { useMay } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { StaffLinkButton } from '../shared/staff-link.tsx'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { listQueries } from './list-query.ts'
import { StaffList } from './staff-list.tsx'

const refresh = () => void queryClient.invalidateQueries({ queryKey: [...listQueries, 'production'] })

/** The open steps of all orders in production; each leads to its run. */
export function ProductionPage() {
  const t = useTranslations('staff.titles')
  const may = useMay()
  useLiveProduction(refresh)

  return (
    <StaffList
      list="production"
      pathOf={(row) => pathOfRun(row as ListRow<StaffLists['production']>)}
      actions={
        may('production.work') ? (
          <StaffLinkButton path="work" variant="secondary" size="sm">
            {t('work')}
          </StaffLinkButton>
        ) : null
      }
    />
  )
}

const pathOfRun = ({ code }: ListRow<StaffLists['production']>) => (code ? `work/${code}` : null)
