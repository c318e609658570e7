import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import classes from './form.module.css'
import type { Checkout, CheckoutProps } from './use-checkout.ts'
import type { Obstacle } from './use-submit.ts'

/**
 * Asks for consent when the price has changed, with the old and the new total side by side:
 * customers are never charged an amount that they did not accept.
 */
export function ObstacleDialog({ checkout: { submission } }: CheckoutProps) {
  const t = useTranslations('checkout.changed')
  const { obstacle, dismiss } = submission
  const title = t(obstacle?.kind === 'expired' ? 'expiredTitle' : 'title')

  return (
    <Dialog opened={obstacle !== null} onClose={dismiss} title={title}>
      {obstacle?.kind === 'changed' ? <Changed obstacle={obstacle} submission={submission} /> : null}
      {obstacle?.kind === 'expired' ? <Expired obstacle={obstacle} submission={submission} /> : null}
      {obstacle?.kind === 'gone' ? <Gone onClose={dismiss} /> : null}
    </Dialog>
  )
}

interface ObstacleProps<Kind> {
  obstacle: Extract<Obstacle, { kind: Kind }>
  submission: Checkout['submission']
}

function Changed({ obstacle: { view, beforeMinor }, submission }: ObstacleProps<'changed'>) {
  const t = useTranslations('checkout.changed')
  const { money } = useFormats()
  const total = view.total ? money(view.total.totalMinor) : undefined

  return (
    <Stack>
      <p>{t('text')}</p>
      <dl className={classes.compared}>
        <div>
          <dt>{t('before')}</dt>
          <dd>
            <s>{money(beforeMinor)}</s>
          </dd>
        </div>
        <div>
          <dt>{t('after')}</dt>
          <dd>
            <strong>{total ?? '–'}</strong>
          </dd>
        </div>
      </dl>
      <Row justify="end">
        <Button variant="secondary" size="sm" onClick={submission.dismiss} data-autofocus>
          {t('look')}
        </Button>
        {total ? (
          <Button size="sm" loading={submission.busy} onClick={() => void submission.submit(view)}>
            {t('accept', { total })}
          </Button>
        ) : null}
      </Row>
    </Stack>
  )
}

function Expired({ obstacle: { beforeMinor }, submission }: ObstacleProps<'expired'>) {
  const t = useTranslations('checkout.changed')
  const ui = useTranslations('app.ui')

  return (
    <Stack>
      <p>{t('expiredText')}</p>
      <Row justify="end">
        <Button variant="secondary" size="sm" onClick={submission.dismiss}>
          {ui('cancel')}
        </Button>
        <Button size="sm" loading={submission.busy} data-autofocus onClick={() => void submission.requote(beforeMinor)}>
          {t('requote')}
        </Button>
      </Row>
    </Stack>
  )
}

function Gone({ onClose }: { onClose: () => void }) {
  const t = useTranslations('checkout.changed')
  return (
    <Stack>
      <p>{t('gone')}</p>
      <Row justify="end">
        <Button size="sm" onClick={onClose} data-autofocus>
          {t('look')}
        </Button>
      </Row>
    </Stack>
  )
}
