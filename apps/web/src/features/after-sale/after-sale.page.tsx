import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ClaimDetail } from './claim-detail.tsx'
import { ClaimForm } from './claim-form.tsx'
import { ClaimList } from './claim-list.tsx'
import { ReprintForm } from './reprint-form.tsx'

const tabs = ['claims', 'order'] as const

/** After-sale (spec 2): claims about delivered parts, and the orders that make them again. */
export function AfterSalePage() {
  const t = useTranslations('after-sale')
  const { claim, order, tab, number = '', workOrder = '' } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  if (claim) return <ClaimDetail claimId={claim} />
  if (order) return <ClaimForm orderId={order} />

  const open = (to: (typeof tabs)[number]) =>
    void navigate({ to: '.', search: to === 'order' ? { tab: to } : {}, replace: true })

  return (
    <ListPage title={t('title')} intro={t('intro')}>
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((name) => ({ value: name, label: t(`tab.${name}`) }))}
        value={tab === 'order' ? 'order' : 'claims'}
        onChange={open}
      >
        {tab === 'order' ? <ReprintForm orderNumber={number} workOrderNumber={workOrder} /> : <ClaimList />}
      </Tabs>
    </ListPage>
  )
}
