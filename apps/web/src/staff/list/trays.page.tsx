import type { ListRow } from '@cotation/contracts'
import type { StaffLists } from '@cotation/domain'
import { useMay } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { StaffLinkButton } from '../shared/staff-link.tsx'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { listQueries } from './list-query.ts'
import { StaffList } from './staff-list.tsx'

const refresh = () => void queryClient.invalidateQueries({ queryKey: [...listQueries, 'trays'] })

/** The trays of all printing machines. */
export function TraysPage() {
  const t = useTranslations('staff-tray')
  const may = useMay()
  useLiveProduction(refresh)

  return (
    <StaffList
      list="trays"
      pathOf={(row) => pathOfTray(row as ListRow<StaffLists['trays']>)}
      actions={
        may('production.work') ? (
          <StaffLinkButton path="trays/new" size="sm">
            {t('newTray')}
          </StaffLinkButton>
        ) : null
      }
    />
  )
}

const pathOfTray = ({ code }: ListRow<StaffLists['trays']>) => (code ? `work/tray/${code}` : null)
