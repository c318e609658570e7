import type { LineView, ProjectView } from '@cotation/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiError, isUnknownRecord } from '#lib/gateway/api-error.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useReadyInSlices } from '#lib/use-ready-in-slices.ts'
import { Alert } from '#ui/alert.tsx'
import { CheaperLeads } from '#ui/cheaper-leads.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { MethodChoice } from '#ui/pay/method-choice.tsx'
import { Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import classes from './checkout.module.css'
import { BillingAddress, DeliveryAddress } from './form/address-sections.tsx'
import { addressesQuery, cheaperLeadsQuery, projectQuery } from './form/checkout.api.ts'
import { CouponChoice } from './form/coupon-choice.tsx'
import { ExportControl } from './form/export-control.tsx'
import type { CheckoutStart } from './form/initial-draft.ts'
import { findKeptCheckout } from './form/kept-draft.ts'
import { LineList } from './form/line-list.tsx'
import { ObstacleDialog } from './form/obstacle-dialog.tsx'
import { OrderedPage } from './form/ordered-page.tsx'
import { EndCustomer, References } from './form/references.tsx'
import { Section } from './form/section.tsx'
import { ShippingMethods } from './form/shipping-methods.tsx'
import { BottomBar } from './form/submit-button.tsx'
import { Summary } from './form/summary.tsx'
import { type CheckoutProps, useCheckout } from './form/use-checkout.ts'
import { LinkFields } from './pay/link-fields.tsx'

/** Turns the ready lines of a project into an order (spec 2, /checkout). */
export function CheckoutPage() {
  const { project, lines = '', forward } = useSearch({ from: '__root__' })
  if (project === undefined) return <NoProject kind="missing" />
  return <ProjectCheckout projectId={project} lines={lines} isForwarded={forward === '1'} />
}

function NoProject({ kind }: { kind: 'missing' | 'notFound' }) {
  const t = useTranslations('checkout')
  const projects = (
    <LinkButton to="/user/project" search={{}}>
      {t('projects')}
    </LinkButton>
  )
  return <EmptyState isPage title={t(`${kind}Title`)} text={t(`${kind}Text`)} action={projects} />
}

interface ProjectCheckoutProps {
  projectId: string
  lines: string
  isForwarded: boolean
}

function ProjectCheckout({ projectId, lines, isForwarded }: ProjectCheckoutProps) {
  const t = useTranslations('checkout')
  const project = useQuery(projectQuery(projectId))
  const addresses = useQuery(addressesQuery('shipping'))
  const billingAddresses = useQuery(addressesQuery('billing'))
  const catalogue = useQuery(catalogueQuery)
  const user = useUser()
  const customerId = user.userInfo?.customerId ?? null
  const kept = useKeptCheckout(customerId, projectId, !user.isPending)
  // Kept here, because the form is gone once it knows that its parts are ordered.
  const [refusal, setRefusal] = useState<ApiError | null>(null)

  if (isUnknownRecord(project.error) || project.data === null) return <NoProject kind="notFound" />
  if (project.isLoadingError) return <ErrorState isPage onRetry={() => void project.refetch()} />
  // The lines show dates of the catalogue's calendar, which would change their height later. The
  // checkout also works without it, so a failed request is not waited for.
  const awaitsCatalogue = catalogue.isPending && catalogue.failureCount === 0
  const awaitsAddresses = addresses.isPending || billingAddresses.isPending
  const isLoading = awaitsAddresses || user.isPending || kept.isPending || awaitsCatalogue
  if (!project.data || isLoading) return <LoadingState label={t('loading')} />

  const lineIds = lines.split(',').filter(Boolean)
  const ordered = findOrderedLines(project.data, lineIds)
  if (ordered) return <OrderedPage project={project.data} lines={ordered} refusal={refusal} />

  if (!project.data.lines.some(({ status }) => status === 'ready')) {
    const back = (
      <LinkButton to="/quote/$projectId" params={{ projectId }} search={{}}>
        {t('back')}
      </LinkButton>
    )
    return <EmptyState isPage title={t('noneTitle')} text={t('noneText')} action={back} />
  }

  return (
    <CheckoutForm
      key={`${projectId} ${lines}`}
      customerId={customerId}
      project={project.data}
      requestedLineIds={lineIds}
      addresses={addresses.data ?? []}
      billingAddresses={billingAddresses.data ?? []}
      isForwarded={isForwarded}
      kept={kept.data ?? undefined}
      refusal={refusal}
      onOrdered={setRefusal}
    />
  )
}

/**
 * The lines that the customer came to order, if all of them are ordered already. Without a choice
 * these are the ordered ones of a project that has no other line to order.
 */
function findOrderedLines({ lines }: ProjectView, lineIds: readonly string[]): LineView[] | undefined {
  const isChosen = lineIds.length > 0 && lines.some(({ id }) => lineIds.includes(id))
  const wanted = isChosen
    ? lines.filter(({ id }) => lineIds.includes(id))
    : lines.filter(({ status }) => status === 'ready' || status === 'ordered')

  const isOrdered = wanted.length > 0 && wanted.every(({ status }) => status === 'ordered')
  return isOrdered ? wanted : undefined
}

/** Read again by every visit; null if nothing was kept. */
function useKeptCheckout(customerId: string | null, projectId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['checkout', 'kept', customerId, projectId],
    queryFn: async () => (await findKeptCheckout(customerId, projectId)) ?? null,
    enabled,
    // Another tab may log in to another account: the open form stays.
    placeholderData: keepPreviousData,
    networkMode: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface CheckoutFormProps extends CheckoutStart {
  /** Refusal of an order whose parts are in another one. */
  refusal: ApiError | null
  onOrdered: (refusal: ApiError) => void
}

function CheckoutForm({ refusal, onOrdered, ...start }: CheckoutFormProps) {
  const checkout = useCheckout(start, onOrdered)
  const isNarrow = useMediaQuery('(max-width: 62em)')
  const t = useTranslations('checkout')
  const { project, draft, preview } = checkout

  // Nearly every section grows with the first preview: it would push the ones below it down.
  const isShown = useReadyInSlices(!preview.isFirst)

  const ordered = draft.lineIds.length > 0 ? findOrderedLines(project, draft.lineIds) : undefined
  if (ordered) return <OrderedPage project={project} lines={ordered} refusal={refusal} />
  if (!isShown) return <LoadingState label={t('loading')} />

  return (
    <div className={classes.page} ref={checkout.page} data-bar={isNarrow || undefined}>
      <header>
        <Heading level={1}>{t(start.isForwarded ? 'forwardTitle' : 'title')}</Heading>
        {start.isForwarded ? <Text>{t('forwardText')}</Text> : null}
        <Text tone="soft" className={classes.project}>
          {t.rich('project', {
            name: project.name,
            link: (chunks) => (
              <Link to="/quote/$projectId" params={{ projectId: project.id }} search={{}}>
                {chunks}
              </Link>
            ),
          })}
        </Text>
        <LeadNotice project={project} />
      </header>
      <div className={classes.columns}>
        <Stack>
          <LineList checkout={checkout} />
          <ExportControl checkout={checkout} />
          <DeliveryAddress checkout={checkout} />
          <ShippingMethods checkout={checkout} />
          <BillingAddress checkout={checkout} />
          <CouponChoice checkout={checkout} />
          {preview.view?.entrust ? <EndCustomer checkout={checkout} /> : null}
          <References checkout={checkout} />
          <Payment checkout={checkout} />
        </Stack>
        <div className={classes.side}>
          <Summary checkout={checkout} withButton={!isNarrow} />
        </div>
      </div>
      {isNarrow ? <BottomBar checkout={checkout} /> : null}
      <ObstacleDialog checkout={checkout} />
    </div>
  )
}

/** Parts that now cost less: their lead time was no faster than a cheaper one. */
function LeadNotice({ project: { id, lines } }: Pick<CheckoutStart, 'project'>) {
  const { data: changes = [] } = useQuery(cheaperLeadsQuery(id))
  if (changes.length === 0) return null

  return (
    <Alert role="status">
      <CheaperLeads changes={changes} lines={lines} />
    </Alert>
  )
}

function Payment({ checkout: { preview, draft, change, errors, link, linkFaults } }: CheckoutProps) {
  const t = useTranslations('payment.methods')
  const { view } = preview

  return (
    <Section name="method" title={t('title')} error={errors.method}>
      {view ? (
        <MethodChoice
          {...view}
          currency={view.display.currency}
          dueMinor={view.total?.totalMinor ?? null}
          pick={draft.pay}
          onPick={(pay) => change({ pay })}
          agencyFields={
            <LinkFields draft={link.draft} poNumber={draft.poNumber} faults={linkFaults} onChange={link.change} />
          }
        />
      ) : null}
    </Section>
  )
}
