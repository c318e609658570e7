import { inPlainLetters, isInEnglishLetters } from '@cotation/places'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { AddressValues } from './address-props.ts'

const written = ['firstName', 'lastName', 'company', 'line1', 'line2', 'line3', 'city'] as const
type Written = Record<(typeof written)[number], string>

interface PlainLettersOfferProps {
  values: AddressValues
  /** The fields that were refused for their letters. */
  isRefused: (field: keyof Written) => boolean
  onTake: (plain: Partial<Written>) => void
}

/** Most refused letters have accents: one press removes them. */
export function PlainLettersOffer({ values, isRefused, onTake }: PlainLettersOfferProps) {
  const t = useTranslations('address.letters')
  const mendable = written.filter((name) => isRefused(name) && isInEnglishLetters(inPlainLetters(values[name])))
  if (mendable.length === 0) return null

  const plain = Object.fromEntries(mendable.map((name) => [name, inPlainLetters(values[name])]))

  return (
    <Alert tone="warning">
      <p>{t('text', { example: Object.values(plain).join(', ') })}</p>
      <Button size="xs" variant="secondary" onClick={() => onTake(plain)}>
        {t('take')}
      </Button>
    </Alert>
  )
}
