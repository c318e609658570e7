import type { OrderLineView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { useMemo, useState } from 'react'
import { staffBytes } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { LazyPartModel } from '../shared/lazy-part-model.tsx'
import { riskMarks } from '../shared/risk-marks.ts'
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

/** The part in 3D, once a person asks for it: the viewer is larger than the rest of the page. */
function Model({ orderId, line: { id: lineId, name, acceptedRisks } }: LineProps) {
  const t = useTranslations('staff-order')
  const [isShown, setShown] = useState(false)
  const marks = useMemo(() => riskMarks(acceptedRisks), [acceptedRisks])
  const input = { params: { orderId, lineId } }
  const path = 'GET /global/staff/order/{orderId}/line/{lineId}/mesh'

  return (
    <>
      <div>
        <Button
          variant="link"
          size="sm"
          aria-expanded={isShown}
          aria-label={isShown ? t('hideModelOf', { name }) : t('showModelOf', { name })}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('hideModel') : t('showModel')}
        </Button>
      </div>
      {isShown ? (
        <LazyPartModel
          meshKey={`order ${lineId}`}
          load={(signal) => staffBytes(path, input, { signal, quiet: true })}
          name={name}
          marks={marks}
        />
      ) : null}
    </>
  )
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
