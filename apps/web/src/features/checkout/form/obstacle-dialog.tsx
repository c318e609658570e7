import { useEffect, useRef } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ChangeList } from './change-list.tsx'
import classes from './form.module.css'
import type { Checkout, CheckoutProps } from './use-checkout.ts'
import type { Obstacle } from './use-submit.ts'

/**
 * Asks for consent when the price has changed, with what changed and the old and the new total:
 * customers are never charged an amount that they did not accept.
 */
export function ObstacleDialog({ checkout: { submission } }: CheckoutProps) {
  const t = useTranslations('checkout.changed')
  const { obstacle, dismiss } = submission
  const title = t(obstacle?.kind === 'expired' ? 'expiredTitle' : 'title')

  return (
    <Dialog opened={obstacle !== null} onClose={dismiss} title={title}>
      {obstacle ? (
        <Stack>
          {/* Announces what follows when an expired quote is requoted in the open dialog. */}
          <div role="status">
            <ObstacleText obstacle={obstacle} />
          </div>
          <Row justify="end">
            <ObstacleButtons key={obstacle.kind} obstacle={obstacle} submission={submission} />
          </Row>
        </Stack>
      ) : null}
    </Dialog>
  )
}

function ObstacleText({ obstacle }: { obstacle: Obstacle }) {
  const t = useTranslations('checkout.changed')
  if (obstacle.kind === 'expired') return <p>{t('expiredText')}</p>
  if (obstacle.kind === 'gone') return <p>{t('gone', { names: obstacle.names.join(', ') })}</p>

  return <Changed obstacle={obstacle} />
}

function Changed({ obstacle: { before, view } }: { obstacle: Extract<Obstacle, { kind: 'changed' }> }) {
  const t = useTranslations('checkout.changed')
  const { money } = useFormats()

  return (
    <Stack>
      <p>{t('text')}</p>
      {view.display.currency === 'USD' ? null : <p>{t('inUsd')}</p>}
      <ChangeList before={before} after={view} />
      <dl className={classes.compared}>
        <div>
          <dt>{t('before')}</dt>
          <dd>
            <s>{before.total ? money(before.total.totalMinor) : '–'}</s>
          </dd>
        </div>
        <div>
          <dt>{t('after')}</dt>
          <dd>
            <strong>{view.total ? money(view.total.totalMinor) : '–'}</strong>
          </dd>
        </div>
      </dl>
    </Stack>
  )
}

interface ObstacleButtonsProps {
  obstacle: Obstacle
  submission: Checkout['submission']
}

function ObstacleButtons({ obstacle, submission }: ObstacleButtonsProps) {
  const t = useTranslations('checkout.changed')
  const ui = useTranslations('app.ui')
  const { money } = useFormats()
  const first = useRef<HTMLButtonElement>(null)

  // The button that had the focus is gone after a requote: it would be lost outside of the dialog.
  useEffect(() => first.current?.focus(), [])

  if (obstacle.kind === 'expired')
    return (
      <>
        <Button variant="secondary" size="sm" onClick={submission.dismiss}>
          {ui('cancel')}
        </Button>
        <Button
          ref={first}
          size="sm"
          loading={submission.busy}
          data-autofocus
          onClick={() => void submission.requote(obstacle.before)}
        >
          {t('requote')}
        </Button>
      </>
    )

  const isOnlyButton = obstacle.kind === 'gone'
  const total = obstacle.kind === 'changed' ? obstacle.view.total : null

  return (
    <>
      <Button
        ref={first}
        variant={isOnlyButton ? 'primary' : 'secondary'}
        size="sm"
        onClick={submission.dismiss}
        data-autofocus
      >
        {t('look')}
      </Button>
      {obstacle.kind === 'changed' && total ? (
        <Button size="sm" loading={submission.busy} onClick={() => void submission.submit(obstacle.view)}>
          {t('accept', { total: money(total.totalMinor) })}
        </Button>
      ) : null}
    </>
  )
}
