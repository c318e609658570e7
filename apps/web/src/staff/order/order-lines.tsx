import type { OrderLineView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import classes from './order.module.css'

/** The parts of an order as they are to be made. */
export function OrderLines({ lines }: { lines: readonly OrderLineView[] }) {
  const t = useTranslations('staff-order')
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)

  return (
    <Section title={t('parts')} aside={<Hint>{t('partCount', { lines: lines.length, pieces })}</Hint>}>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ line }: { line: OrderLineView }) {
  const t = useTranslations('staff-order')
  const { money, number } = useFormats()
  const size = line.sizeMm.map((mm) => number(Math.round(mm * 10) / 10)).join(' × ')

  return (
    <li className={classes.line}>
      <PartPicture thumbnailId={line.thumbnailId} />
      <Stack gap="xs">
        <Heading level={3}>
          <BreakableName name={line.name} />
        </Heading>
        <Text>{descriptionTexts(line).join(' · ')}</Text>
        {size === '' ? null : <Hint>{t('size', { size })}</Hint>}
        {line.comment === '' ? null : (
          <p className={classes.text}>
            <strong>{t('comment')}</strong> {line.comment}
          </p>
        )}
        <Risks line={line} />
      </Stack>
      <div className={classes.amounts}>
        <strong>{t('pieces', { count: line.quantity })}</strong>
        <Hint>{t('each', { amount: money(line.unitMinor) })}</Hint>
        <Hint>{money(line.totalMinor)}</Hint>
      </div>
    </li>
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
