import type { ClaimEvidence, OrderLineView, ParcelView, StaffClaimView, StaffOrderView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { type ReactNode, useMemo } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import type { ViewMark } from '#viewer/marks/marks.ts'
import { OrderFileName } from '../shared/drawing/order-file-name.tsx'
import { findingMarks, markAt, riskMarks } from '../shared/model-marks.ts'
import { orderMesh } from '../shared/order-mesh.ts'
import { PartModelButton } from '../shared/part-model-button.tsx'
import { usePlaceText } from '../shared/place-text.ts'
import { useStepName } from '../shared/step-table.tsx'
import classes from './claim.module.css'
import { ClaimInspections } from './claim-inspections.tsx'

type ClaimedLine = StaffClaimView['lines'][number]
type LineEvidence = ClaimEvidence['lines'][number]
type ShownFinding = NonNullable<LineEvidence['findings']>[number]

interface ClaimedPartProps {
  claimed: ClaimedLine
  order: StaffOrderView
  evidence: LineEvidence | undefined
  isFirst: boolean
}

/** A claimed part beside everything that the shop knows about it. */
export function ClaimedPart({ claimed, order, evidence, isFirst }: ClaimedPartProps) {
  const t = useTranslations('staff-claim')
  const placeText = usePlaceText()
  const { name, quantity, ordered, place } = claimed
  const line = order.lines.find(({ id }) => id === claimed.lineId)

  return (
    <Section title={name} aside={<strong>{t('claimedOf', { quantity, ordered })}</strong>}>
      <Stack gap="lg">
        <Hint>{place === null ? t('noPlace') : placeText(place)}</Hint>
        <Model orderId={order.id} claimed={claimed} evidence={evidence} line={line} isFirst={isFirst} />
        {line ? <Ordered orderId={order.id} line={line} /> : null}
        <Findings findings={evidence?.findings ?? null} />
        <Production evidence={evidence} />
        <Topic title={t('inspections')}>
          <ClaimInspections orderId={order.id} lineId={claimed.lineId} />
        </Topic>
        <Parcels lineId={claimed.lineId} parcels={order.parcels} />
      </Stack>
    </Section>
  )
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Heading level={3}>{title}</Heading>
      {children}
    </div>
  )
}

const claimedPlaceId = 'claimed'

/** The claimed place before all others, then risks that were accepted, then other findings. */
function useMarks({ place }: ClaimedLine, line: OrderLineView | undefined, evidence: LineEvidence | undefined) {
  const t = useTranslations('staff-claim')
  const claimedLabel = t('claimedPlace')

  return useMemo(() => {
    const marks: ViewMark[] = []
    if (place) marks.push(markAt(claimedPlaceId, { kind: 'place', tone: 'blocks', label: claimedLabel }, place))

    const risks = line?.acceptedRisks ?? []
    marks.push(...riskMarks(risks))

    const shownRules = risks.filter(({ places }) => places.length > 0).map(({ rule }) => rule)
    const others = (evidence?.findings ?? []).filter(({ rule }) => !shownRules.includes(rule))
    return [...marks, ...findingMarks(others)]
  }, [place, line, evidence, claimedLabel])
}

interface ModelProps extends Pick<ClaimedPartProps, 'claimed' | 'evidence' | 'isFirst'> {
  orderId: string
  line: OrderLineView | undefined
}

function Model({ orderId, claimed, evidence, line, isFirst }: ModelProps) {
  const marks = useMarks(claimed, line, evidence)
  const { lineId, name, place } = claimed

  return (
    <PartModelButton
      {...orderMesh(orderId, lineId)}
      name={name}
      marks={marks}
      shownFirst={place ? claimedPlaceId : undefined}
      isShownAtOnce={isFirst}
    />
  )
}

/** The part as it was ordered, with the risks in the words that the customer accepted. */
function Ordered({ orderId, line }: { orderId: string; line: OrderLineView }) {
  const t = useTranslations('staff-claim')
  const placeText = usePlaceText()
  const { acceptedRisks, comment, attachments } = line

  return (
    <>
      <Topic title={t('configuration')}>
        <Text>{descriptionTexts(line).join(' · ')}</Text>
        {comment === '' ? null : <p className={classes.text}>{t('comment', { comment })}</p>}
      </Topic>
      {attachments.length === 0 ? null : (
        <Topic title={t('drawings')}>
          <ul className={classes.list}>
            {attachments.map(({ uploadId, name }) => (
              <li key={uploadId} className={classes.text}>
                <OrderFileName orderId={orderId} uploadId={uploadId} name={name} variant="link" />
              </li>
            ))}
          </ul>
        </Topic>
      )}
      <Topic title={t('risks')}>
        {acceptedRisks.length === 0 ? <Hint>{t('noRisks')}</Hint> : null}
        <ul className={classes.list}>
          {acceptedRisks.map(({ rule, wording, places }) => (
            <li key={rule}>
              {wording}
              {places.map(({ at }) => (
                <Hint key={at.join()}>{placeText(at)}</Hint>
              ))}
            </li>
          ))}
        </ul>
      </Topic>
    </>
  )
}

