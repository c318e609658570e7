import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Hint } from '#ui/text.tsx'

interface GiveUpBoxProps {
  balanceMinor: number
  /** The amount that was agreed to; undefined while the box is not ticked. */
  givenUpMinor: number | undefined
  error: string | undefined
  onChange: (givenUpMinor: number | undefined) => void
}

/** Consents to lose the whole balance, to the cent, or links to a refund. */
export function GiveUpBox({ balanceMinor, givenUpMinor, error, onChange }: GiveUpBoxProps) {
  const t = useTranslations('personal-data.form')
  const { money } = useFormats()

  return (
    <div>
      <Checkbox
        label={t('giveUp', { amount: money(balanceMinor) })}
        checked={givenUpMinor !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? balanceMinor : undefined)}
        error={error}
        data-path="givenUpMinor"
        required
      />
      <Hint>
        {t.rich('giveUpHint', {
          link: (chunks) => (
            <Link to="/contact" search={{ topic: 'account', about: 'balance' }}>
              {chunks}
            </Link>
          ),
        })}
      </Hint>
    </div>
  )
}
