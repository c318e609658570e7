import { type AdditionalCostView, declineBody } from '@cotation/contracts'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { declineCost } from './additional-cost.api.ts'
import { useReturnsText } from './cost-money.tsx'

type DeclinedCost = Pick<AdditionalCostView, 'id' | 'number' | 'returns'>

/** Declines a cost after a dialog that asks for the reason and says what happens next. */
export function DeclineCost({ cost }: { cost: DeclinedCost }) {
  const t = useTranslations('additional-cost.decline')
  const [isAsking, setAsking] = useState(false)

  return (
    <>
      <Button variant="quietDanger" size="sm" onClick={() => setAsking(true)}>
        {t('action')}
      </Button>
      {isAsking ? <DeclineDialog cost={cost} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

interface DeclineDialogProps {
  cost: DeclinedCost
  onClose: () => void
}

function DeclineDialog({ cost: { id, number, returns }, onClose }: DeclineDialogProps) {
  const t = useTranslations('additional-cost.decline')
  const returnsText = useReturnsText()
  const form = useZodForm(declineBody, { reason: '' })

  const { onSubmit, failure, sending } = useSubmission(form, async ({ reason }) => {
    await declineCost(id, reason)
    toast.success(t('done', { number }))
    onClose()
  })

  return (
    <Dialog opened keepsOpenOutside title={t('title', { number })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormAlert failure={failure} />
          <p>{t('text')}</p>
          {returns.length === 0 ? null : <p>{t('returned', { parts: returnsText(returns) })}</p>}
          <p>{t('paymentEnds')}</p>
          <TextArea
            {...form.getInputProps('reason')}
            label={t('reason')}
            description={t('reasonHint')}
            limit={500}
            required
            data-autofocus
          />
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onClose}>
              {t('keep')}
            </Button>
            <Button type="submit" variant="danger" size="sm" loading={sending}>
              {t('action')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