const severityTones: Record<ShownFinding['severity'], Tone> = { blocks: 'danger', warns: 'warning', informs: 'neutral' }

/** What our checks said before the order. */
function Findings({ findings }: { findings: readonly ShownFinding[] | null }) {
  const t = useTranslations('staff-claim')

  return (
    <Topic title={t('findings')}>
      {findings === null ? <Hint>{t('findingsUnknown')}</Hint> : null}
      {findings?.length === 0 ? <Hint>{t('noFindings')}</Hint> : null}
      <ul className={classes.list}>
        {findings?.map(({ rule, severity, text, isAccepted }) => (
          <li key={rule} className={classes.finding}>
            <Badge tone={severityTones[severity]}>{t(`severities.${severity}`)}</Badge>
            <span>
              {text}
              {isAccepted ? <Hint>{t('accepted')}</Hint> : null}
            </span>
          </li>
        ))}
      </ul>
    </Topic>
  )
}

/** What was lost or done again while the part was made, and by whom. */
function Production({ evidence }: { evidence: LineEvidence | undefined }) {
  const t = useTranslations('staff-claim')
  const reasons = useTranslations('staff-work.reasons')
  const stepName = useStepName()
  const { moment } = useFormats('medium')
  const { losses = [], remakes = [] } = evidence ?? {}

  const quantities = ({ scrap, rework }: LineEvidence['losses'][number]) =>
    [scrap > 0 ? t('scrapped', { count: scrap }) : '', rework > 0 ? t('reworked', { count: rework }) : '']
      .filter(Boolean)
      .join(', ')

  return (
    <Topic title={t('production')}>
      {losses.length + remakes.length === 0 ? <Hint>{t('noLosses')}</Hint> : null}
      <ul className={classes.list}>
        {losses.map((loss) => (
          <li key={loss.id}>
            {t('loss', { step: stepName(loss), quantities: quantities(loss) })}
            {loss.reason === null ? '' : ` · ${reasons(loss.reason)}`}
            <Hint>{t('eventBy', { actor: loss.operator, moment: moment(loss.at) })}</Hint>
          </li>
        ))}
        {remakes.map(({ code, quantity, cause, reason, openedAt, openedBy }) => (
          <li key={code}>
            {t('remake', { code, count: quantity, cause })}
            {reason === null ? '' : ` · ${reasons(reason)}`}
            <Hint>{t('eventBy', { actor: openedBy || t('actors.system'), moment: moment(openedAt) })}</Hint>
          </li>
        ))}
      </ul>
    </Topic>
  )
}

/** The parcels that the parts left in. Those without recorded contents may have had them. */
function Parcels({ lineId, parcels }: { lineId: string; parcels: readonly ParcelView[] }) {
  const t = useTranslations('staff-claim')
  const carriers = useTranslations('order.carrier')
  const { moment } = useFormats('medium')
  const holding = parcels.filter(
    ({ lines }) => lines.length === 0 || lines.some(({ orderLineId }) => orderLineId === lineId),
  )

  return (
    <Topic title={t('parcels')}>
      {holding.length === 0 ? <Hint>{t('noParcels')}</Hint> : null}
      <ul className={classes.list}>
        {holding.map(({ id, number, carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt, lines }) => {
          const packed = lines.find(({ orderLineId }) => orderLineId === lineId)
          return (
            <li key={id}>
              {packed ? t('parcel', { number, count: packed.quantity }) : t('parcelUnrecorded', { number })}{' '}
              <a href={trackingUrl} target="_blank" rel="noreferrer">
                {carriers(carrier)} {trackingNumber}
              </a>
              <Hint>
                {shippedAt === null ? t('notShipped') : t('shipped', { moment: moment(shippedAt) })},{' '}
                {deliveredAt === null ? t('notDelivered') : t('delivered', { moment: moment(deliveredAt) })}
              </Hint>
            </li>
          )
        })}
      </ul>
    </Topic>
  )
}
