import { type AdditionalCostView, declineBody } from '@cotation/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
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
  const hasAsked = useRef(false)
  useFocusedTitle(hasAsked)

  const ask = () => {
    hasAsked.current = true
    setAsking(true)
  }

  return (
    <>
      <Button variant="quietDanger" size="sm" onClick={ask}>
        {t('action')}
      </Button>
      {isAsking ? <DeclineDialog cost={cost} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/**
 * After the dialog the focus returns to the button that opened it. That button goes once the cost is
 * declined or was paid meanwhile, at the same time as the dialog or later: then the heading of the
 * page takes the focus.
 */
function useFocusedTitle(hasAsked: RefObject<boolean>): void {
  useEffect(() => {
    const focusTitle = () => {
      const title = document.querySelector<HTMLElement>('main h1')
      if (!title || document.activeElement !== document.body) return

      title.tabIndex = -1
      title.focus()
    }

    return () => {
      if (hasAsked.current) requestAnimationFrame(focusTitle)
    }
  }, [hasAsked])
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
