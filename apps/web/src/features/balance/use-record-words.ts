import { useFormatter } from 'use-intl'
import { useMoney } from '#lib/texts/money.ts'

/** How records write moments and sums. */
export function useRecordWords() {
  const format = useFormatter()
  const money = useMoney()

  return {
    money,
    moment: (time: string) => format.dateTime(new Date(time), { dateStyle: 'medium', timeStyle: 'short' }),
    /** What came is told apart from what went by its sign, not by colour alone. */
    movement: (minor: number) => (minor > 0 ? `+${money(minor)}` : money(minor)),
    points: (count: number) => format.number(count, { signDisplay: 'exceptZero' }),
  }
}
