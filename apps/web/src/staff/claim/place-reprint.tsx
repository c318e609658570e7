import type { StaffClaimView } from '@cotation/contracts'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { placeReprint } from './claim.api.ts'
import classes from './claim.module.css'
import { ClaimRefusal } from './claim-decision.tsx'

/** The after-sale order of an accepted claim, placed for the customer. */
export function PlaceReprint({ claim }: { claim: StaffClaimView }) {
  const t = useTranslations('staff-claim.reprintForm')
  const may = useMay()
  // Stays mounted while the question is open: the customer may place the order meanwhile.
  const [isAsking, setAsking] = useState(false)
  if (!may('claims.judge') || !(claim.can.order || isAsking)) return null

  return (
    <Section title={t('title')}>
      <ReprintForm claim={claim} isAsking={isAsking} onAsk={setAsking} />
    </Section>
  )
}

interface ReprintFormProps {
  claim: StaffClaimView
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

function ReprintForm({ claim, isAsking, onAsk }: ReprintFormProps) {
  const t = useTranslations('staff-claim.reprintForm')
  const { language } = useLanguage()
  const { attempt, failure, busy } = useAttempt()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)

  const chosen = claim.lines.map((line) => {
    const text = typed[line.lineId] ?? String(line.quantity)
    const quantity = parseWholeNumber(text, language) ?? -1
    return { ...line, text, chosen: quantity, isWrong: quantity < 0 || quantity > line.quantity }
  })
  const made = chosen.filter((line) => line.chosen > 0)
  const givenUp = chosen.filter((line) => line.chosen < line.quantity)
  const isEmpty = made.length === 0

  const review = () => {
    setChecked(true)
    if (!isEmpty && chosen.every(({ isWrong }) => !isWrong)) onAsk(true)
  }

  const confirm = () =>
    attempt(async () => {
      const lines = made.map(({ lineId, chosen: quantity }) => ({ lineId, quantity }))
      const { number } = await placeReprint(claim.id, lines)
      toast.success(t('done', { number }))
      onAsk(false)
    })

  return (
    <Stack>
      <Hint>{t('hint')}</Hint>
      {chosen.map(({ lineId, name, quantity: max, text, isWrong }) => (
        <WholeNumberField
          key={lineId}
          label={t('quantityOf', { name, max })}
          min={0}
          max={max}
          value={text}
          error={isChecked && isWrong ? t('quantityWrong', { max }) : undefined}
          onText={(value) => setTyped({ ...typed, [lineId]: value })}
        />
      ))}
      {isChecked && isEmpty ? (
        <Text size="sm" tone="danger" role="alert">
          {t('empty')}
        </Text>
      ) : null}
      <Row>
        <ActionButton onClick={review}>{t('place')}</ActionButton>
      </Row>
      <Confirm
        opened={isAsking}
        title={t('confirmTitle')}
        confirmLabel={t('place')}
        loading={busy}
        onConfirm={() => void confirm()}
        onCancel={() => onAsk(false)}
      >
        <Stack>
          <ClaimRefusal claimId={claim.id} failure={failure} />
          <Text>{t('confirmText')}</Text>
          <ul className={classes.list}>
            {made.map(({ lineId, name, chosen: count }) => (
              <li key={lineId}>{t('line', { name, count })}</li>
            ))}
          </ul>
          {givenUp.length === 0 ? null : (
            <Text tone="danger">
              {t('givenUp', {
                parts: givenUp
                  .map(({ name, quantity, chosen: kept }) => t('line', { name, count: quantity - kept }))
                  .join(', '),
              })}
            </Text>
          )}
        </Stack>
      </Confirm>
    </Stack>
  )
}
