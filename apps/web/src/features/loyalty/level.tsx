import type { LoyaltyView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './loyalty.module.css'

type LevelView = LoyaltyView['levels'][number]

/** The member's level with its benefits, the way to the next one, and all levels. */
export function Level({ loyalty: { level, levels } }: { loyalty: LoyaltyView }) {
  const t = useTranslations('loyalty.level')
  const { dayAndYear } = useFormats()
  const index = levels.findIndex(({ id }) => id === level.id)
  const current = levels[index]
  const next = levels[index + 1]
  const benefitTexts = useBenefitTexts()
  if (!current) return null

  return (
    <Section
      title={t('title')}
      aside={
        <Badge tone="accent" size="md">
          {current.name}
        </Badge>
      }
    >
      <div className={classes.level}>
        <Stack gap="sm">
          {next ? <Progress level={level} next={next} /> : <Text>{t('highest')}</Text>}
          <Hint>{t('window', { date: dayAndYear(level.reviewAt.slice(0, 10)) })}</Hint>
        </Stack>
        <div>
          <Text>
            <strong>{t('benefits', { level: current.name })}</strong>
          </Text>
          <ul>
            {benefitTexts(current).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Hint>{t('review')}</Hint>
        </div>
      </div>
      <details className={classes.details}>
        <summary>{t('all')}</summary>
        <LevelTable levels={levels} currentId={current.id} />
      </details>
    </Section>
  )
}

function Progress({ level, next }: { level: LoyaltyView['level']; next: LevelView }) {
  const t = useTranslations('loyalty.level')
  const { money } = useFormats()
  const minSpendMinor = next.minSpendUsd * 100

  return (
    <>
      <Text>{t('next', { level: next.name })}</Text>
      <ProgressBar
        label={t('spend')}
        value={level.spendMinor}
        max={minSpendMinor}
        text={t('of', { value: money(level.spendMinor), goal: money(minSpendMinor) })}
      />
      <ProgressBar
        label={t('orders')}
        value={level.orders}
        max={next.minOrders}
        text={t('of', { value: String(level.orders), goal: String(next.minOrders) })}
      />
    </>
  )
}

/** The benefits of a level, one sentence each. */
function useBenefitTexts() {
  const t = useTranslations('loyalty.level.benefit')
  const { number, percent } = useFormats()

  return ({ multiplier, monthlyCoupons, expressDiscountPercent, dedicatedManager }: LevelView): string[] => [
    t('points', { points: number(multiplier), count: multiplier }),
    ...monthlyCoupons.map((coupon) => t('coupon', { coupon })),
    ...(expressDiscountPercent > 0 ? [t('express', { share: percent(expressDiscountPercent) })] : []),
    ...(dedicatedManager ? [t('manager')] : []),
  ]
}

function LevelTable({ levels, currentId }: { levels: readonly LevelView[]; currentId: LevelView['id'] }) {
  const t = useTranslations('loyalty.level')
  const { money } = useFormats()
  const benefitTexts = useBenefitTexts()
  const headings = [t('title'), t('spend'), t('orders'), t('benefitsShort')]
  const [levelHeading, spendHeading, ordersHeading, benefitHeading] = headings

  return (
    <Table caption={t('all')} hidesCaption headings={headings}>
      {levels.map((level) => (
        <tr key={level.id} aria-current={level.id === currentId ? true : undefined}>
          <td data-label={levelHeading}>
            <strong>{level.name}</strong>
          </td>
          <td data-label={spendHeading}>{money(level.minSpendUsd * 100)}</td>
          <td data-label={ordersHeading}>{level.minOrders}</td>
          <td data-label={benefitHeading}>
            <ul className={classes.benefits}>
              {benefitTexts(level).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </Table>
  )
}
