import type { AdditionalCostView, StaffAdditionalCostView } from '@cotation/contracts'
import { canMoveAdditionalCost } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { Alert } from '#ui/alert.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ActionButton, ActionLinkButton } from '../shared/action-button.tsx'
import { Columns } from '../shared/columns.tsx'
import { CostInvoice } from '../shared/cost-invoice.tsx'
import { CostStateBadge } from '../shared/cost-state.tsx'
import { LazyPartModel } from '../shared/lazy-part-model.tsx'
import { markAt } from '../shared/model-marks.ts'
import { orderMesh } from '../shared/order-mesh.ts'
import { usePressAction } from '../shared/page-actions.ts'
import { useStaffParam } from '../shared/params.ts'
import { usePlaceText } from '../shared/place-text.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { RefundButton } from '../shared/refund-button.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { addPicture, costQuery, pictureQuery, withdrawCost } from './cost.api.ts'
import classes from './cost.module.css'

const maxReason = 500
const pictureTypes = 'image/jpeg,image/png,image/webp'

/** An additional cost as it was requested, what became of it, and what can be done. */
export function CostPage() {
  const t = useTranslations('staff-additional-cost')
  const costId = useStaffParam('costId')
  const answer = useQuery(costQuery(costId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="additional-costs">{t('back')}</StaffLinkButton>,
      }}
    >
      {(cost) => <Cost key={cost.id} cost={cost} />}
    </RecordPage>
  )
}

function Cost({ cost }: { cost: StaffAdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {t('heading', { number: cost.number })}
          <CostStateBadge size="md" state={cost.state} />
        </Row>
      }
      actions={
        <StaffLinkButton path="additional-costs" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      <Actions cost={cost} />
      {cost.waitsWith === null ? null : (
        <Alert tone="warning">
          <p>{t(`waits.${cost.waitsWith}`)}</p>
        </Alert>
      )}
      <Columns>
        <Stack gap="lg">
          <Explanation cost={cost} />
          <History cost={cost} />
        </Stack>
        <Stack gap="lg">
          <Summary cost={cost} />
          <Amounts cost={cost} />
        </Stack>
      </Columns>
    </StaffPage>
  )
}

