import { useFormatter } from 'use-intl'
import { useMoney } from '#lib/texts/money.ts'

/** Formats the dates and amounts of records. */
export function useRecordWords() {
  const format = useFormatter()
  const money = useMoney()

  return {
    money,
    moment: (time: string) => format.dateTime(new Date(time), { dateStyle: 'medium', timeStyle: 'short' }),
    /** Income has a plus sign: colour alone would not be accessible. */
    movement: (minor: number) => (minor > 0 ? `+${money(minor)}` : money(minor)),
    points: (count: number) => format.number(count, { signDisplay: 'exceptZero' }),
  }
}
