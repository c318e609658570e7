import type { StaffClaimView, StaffOrderView } from '@cotation/contracts'
import { shownClaimState } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { claimTones } from '#ui/claim-tones.ts'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { DueBadge } from '../shared/due-badge.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { claimQuery, evidenceQuery, orderQuery } from './claim.api.ts'
import classes from './claim.module.css'
import { ClaimDecision } from './claim-decision.tsx'
import { ClaimHistory } from './claim-history.tsx'
import { ClaimedPart } from './claimed-part.tsx'
import { PlaceReprint } from './place-reprint.tsx'

/** A claim beside its evidence, and what can be decided about it. */
export function ClaimPage() {
  const t = useTranslations('staff-claim')
  const claimId = useStaffParam('claimId')
  const answer = useQuery(claimQuery(claimId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="claims">{t('back')}</StaffLinkButton>,
      }}
    >
      {(claim) => <Claim key={claim.id} claim={claim} />}
    </RecordPage>
  )
}

function Claim({ claim }: { claim: StaffClaimView }) {
  const t = useTranslations('staff-claim')
  const order = useQuery(orderQuery(claim.order.id))
  const state = shownClaimState(claim)

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {t('title', { number: claim.order.number })}
          <Badge dot size="md" tone={claimTones[state]}>
            {t(`states.${state}`)}
          </Badge>
          {claim.dueAt === null ? null : <DueBadge dueAt={claim.dueAt} />}
        </Row>
      }
      actions={
        <StaffLinkButton path="claims" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      <div className={classes.columns}>
        <Stack gap="lg">
          <Summary claim={claim} order={order.data} />
          <ClaimHistory claim={claim} />
          <PlaceReprint claim={claim} />
          <ClaimDecision claim={claim} />
        </Stack>
        <Evidence claim={claim} order={order} />
      </div>
    </StaffPage>
  )
}

function Summary({ claim, order }: { claim: StaffClaimView; order: StaffOrderView | undefined }) {
  const t = useTranslations('staff-claim')
  const reasons = useTranslations('staff-list.choices.claimReason')
  const may = useMay()
  const { money, moment } = useFormats('medium')
  const { customerId, reprint, settledMinor, workOrderNumber, valueMinor } = claim

  const { name = '', company = '' } = order?.customer ?? {}
  const customer = [name, company === name ? '' : company].filter(Boolean).join(', ') || t('customerOf')

  return (
    <Section title={t('summary')}>
      <Facts
        facts={[
          {
            label: t('customer'),
            value: may('customers.read') ? (
              <StaffLink path={`customers/${customerId}`}>{customer}</StaffLink>
            ) : (
              customer
            ),
          },
          { label: t('order'), value: <StaffLink path={`orders/${claim.order.id}`}>{claim.order.number}</StaffLink> },
          { label: t('reason'), value: reasons(claim.reason) },
          { label: t('opened'), value: moment(claim.openedAt) },
          { label: t('value'), value: money(valueMinor) },
          { label: t('workOrder'), value: workOrderNumber },
          {
            label: t('reprint'),
            value: reprint && <StaffLink path={`orders/${reprint.id}`}>{reprint.number}</StaffLink>,
          },
          { label: t('settled'), value: settledMinor === null ? '' : money(settledMinor) },
        ]}
      />
    </Section>
  )
}

interface EvidenceProps {
  claim: StaffClaimView
  order: { data: StaffOrderView | undefined; isPending: boolean; refetch: () => unknown }
}

/** Evidence about each claimed part: the place, how it was ordered and made, and how it left. */
function Evidence({ claim, order }: EvidenceProps) {
  const evidence = useQuery(evidenceQuery(claim.id))
  const retry = () => {
    void order.refetch()
    void evidence.refetch()
  }

  if (order.isPending || evidence.isPending) return <LoadingState />
  if (!order.data || !evidence.data) return <ErrorState onRetry={retry} />

  const { data: placed } = order
  const { lines } = evidence.data

  return (
    <Stack gap="lg">
      {claim.lines.map((claimed, i) => (
        <ClaimedPart
          key={claimed.lineId}
          claimed={claimed}
          order={placed}
          evidence={lines.find(({ lineId }) => lineId === claimed.lineId)}
          isFirst={i === 0}
        />
      ))}
    </Stack>
  )
}