/** What the person may do with the cost now, or why nothing can be done. */
function Actions({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')
  const rights = useTranslations('staff.rights')
  const may = useMay()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { state } = cost

  const canWithdraw = canMoveAdditionalCost(state, 'withdrawn')
  const canReplace = state === 'declined' || state === 'expired'
  if (!canWithdraw && !isWithdrawing) return null
  if (!may('costs.request')) return <Hint>{t('needsRequest', { right: rights('costs.request') })}</Hint>

  return (
    <Row role="group" aria-label={t('actions')}>
      {canReplace ? (
        <ActionLinkButton path={`additional-costs/${cost.id}/replace`} size="sm">
          {t('replace')}
        </ActionLinkButton>
      ) : null}
      {state === 'requested' && !cost.hasPicture ? <AddPicture costId={cost.id} /> : null}
      {canWithdraw ? (
        <ActionButton size="sm" variant="quietDanger" onClick={() => setWithdrawing(true)}>
          {t('withdraw')}
        </ActionButton>
      ) : null}
      {isWithdrawing ? <Withdraw cost={cost} onClose={() => setWithdrawing(false)} /> : null}
    </Row>
  )
}

function AddPicture({ costId }: { costId: string }) {
  const t = useTranslations('staff-additional-cost')
  const { attempt, failure, busy } = useAttempt()
  const button = usePressAction<HTMLButtonElement>(t('addPicture'))

  const add = (file: File) =>
    attempt(async () => {
      await addPicture(costId, file)
      toast.success(t('pictureAdded'))
      await refreshStaffData()
    })

  return (
    <>
      <FileButton
        ref={button}
        size="sm"
        label={t('addPicture')}
        accept={pictureTypes}
        busy={busy}
        onFiles={([file]) => file && void add(file)}
      />
      <FormAlert failure={failure} />
    </>
  )
}

/** Asks for the reason before a cost is withdrawn. */
function Withdraw({ cost, onClose }: { cost: AdditionalCostView; onClose: () => void }) {
  const t = useTranslations('staff-additional-cost')
  const { attempt, failure, busy } = useAttempt()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { id, number } = cost

  const confirm = () => {
    const lacksReason = reason.trim() === ''
    setMissing(lacksReason)
    if (lacksReason || reason.trim().length > maxReason) return

    void attempt(async () => {
      await withdrawCost(id, reason)
      toast.success(t('withdrawn', { number }))
      onClose()
    })
  }

  return (
    <Confirm
      opened
      danger
      title={t('withdrawTitle', { number })}
      confirmLabel={t('withdraw')}
      loading={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <Text>{t('withdrawText')}</Text>
        <TextArea
          label={t('reasonLabel')}
          description={t('reasonHint')}
          limit={maxReason}
          value={reason}
          error={isMissing ? t('reasonMissing') : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

function Summary({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')
  const reasons = useTranslations('staff-list.choices.costReason')
  const { moment, momentIn } = useFormats('medium')
  const { orderId, orderNumber, otherCosts, reason, checkName, requestedAt, deadline, timeZone } = cost

  const others = otherCosts.map(({ id, number }) => (
    <div key={id}>
      <StaffLink path={`additional-costs/${id}`}>{number}</StaffLink>
    </div>
  ))

  return (
    <Section title={t('summary')}>
      <Facts
        facts={[
          { label: t('order'), value: <StaffLink path={`orders/${orderId}`}>{orderNumber}</StaffLink> },
          { label: t('reason'), value: reasons(reason) },
          { label: t('check'), value: checkName },
          { label: t('requested'), value: moment(requestedAt) },
          { label: t('deadline'), value: momentIn(deadline, timeZone) },
          { label: t('others'), value: others.length === 0 ? '' : others },
        ]}
      />
    </Section>
  )
}

function Amounts({ cost }: { cost: StaffAdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')
  const { money, percent } = useFormats()
  const { items, netMinor, tax, totalMinor, dueMinor, paidMinor, refundedMinor } = cost
  const amount = (minor: number) => (minor === 0 ? '' : money(minor))

  return (
    <Section title={t('amounts')} aside={<RefundButton bill={{ ...cost, kind: 'additional-cost' }} />}>
      <ul className={classes.list}>
        {items.map(({ orderLineId, name, amountMinor }) => (
          <li key={orderLineId} className={classes.item}>
            {orderLineId === null ? t('wholeOrder') : <BreakableName name={name} />}
            <strong>{money(amountMinor)}</strong>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          { label: t('net'), value: money(netMinor) },
          { label: t('tax', { rate: percent(tax.ratePercent) }), value: money(tax.minor) },
          { label: t('total'), value: money(totalMinor) },
          { label: t('due'), value: amount(dueMinor) },
          { label: t('paid'), value: amount(paidMinor) },
          { label: t('refunded'), value: amount(refundedMinor) },
        ]}
      />
      <CostInvoice cost={cost} />
    </Section>
  )
}

function Explanation({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')

  return (
    <Section title={t('explanation')}>
      <p className={classes.text}>{cost.explanation}</p>
      {cost.hasPicture ? <Picture cost={cost} /> : null}
      {cost.place ? <Place orderId={cost.orderId} place={cost.place} /> : null}
    </Section>
  )
}

function Picture({ cost: { id, number } }: { cost: AdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')
  const { data, isLoadingError } = useQuery(pictureQuery(id))
  const url = useObjectUrl(data)
  if (isLoadingError) return <Hint>{t('pictureFailed')}</Hint>
  return url ? <img className={classes.picture} src={url} alt={t('picture', { number })} /> : <LoadingState />
}

type PlaceView = NonNullable<AdditionalCostView['place']>

const placeId = 'place'

function Place({ orderId, place: { orderLineId, name, pointMm } }: { orderId: string; place: PlaceView }) {
  const t = useTranslations('staff-additional-cost')
  const placeText = usePlaceText()
  const label = t('place')
  const marks = useMemo(() => [markAt(placeId, { kind: 'place', tone: 'warns', label }, pointMm)], [pointMm, label])

  return (
    <div>
      <LazyPartModel {...orderMesh(orderId, orderLineId)} name={name} marks={marks} shownFirst={placeId} />
      <Hint>
        <BreakableName name={name} /> · {placeText(pointMm)}
      </Hint>
    </div>
  )
}

/** What happened and who did it, oldest first, with the reasons that were given. */
function History({ cost: { history } }: { cost: StaffAdditionalCostView }) {
  const t = useTranslations('staff-additional-cost')
  const states = useTranslations('staff-list.choices.costState')
  const { moment } = useFormats('medium')

  return (
    <Section title={t('history')}>
      <ol className={classes.list}>
        {history.map(({ at, to, by, author, reason }) => (
          <li key={at + to}>
            <strong>{states(to)}</strong>
            <Hint>{t('eventBy', { moment: moment(at), actor: author || t(`actors.${by}`) })}</Hint>
            {reason === '' ? null : <p className={classes.text}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
