import type { AddressView, ProjectView } from '@cotation/contracts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import classes from './checkout.module.css'
import { BillingAddress, DeliveryAddress } from './form/address-sections.tsx'
import { BottomBar } from './form/bottom-bar.tsx'
import { addressesQuery, projectQuery } from './form/checkout.api.ts'
import { CouponChoice } from './form/coupon-choice.tsx'
import { LineList } from './form/line-list.tsx'
import { ObstacleDialog } from './form/obstacle-dialog.tsx'
import { EndCustomer, References } from './form/references.tsx'
import { Section } from './form/section.tsx'
import { ShippingMethods } from './form/shipping-methods.tsx'
import { Summary } from './form/summary.tsx'
import { type Checkout, useCheckout } from './form/use-checkout.ts'
import { MethodChoice } from './pay/method-choice.tsx'

/** Turns the ready lines of a project into an order (spec 2, /checkout). */
export function CheckoutPage() {
  const { project, lines = '' } = useSearch({ from: '__root__' })
  return project === undefined ? <NoProject kind="missing" /> : <ProjectCheckout projectId={project} lines={lines} />
}

function NoProject({ kind }: { kind: 'missing' | 'notFound' }) {
  const t = useTranslations('checkout')
  const projects = (
    <Link to="/user/project" search={{}} className={buttons.primary}>
      {t('projects')}
    </Link>
  )
  return <EmptyState isPage title={t(`${kind}Title`)} text={t(`${kind}Text`)} action={projects} />
}

/** A malformed id returns VALIDATION, an unknown one NOT_FOUND: the page treats both the same. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION')

function ProjectCheckout({ projectId, lines }: { projectId: string; lines: string }) {
  const t = useTranslations('checkout')
  const project = useQuery(projectQuery(projectId))
  const addresses = useQuery(addressesQuery('shipping'))

  if (isUnknown(project.error) || project.data === null) return <NoProject kind="notFound" />
  if (project.isError) return <ErrorState isPage onRetry={() => void project.refetch()} />
  if (!project.data || addresses.isPending) return <LoadingState label={t('loading')} />
  if (!project.data.lines.some(({ status }) => status === 'ready')) return <NothingReady projectId={projectId} />

  const lineIds = lines.split(',').filter(Boolean)
  return (
    <CheckoutForm key={projectId} project={project.data} requestedLineIds={lineIds} addresses={addresses.data ?? []} />
  )
}

function NothingReady({ projectId }: { projectId: string }) {
  const t = useTranslations('checkout')
  const back = (
    <Link to="/quote/$projectId" params={{ projectId }} search={{}} className={buttons.primary}>
      {t('back')}
    </Link>
  )
  return <EmptyState isPage title={t('noneTitle')} text={t('noneText')} action={back} />
}

interface CheckoutFormProps {
  project: ProjectView
  requestedLineIds: readonly string[]
  addresses: readonly AddressView[]
}

function CheckoutForm(props: CheckoutFormProps) {
  const checkout = useCheckout(props)
  const isPhone = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const t = useTranslations('checkout')
  const { project, preview } = checkout

  return (
    <div className={classes.page} ref={checkout.page} data-bar={isPhone || undefined}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.soft}>
          {t.rich('project', {
            name: project.name,
            link: (chunks) => (
              <Link to="/quote/$projectId" params={{ projectId: project.id }} search={{}}>
                {chunks}
              </Link>
            ),
          })}
        </p>
      </header>
      <OpenOrder checkout={checkout} />
      <div className={classes.columns}>
        <div className={classes.steps}>
          <LineList checkout={checkout} />
          <DeliveryAddress checkout={checkout} />
          <ShippingMethods checkout={checkout} />
          <BillingAddress checkout={checkout} />
          <CouponChoice checkout={checkout} />
          {preview.view?.entrust ? <EndCustomer checkout={checkout} /> : null}
          <References checkout={checkout} />
          <Payment checkout={checkout} />
        </div>
        <div className={classes.side}>
          <Summary checkout={checkout} withButton={!isPhone} />
        </div>
      </div>
      {isPhone ? <BottomBar checkout={checkout} /> : null}
      <ObstacleDialog checkout={checkout} />
    </div>
  )
}

function Payment({ checkout: { preview, draft, change, missing } }: { checkout: Checkout }) {
  const t = useTranslations('payment.methods')
  const { view } = preview

  return (
    <Section name="method" title={t('title')} lack={missing.method}>
      {view ? (
        <MethodChoice
          methods={view.methods}
          dueMinor={view.total?.totalMinor ?? null}
          balanceMinor={view.balanceMinor}
          creditMinor={view.creditMinor}
          pick={draft.pay}
          onPick={(pay) => change({ pay })}
        />
      ) : null}
    </Section>
  )
}

/** Links to an unpaid order of the same lines: the server refuses a second one. */
function OpenOrder({ checkout: { preview } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.openOrder')
  const open = preview.view?.openOrder
  if (!open) return null

  const { orderId, number } = open

  return (
    <div role="alert" className={classes.open}>
      <h2 className={classes.openTitle}>{t('title')}</h2>
      <p>{t('text', { number })}</p>
      <p className={classes.links}>
        <Link to="/checkout/payment" search={{ order: orderId }}>
          {t('pay', { number })}
        </Link>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
          {t('see')}
        </Link>
      </p>
    </div>
  )
}
