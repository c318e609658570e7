import type { ProposalView } from '@cotation/contracts'
import type { StaffRight } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Row } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { type DecisionName, proposalQuery } from './proposal.api.ts'
import { useProposalText } from './proposal-text.ts'

/** One proposal, to which the list of tasks leads. */
export function ProposalPage() {
  const t = useTranslations('staff-proposal')
  const answer = useQuery(proposalQuery(useStaffParam('proposalId')))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="proposals">{t('all')}</StaffLinkButton>,
      }}
    >
      {(proposal) => (
        <StaffPage
          title={t('one')}
          actions={
            <StaffLinkButton path="proposals" variant="quiet" size="sm">
              {t('all')}
            </StaffLinkButton>
          }
        >
          <ProposalTable proposal={proposal} />
        </StaffPage>
      )}
    </RecordPage>
  )
}

function ProposalTable({ proposal }: { proposal: ProposalView }) {
  const t = useTranslations('staff-proposal')
  const [decision, setDecision] = useState<DecisionName | null>(null)

  return (
    <>
      <Table caption={t('caption')} hidesCaption headings={columns.map((column) => t(`columns.${column}`))}>
        <ProposalRow proposal={proposal} onDecide={setDecision} />
      </Table>
      {decision ? <DecisionDialog decision={decision} proposal={proposal} onClose={() => setDecision(null)} /> : null}
    </>
  )
}

const columns = ['what', 'amount', 'customer', 'proposed', 'state'] as const

interface ProposalRowProps {
  proposal: ProposalView
  onDecide: (decision: DecisionName) => void
}

function ProposalRow({ proposal, onDecide }: ProposalRowProps) {
  const t = useTranslations('staff-proposal')
  const describe = useProposalText()
  const { money, moment } = useFormats('medium')
  const me = useMember()
  const may = useMay()
  const { amountMinor, earlierMinor, customerId, customerName, reason, proposedBy, proposedById, proposedAt } = proposal
  const proposer = proposedById === me.id ? t('you') : proposedBy

  return (
    <tr>
      <th scope="row">
        {describe(proposal)}
        <SubjectLink proposal={proposal} />
        {reason === '' ? null : <Hint>{t('reason', { reason })}</Hint>}
      </th>
      <td data-label={t('columns.amount')}>
        {amountMinor === null ? t('unbounded') : money(amountMinor)}
        {earlierMinor > 0 ? <Hint>{t('earlier', { amount: money(earlierMinor) })}</Hint> : null}
      </td>
      <td data-label={t('columns.customer')} data-empty={customerName === '' || undefined}>
        {customerId && may('customers.read') ? (
          <StaffLink path={`customers/${customerId}`}>{customerName}</StaffLink>
        ) : (
          customerName
        )}
      </td>
      <td data-label={t('columns.proposed')}>
        {moment(proposedAt)}
        <Hint>{t('by', { name: proposer })}</Hint>
      </td>
      <td data-label={t('columns.state')}>
        {proposal.state === 'open' ? (
          <OpenDecision proposal={proposal} onDecide={onDecide} />
        ) : (
          <MadeDecision proposal={proposal} />
        )}
      </td>
    </tr>
  )
}

interface Subject {
  path: string
  right: StaffRight
}

/** Where a second person sees what a proposal is about; the customer has a link of their own. */
function subjectOf(action: ProposalView['action']): Subject | null {
  switch (action.kind) {
    case 'order-refund':
    case 'order-cancellation':
      return { path: `orders/${action.orderId}`, right: 'orders.read' }
    case 'additional-cost-refund':
      return { path: `additional-costs/${action.costId}`, right: 'costs.read' }
    case 'claim-settlement':
      return { path: `claims/${action.claimId}`, right: 'orders.read' }
    default:
      return null
  }
}

function SubjectLink({ proposal: { action, subjectName } }: { proposal: ProposalView }) {
  const may = useMay()
  const subject = subjectOf(action)
  if (!subject || !may(subject.right)) return null

  return (
    <div>
      <StaffLink path={subject.path}>{subjectName}</StaffLink>
    </div>
  )
}

/** What the member may do with an open proposal, or why not. */
function OpenDecision({ proposal, onDecide }: ProposalRowProps) {
  const t = useTranslations('staff-proposal')
  const { moment } = useFormats('medium')
  const describe = useProposalText()
  const me = useMember()
  const may = useMay()
  const isOwn = proposal.proposedById === me.id
  const label = (decision: DecisionName) => t('decisionOf', { decision: t(decision), what: describe(proposal) })

  return (
    <>
      {isOwn ? (
        <>
          <ActionButton
            variant="secondary"
            size="xs"
            aria-label={label('withdraw')}
            onClick={() => onDecide('withdraw')}
          >
            {t('withdraw')}
          </ActionButton>
          <Hint>{t('ownWhy')}</Hint>
        </>
      ) : null}
      {!isOwn && may('money.approve') ? (
        <Row gap="xs">
          <ActionButton size="xs" aria-label={label('approve')} onClick={() => onDecide('approve')}>
            {t('approve')}
          </ActionButton>
          <ActionButton variant="quietDanger" size="xs" aria-label={label('refuse')} onClick={() => onDecide('refuse')}>
            {t('refuse')}
          </ActionButton>
        </Row>
      ) : null}
      {!isOwn && !may('money.approve') ? <Hint>{t('noRight')}</Hint> : null}
      <Hint>{t('until', { date: moment(proposal.expiresAt) })}</Hint>
    </>
  )
}

function MadeDecision({ proposal }: { proposal: ProposalView }) {
  const t = useTranslations('staff-proposal')
  const { moment } = useFormats('medium')
  const { decidedBy, decidedAt, decisionReason, expiresAt } = proposal
  if (decidedBy === null) return t('expiredOn', { date: moment(expiresAt) })

  return (
    <>
      {t('decided', { name: decidedBy, date: moment(decidedAt ?? expiresAt) })}
      {decisionReason === '' ? null : <Hint>{t('reason', { reason: decisionReason })}</Hint>}
    </>
  )
}
