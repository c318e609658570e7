import type { AdditionalCostView } from '@cotation/contracts'
import { type AdditionalCostState, additionalCostStates } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { isUnknownRecord } from '#lib/gateway/api-error.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import lists from '#ui/list.module.css'
import { ListPage, ListResults } from '#ui/list-page.tsx'
import { Numbered } from '#ui/numbered.tsx'
import { Select } from '#ui/select.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { costQuery, costsQuery } from './additional-cost.api.ts'
import classes from './additional-cost.module.css'
import { useCheckingText, usePartText } from './cost-money.tsx'
import { CostPanel } from './cost-panel.tsx'
import { CostState } from './cost-state.tsx'

/** The additional costs of the account (spec 2); with `cost` in the address, one of them. */
export function AdditionalCostsPage() {
  const { cost } = useSearch({ from: '__root__' })
  return cost === undefined ? <CostList /> : <OneCost key={cost} costId={cost} />
}

function OneCost({ costId }: { costId: string }) {
  const t = useTranslations('additional-cost')
  const answer = useQuery(costQuery(costId))
  if (answer.data) return <CostPanel cost={answer.data} />
  if (answer.isPending) return <LoadingState />

  const isUnknown = isUnknownRecord(answer.error)
  if (!isUnknown) return <ErrorState isPage onRetry={() => void answer.refetch()} />

  const allLink = (
    <LinkButton to="/user/order/additional-cost" search={{}}>
      {t('page.all')}
    </LinkButton>
  )
  return <EmptyState isPage title={t('page.notFoundTitle')} text={t('page.notFoundText')} action={allLink} />
}

const stateOf = (text: string): AdditionalCostState | '' => additionalCostStates.find((state) => state === text) ?? ''

/** An invalid state in the URL is ignored. */
function CostList() {
  const t = useTranslations('additional-cost')
  const address = useListAddress()
  const { narrow, page } = address
  const state = stateOf(address.status)
  const list = useQuery(costsQuery(state, page))
  const states = additionalCostStates.map((value) => ({ value, label: t(`state.${value}`) }))

  const resetButton = (
    <Button variant="secondary" onClick={() => narrow({ status: '' })}>
      {t('list.reset')}
    </Button>
  )
  const empty =
    state === '' ? (
      <EmptyState title={t('list.emptyTitle')} text={t('list.emptyText')} />
    ) : (
      <EmptyState title={t('list.noneTitle')} text={t('list.noneText')} action={resetButton} />
    )

  return (
    <ListPage title={t('title')} intro={t('list.intro')}>
      <Select
        className={classes.filter}
        label={t('list.state')}
        options={[{ value: '', label: t('list.anyState') }, ...states]}
        value={state}
        onChange={(event) => narrow({ status: event.currentTarget.value })}
      />
      <ListResults query={list} address={address} count={(count) => t('list.count', { count })} empty={empty}>
        {({ costs }) => (
          <ul className={lists.list}>
            {costs.map((cost) => (
              <CostItem key={cost.id} cost={cost} />
            ))}
          </ul>
        )}
      </ListResults>
    </ListPage>
  )
}

function CostItem({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('additional-cost')
  const { money, momentIn } = useFormats('medium')
  const partText = usePartText()
  const checkingText = useCheckingText()
  const { id, number, orderNumber, reason, totalMinor, dueMinor, deadline, timeZone, state, can } = cost
  const { transfer, unconfirmed } = cost
  const isChecked = state === 'requested' && unconfirmed !== null
  const part = partText(cost)

  return (
    <li className={classes.item}>
      <div>
        <Row>
          <Heading level={2} size="lg">
            <Link to="/user/order/additional-cost" search={{ cost: id }}>
              <Numbered>{t('heading', { number })}</Numbered>
            </Link>
          </Heading>
          <CostState cost={cost} />
        </Row>
        <Hint>
          {t(`reason.${reason}`)} · {t('order', { number: orderNumber })}
        </Hint>
        {isChecked ? (
          <Hint>{checkingText(unconfirmed)}</Hint>
        ) : (
          <Hint>{t(state === 'requested' ? 'deadline' : 'wasDue', { date: momentIn(deadline, timeZone) })}</Hint>
        )}
        {part === null ? null : <Hint>{part}</Hint>}
        {transfer ? <Hint>{t('transfer.short', { reference: transfer.reference })}</Hint> : null}
      </div>
      <Row>
        <strong className={classes.amount}>{money(totalMinor)}</strong>
        {can.pay ? (
          <LinkButton to="/additional-cost/payment" search={{ cost: id }} size="sm">
            {transfer ? t('transfer.see') : t('pay', { amount: money(dueMinor) })}
          </LinkButton>
        ) : null}
      </Row>
    </li>
  )
}
