import type { ProposalView } from '@cotation/contracts'
import { type ProposalState, proposalStates } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Hint } from '#ui/text.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { type DecisionName, pageSize, proposalQuery, proposalsQuery } from './proposal.api.ts'
import { useProposalText } from './proposal-text.ts'

const isState = (text: string): text is ProposalState => proposalStates.some((state) => state === text)

/** The four-eyes queue: what waits for a second person, and how earlier proposals ended. */
export function ProposalsPage() {
  const t = useTranslations('staff-proposal')
  const { status, narrow } = useListAddress()
  const state = isState(status) ? status : 'open'
  const tabs = proposalStates.map((value) => ({ value, label: t(`states.${value}`) }))

  return (
    <StaffPage title={t('title')} intro={t('intro')}>
      <Tabs label={t('states.label')} tabs={tabs} value={state} onChange={(value) => narrow({ status: value })}>
        <ProposalList key={state} state={state} />
      </Tabs>
    </StaffPage>
  )
}

/** One proposal, to which the list of tasks leads. */
export function ProposalPage() {
  const t = useTranslations('staff-proposal')
  const answer = useQuery(proposalQuery(useStaffParam('proposalId')))
  const back = <StaffLinkButton path="proposals">{t('all')}</StaffLinkButton>

  return (
    <RecordPage answer={answer} unknown={{ title: t('unknownTitle'), text: t('unknownText'), action: back }}>
      {(proposal) => (
        <StaffPage title={t('one')} actions={back}>
          <ProposalTable proposals={[proposal]} />
        </StaffPage>
      )}
    </RecordPage>
  )
}

function ProposalList({ state }: { state: ProposalState }) {
  const t = useTranslations('staff-proposal')
  const { page, turnTo } = useListAddress()
  const list = useQuery(proposalsQuery(state, page))

  if (list.isPending) return <LoadingState />
  if (list.isLoadingError) return <ErrorState onRetry={() => void list.refetch()} />

  const { proposals, total } = list.data
  const pages = Math.max(1, Math.ceil(total / pageSize))

  return (
    <>
      {/* Also without rows: its dialog says why a decision was refused, after a colleague has made the last one. */}
      <ProposalTable proposals={proposals} />
      {proposals.length === 0 ? <EmptyState title={t('empty')} /> : null}
      {pages > 1 ? (
        <Row justify="between">
          <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => turnTo(page - 1)}>
            {t('previous')}
          </Button>
          <span>{t('pageOf', { page, pages })}</span>
          <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => turnTo(page + 1)}>
            {t('next')}
          </Button>
        </Row>
      ) : null}
    </>
  )
}

function ProposalTable({ proposals }: { proposals: readonly ProposalView[] }) {
  const t = useTranslations('staff-proposal')
  const [open, setOpen] = useState<{ decision: DecisionName; proposal: ProposalView } | null>(null)

  return (
    <>
      {proposals.length > 0 ? (
        <Table caption={t('caption')} hidesCaption headings={columns.map((column) => t(`columns.${column}`))}>
          {proposals.map((proposal) => (
            <ProposalRow
              key={proposal.id}
              proposal={proposal}
              onDecide={(decision) => setOpen({ decision, proposal })}
            />
          ))}
        </Table>
      ) : null}
      {open ? <DecisionDialog {...open} onClose={() => setOpen(null)} /> : null}
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
  const { amountMinor, earlierMinor, customerName, reason, proposedBy, proposedById, proposedAt } = proposal
  const proposer = proposedById === me.id ? t('you') : proposedBy

  return (
    <tr>
      <th scope="row">
        {describe(proposal)}
        {reason === '' ? null : <Hint>{t('reason', { reason })}</Hint>}
      </th>
      <td data-label={t('columns.amount')}>
        {amountMinor === null ? t('unbounded') : money(amountMinor)}
        {earlierMinor > 0 ? <Hint>{t('earlier', { amount: money(earlierMinor) })}</Hint> : null}
      </td>
      <td data-label={t('columns.customer')} data-empty={customerName === '' || undefined}>
        {customerName}
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
          <Button variant="secondary" size="xs" aria-label={label('withdraw')} onClick={() => onDecide('withdraw')}>
            {t('withdraw')}
          </Button>
          <Hint>{t('ownWhy')}</Hint>
        </>
      ) : null}
      {!isOwn && may('money.approve') ? (
        <Row gap="xs">
          <Button size="xs" aria-label={label('approve')} onClick={() => onDecide('approve')}>
            {t('approve')}
          </Button>
          <Button variant="quietDanger" size="xs" aria-label={label('refuse')} onClick={() => onDecide('refuse')}>
            {t('refuse')}
          </Button>
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
