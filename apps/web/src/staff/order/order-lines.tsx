import type { OrderLineView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { riskMarks } from '../shared/model-marks.ts'
import { orderMesh } from '../shared/order-mesh.ts'
import { PartModelButton } from '../shared/part-model-button.tsx'
import { useSizeText } from '../shared/size-text.ts'
import classes from './order.module.css'

interface OrderLinesProps {
  orderId: string
  lines: readonly OrderLineView[]
}

/** The parts of an order as they are to be made. */
export function OrderLines({ orderId, lines }: OrderLinesProps) {
  const t = useTranslations('staff-order')
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)

  return (
    <Section title={t('parts')} aside={<Hint>{t('partCount', { lines: lines.length, pieces })}</Hint>}>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <Line key={line.id} orderId={orderId} line={line} />
        ))}
      </ul>
    </Section>
  )
}

interface LineProps {
  orderId: string
  line: OrderLineView
}

function Line({ orderId, line }: LineProps) {
  const t = useTranslations('staff-order')
  const { money } = useFormats()
  const size = useSizeText()(line.sizeMm)

  return (
    <li className={classes.line}>
      <PartPicture thumbnailId={line.thumbnailId} />
      <Stack gap="xs">
        <Heading level={3}>
          <BreakableName name={line.name} />
        </Heading>
        <Text>{descriptionTexts(line).join(' · ')}</Text>
        {size === '' ? null : <Hint>{size}</Hint>}
        <Stage making={line.making} />
        {line.comment === '' ? null : (
          <p className={classes.text}>
            <strong>{t('comment')}</strong> {line.comment}
          </p>
        )}
        <Risks line={line} />
        <Model orderId={orderId} line={line} />
      </Stack>
      <div className={classes.amounts}>
        <strong>{t('pieces', { count: line.quantity })}</strong>
        <Hint>{t('each', { amount: money(line.unitMinor) })}</Hint>
        <Hint>{money(line.totalMinor)}</Hint>
      </div>
    </li>
  )
}

/** How far the part is, as the customer reads it: members without `production.read` see no steps. */
function Stage({ making }: Pick<OrderLineView, 'making'>) {
  const t = useTranslations('order.lines')
  if (making === null) return null

  const { stage, remakePieces: count } = making
  return (
    <Text>
      <strong>{t('stage')}</strong> {t(`stages.${stage}`)}
      {count > 0 ? ` · ${t('remade', { count })}` : null}
    </Text>
  )
}

function Model({ orderId, line: { id, name, acceptedRisks } }: LineProps) {
  const marks = useMemo(() => riskMarks(acceptedRisks), [acceptedRisks])
  return <PartModelButton {...orderMesh(orderId, id)} name={name} marks={marks} />
}

/** What the customer accepted, in the words that were shown. */
function Risks({ line: { acceptedRisks } }: { line: OrderLineView }) {
  const t = useTranslations('staff-order')
  if (acceptedRisks.length === 0) return null

  return (
    <Alert tone="warning" title={t('risks')}>
      <ul className={classes.list}>
        {acceptedRisks.map(({ rule, wording }) => (
          <li key={rule}>{wording}</li>
        ))}
      </ul>
    </Alert>
  )
}
